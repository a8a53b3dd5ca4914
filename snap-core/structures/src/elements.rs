//! Symbols of the elements by atomic number, and their atomic weights.

/// The symbols, hydrogen first.
const SYMBOLS: &str = "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr \
    Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir \
    Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og";

/// Standard atomic weights, g/mol, conventional values where they are intervals: J. Meija et al., Pure Appl. Chem. 88, 265
/// (2016). Elements without stable isotopes have none, but for thorium, protactinium and uranium.
const WEIGHTS: &str = "H 1.008, He 4.002602, Li 6.94, Be 9.0121831, B 10.81, C 12.011, N 14.007, O 15.999, F 18.998403163, Ne 20.1797, \
    Na 22.98976928, Mg 24.305, Al 26.9815385, Si 28.085, P 30.973761998, S 32.06, Cl 35.45, Ar 39.948, K 39.0983, \
    Ca 40.078, Sc 44.955908, Ti 47.867, V 50.9415, Cr 51.9961, Mn 54.938044, Fe 55.845, Co 58.933194, Ni 58.6934, \
    Cu 63.546, Zn 65.38, Ga 69.723, Ge 72.63, As 74.921595, Se 78.971, Br 79.904, Kr 83.798, Rb 85.4678, Sr 87.62, \
    Y 88.90584, Zr 91.224, Nb 92.90637, Mo 95.95, Ru 101.07, Rh 102.9055, Pd 106.42, Ag 107.8682, Cd 112.414, \
    In 114.818, Sn 118.71, Sb 121.76, Te 127.6, I 126.90447, Xe 131.293, Cs 132.90545196, Ba 137.327, La 138.90547, \
    Ce 140.116, Pr 140.90766, Nd 144.242, Sm 150.36, Eu 151.964, Gd 157.25, Tb 158.92535, Dy 162.5, Ho 164.93033, \
    Er 167.259, Tm 168.93422, Yb 173.054, Lu 174.9668, Hf 178.49, Ta 180.94788, W 183.84, Re 186.207, Os 190.23, \
    Ir 192.217, Pt 195.084, Au 196.966569, Hg 200.592, Tl 204.38, Pb 207.2, Bi 208.9804, Th 232.0377, Pa 231.03588, \
    U 238.02891";

/// The standard atomic weight of an element by its symbol, g/mol; none for elements that have none, and other names.
#[must_use]
pub fn atomic_weight(symbol: &str) -> Option<f64> {
    let mut elements = WEIGHTS.split(", ").filter_map(|e| e.split_once(' '));
    let (_, weight) = elements.find(|(name, _)| *name == symbol)?;
    weight.parse().ok()
}

/// The symbol of an atomic number from 1 to 118; ASE's `X` for 0.
#[must_use]
pub fn symbol(number: u32) -> Option<&'static str> {
    match number {
        0 => Some("X"),
        _ => SYMBOLS.split_whitespace().nth(number as usize - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_their_numbers() {
        for (number, expected) in [
            (1, "H"),
            (15, "P"),
            (49, "In"),
            (74, "W"),
            (92, "U"),
            (118, "Og"),
        ] {
            assert_eq!(symbol(number), Some(expected));
        }
        assert_eq!(symbol(119), None);
    }
    #[test]
    fn weights_belong_to_symbols() {
        for (symbol, expected) in [
            ("H", Some(1.008)),
            ("W", Some(183.84)),
            ("U", Some(238.02891)),
            ("Tc", None),
            ("w", None),
            ("", None),
        ] {
            assert_eq!(atomic_weight(symbol), expected, "{symbol}");
        }
        let mut last = 0;
        for element in WEIGHTS.split(", ") {
            let (name, weight) = element.split_once(' ').unwrap();
            let number = SYMBOLS.split_whitespace().position(|s| s == name).unwrap() + 1;
            assert!(number > last, "{name}");
            let ratio = weight.parse::<f64>().unwrap() / number as f64;
            assert!((0.99..2.7).contains(&ratio), "{name}");
            last = number;
        }
    }
}
