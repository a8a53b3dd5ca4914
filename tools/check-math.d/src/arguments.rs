//! Random arguments, of kinds.

use crate::{
    functions::Function,
    mpfr::{self, Exact, Numbers},
};
use std::sync::LazyLock;

/// Arguments of one launch.
pub const BATCH: usize = 1 << 15;

/// Usual ones, of any bits, next to 1 and -1, of small size; negative ones, beside integers, and beside zeros of `lgamma`.
const KINDS: [&str; 7] = [
    "usual", "any", "near 1", "small", "negative", "integers", "zeros",
];

/// Those that a function is tried on.
pub fn kinds(f: &Function) -> &'static [&'static str] {
    match f.name {
        "lgamma" => &KINDS,
        "tgamma" => &KINDS[..6],
        _ => &KINDS[..4],
    }
}

/// The floats next to where ln |G(-y)| is zero.
pub static ZEROS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let mut numbers = Numbers::new();
    let mut is_positive = |y: f64| numbers.compare(Exact::One(mpfr::lgamma), -y, 0.0, 0.0).0 > 0.0;
    let mut zero = |mut above: f64, mut below: f64| {
        while (above + below) / 2.0 != above && (above + below) / 2.0 != below {
            let middle = (above + below) / 2.0;
            *if is_positive(middle) {
                &mut above
            } else {
                &mut below
            } = middle;
        }
        below
    };
    let all = (2..18).map(f64::from);
    all.flat_map(|n| {
        let middle = n + if n == 2.0 { 0.6 } else { 0.5 };
        [zero(n, middle), zero(n + 1.0, middle)]
    })
    .collect()
});

/// Xorshift.
pub struct Random(u64);

impl Random {
    /// The same numbers each time.
    pub fn new() -> Random {
        Random::seeded(0)
    }

    /// Numbers of a seed.
    pub fn seeded(seed: u64) -> Random {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(0xd134_2543_de82_ef95));
        if seed > 0 {
            // Away from what seeds have in common
            (0..8).for_each(|_| _ = random.bits());
        }
        random
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn within(&mut self, [low, high]: [f64; 2]) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 * 2f64.powi(-53))
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.bits() >> 11) % n
    }

    /// A number of one of [`KINDS`].
    fn number(&mut self, kind: usize, usual: [f64; 2]) -> f64 {
        let sign = if self.bits() >> 63 == 0 { 1.0 } else { -1.0 };
        match kind {
            0 => self.within(usual),
            1 => f64::from_bits(self.bits()),
            2 => sign * (1.0 + self.within([-1.0, 1.0]) * 2f64.powf(self.within([-52.0, 0.0]))),
            3 => sign * 2f64.powf(self.within([-60.0, 10.0])),
            4 => self.within([-20.0, 0.0]),
            5 => -(self.below(180) as f64 + sign * 2f64.powf(self.within([-54.0, -1.0]))),
            _ => {
                let zero = ZEROS[self.below(ZEROS.len() as u64) as usize];
                let distance = (zero - zero.round()).abs();
                -(zero + sign * distance * 2f64.powf(self.within([-54.0, -1.0])))
            }
        }
    }

    /// A batch of arguments of one kind.
    pub fn arguments(&mut self, f: &Function, kind: usize) -> (Vec<f64>, Vec<f64>) {
        let mut x: Vec<f64> = (0..BATCH).map(|_| self.number(kind, f.usual[0])).collect();
        let mut y: Vec<f64> = (0..BATCH).map(|_| self.number(kind, f.usual[1])).collect();
        if f.name == "powf" && kind > 0 {
            // results of all sizes
            for (x, y) in x.iter_mut().zip(&mut y) {
                if self.bits() >> 61 != 0 {
                    *x = x.abs();
                    *y = self.within([-760.0, 760.0]) / x.ln();
                } else if self.bits() >> 63 == 0 {
                    *y = (self.within([-12.0, 12.0])).round();
                }
            }
        }
        if f.name.starts_with("rem") && kind == 1 {
            // quotients of all sizes that do not overflow
            for (x, y) in x.iter().zip(&mut y) {
                if self.bits() >> 63 == 0 {
                    *y = x * 2f64.powf(self.within([-55.0, 3.0]));
                } else if self.bits() >> 63 == 0 {
                    // half multiples
                    *y = x / (0.5 * (self.bits() >> 58) as f64);
                }
            }
        }
        (x, y)
    }
}
