//! Symbols of the elements by atomic number.

/// The symbols, hydrogen first.
const SYMBOLS: &str = "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr \
    Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir \
    Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og";

/// The symbol of an atomic number from 1 to 118; ASE's `X` for 0.
pub(crate) fn symbol(number: u32) -> Option<&'static str> {
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
}
