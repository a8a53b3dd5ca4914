//! Values for the unit tests: bits of the arguments and of the nearest float to the value, in hexadecimal, a line each.

use crate::{
    arguments::{Random, ZEROS, kinds},
    functions::Function,
    mpfr::{Exact, Numbers},
};
use std::{fmt::Write, fs, path::Path};

/// Arguments of each kind.
const EACH: usize = 70;
/// Where functions end or change.
const SPECIAL: [f64; 14] = [
    0.0,
    5e-324,
    1e-310,
    f64::MIN_POSITIVE,
    1e-20,
    0.5,
    1.0,
    1.5,
    2.0,
    3.0,
    1e20,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
];

/// Writes `FOLDER/NAME.txt`.
pub fn write(f: &Function, folder: &str) {
    let mut random = Random::new();
    let mut pairs = special(f);
    if f.name == "lgamma" {
        let beside = |y: &f64| [y.next_down(), *y, y.next_up()];
        pairs.extend(ZEROS.iter().flat_map(beside).map(|y| (-y, 0.0)));
    }
    for kind in 0..kinds(f).len() {
        let (x, y) = random.arguments(f, kind);
        pairs.extend(x.into_iter().zip(y).take(EACH));
    }
    let (mut text, mut numbers) = (String::new(), Numbers::new());
    for (x, y) in pairs {
        let (value, _) = numbers.compare(f.exact, x, y, 0.0);
        // a NaN is one NaN: the platforms' bits differ
        let value = if value.is_nan() { f64::NAN } else { value };
        let second = match f.exact {
            Exact::One(_) => String::new(),
            Exact::Two(_) => format!(" {:x}", y.to_bits()),
        };
        let _ = writeln!(text, "{:x}{second} {:x}", x.to_bits(), value.to_bits());
    }
    let path = Path::new(folder).join(format!("{}.txt", f.name));
    fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

fn special(f: &Function) -> Vec<(f64, f64)> {
    let signed: Vec<f64> = SPECIAL.into_iter().flat_map(|x| [x, -x]).collect();
    match f.exact {
        Exact::One(_) => signed.into_iter().map(|x| (x, 0.0)).collect(),
        Exact::Two(_) => {
            let few = [
                0.0,
                5e-324,
                0.5,
                1.0,
                2.0,
                3.0,
                f64::MAX,
                f64::INFINITY,
                f64::NAN,
            ];
            let few: Vec<f64> = few.into_iter().flat_map(|x| [x, -x]).collect();
            few.iter()
                .flat_map(|&x| few.iter().map(move |&y| (x, y)))
                .collect()
        }
    }
}
