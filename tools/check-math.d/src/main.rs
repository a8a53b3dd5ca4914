//! Errors of the functions of floats against MPFR (libmpfr-dev), on the widest executor of this CPU, and whether all
//! executors give the same bits.
//!
//! `tools/check-math [--arguments N] [--seed K] [--time] [--table FOLDER] [FUNCTION...]`: with another seed the arguments are
//! others; with a folder, arguments and values for the unit tests are written there; with `--time`, times are printed instead.

mod functions;
mod mpfr;
mod table;
mod time;

use functions::{FUNCTIONS, Function};
use mpfr::{Exact, Numbers};
use portax::{Result, Space, backend::HostExecutor};
use portax_rayon::Rayon;

/// Arguments of one launch.
pub const BATCH: usize = 1 << 15;

fn main() -> Result<()> {
    let (mut arguments, mut seed) = (1_000_000, 0);
    let (mut is_timed, mut folder, mut names) = (false, None, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &word[..] {
            "--arguments" => {
                arguments = words
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(arguments)
            }
            "--seed" => seed = words.next().and_then(|n| n.parse().ok()).unwrap_or(seed),
            "--time" => is_timed = true,
            "--table" => folder = words.next(),
            _ => names.push(word),
        }
    }
    let chosen = FUNCTIONS
        .iter()
        .filter(|f| names.is_empty() || names.iter().any(|n| n == f.name));
    for f in chosen {
        if is_timed {
            time::time(f)?;
        } else if let Some(folder) = &folder {
            table::write(f, folder);
        } else {
            check(f, arguments, seed)?;
        }
    }
    Ok(())
}

/// The spaces of one thread, the widest first.
pub fn spaces() -> Result<Vec<Space>> {
    let supported = HostExecutor::ALL.into_iter().filter(|e| e.is_supported());
    supported
        .map(|e| Ok(Rayon::new(1)?.with_executor(e)?.space()))
        .collect()
}

/// The largest error, and where.
#[derive(Clone, Copy, Default)]
struct Worst {
    error: f64,
    at: [f64; 4],
}

fn check(f: &Function, arguments: usize, seed: u64) -> Result<()> {
    let spaces = spaces()?;
    let mut worst = [Worst::default(); 4];
    let mut random = Random::seeded(seed);
    for batch in 0..arguments.div_ceil(BATCH) {
        let kind = batch % worst.len();
        let (x, y) = random.arguments(f, kind);
        let z = (f.run)(&spaces[0], &x, &y, 1)?;
        for space in &spaces[1..] {
            let other = (f.run)(space, &x, &y, 1)?;
            let differs = |i: &usize| {
                z[*i].to_bits() != other[*i].to_bits() && !(z[*i].is_nan() && other[*i].is_nan())
            };
            if let Some(i) = (0..x.len()).find(differs) {
                println!(
                    "{}: {} gives {:e}, the first {:e} of {:e} {:e}",
                    f.name,
                    space.name(),
                    other[i],
                    z[i],
                    x[i],
                    y[i]
                );
            }
        }
        let found = compare(f, &x, &y, &z);
        if found.error > worst[kind].error {
            worst[kind] = found;
        }
    }
    for (worst, kind) in worst.iter().zip(["usual", "any", "near 1", "small"]) {
        let [x, y, found, exact] = worst.at;
        let second = if matches!(f.exact, Exact::Two(_)) {
            format!(", {y:e}")
        } else {
            String::new()
        };
        println!(
            "{:9} {kind:7} {:.3} ulp: {}({x:e}{second}) is {exact:e}, found {found:e}",
            f.name, worst.error, f.name
        );
    }
    Ok(())
}

/// The largest error of a batch.
fn compare(f: &Function, x: &[f64], y: &[f64], z: &[f64]) -> Worst {
    let part = x.len().div_ceil(2);
    std::thread::scope(|threads| {
        let mut all = Vec::new();
        for begin in (0..x.len()).step_by(part) {
            all.push(threads.spawn(move || {
                let (mut numbers, mut worst) = (Numbers::new(), Worst::default());
                for i in begin..(begin + part).min(x.len()) {
                    let (exact, error) = numbers.compare(f.exact, x[i], y[i], z[i]);
                    if error > worst.error {
                        worst = Worst {
                            error,
                            at: [x[i], y[i], z[i], exact],
                        };
                    }
                }
                worst
            }));
        }
        let all = all.into_iter().map(|t| t.join().expect("no thread panics"));
        all.fold(
            Worst::default(),
            |a, b| if b.error > a.error { b } else { a },
        )
    })
}

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

    /// Usual ones, of any bits, next to 1 and -1, and of small size.
    fn number(&mut self, kind: usize, usual: [f64; 2]) -> f64 {
        let sign = if self.bits() >> 63 == 0 { 1.0 } else { -1.0 };
        match kind {
            0 => self.within(usual),
            1 => f64::from_bits(self.bits()),
            2 => sign * (1.0 + self.within([-1.0, 1.0]) * 2f64.powf(self.within([-52.0, 0.0]))),
            _ => sign * 2f64.powf(self.within([-60.0, 10.0])),
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
