//! Errors of the functions of floats against MPFR (libmpfr-dev), on the widest executor of this CPU, and whether all
//! executors give the same bits.
//!
//! `tools/check-math [--arguments N] [--seed K] [--time] [--within LOW HIGH] [--table FOLDER] [FUNCTION...]`: with another seed
//! the arguments are others; with bounds, the usual ones are those within; with a folder, arguments and values for the unit
//! tests are written there; with `--time`, times of usual arguments are printed instead.

mod arguments;
mod functions;
mod mpfr;
mod table;
mod time;

use arguments::{BATCH, Random, kinds};
use functions::{FUNCTIONS, Function};
use mpfr::{Exact, Numbers};
use portax::{Result, Space, backend::HostExecutor};
use portax_rayon::Rayon;

fn main() -> Result<()> {
    let (mut arguments, mut seed) = (1_000_000, 0);
    let (mut is_timed, mut within, mut folder, mut names) = (false, None, None, Vec::new());
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
            "--within" => {
                let mut number = || words.next().and_then(|x| x.parse().ok());
                within = number().zip(number()).map(|(low, high)| [low, high]);
            }
            "--table" => folder = words.next(),
            _ => names.push(word),
        }
    }
    let chosen = FUNCTIONS
        .iter()
        .filter(|f| names.is_empty() || names.iter().any(|n| n == f.name));
    for f in chosen {
        let usual = [within.unwrap_or(f.usual[0]), f.usual[1]];
        let f = &Function { usual, ..*f };
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
    let kinds = kinds(f);
    let mut worst = vec![Worst::default(); kinds.len()];
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
    for (worst, kind) in worst.iter().zip(kinds) {
        let [x, y, found, exact] = worst.at;
        let second = if matches!(f.exact, Exact::Two(_)) {
            format!(", {y:e}")
        } else {
            String::new()
        };
        println!(
            "{:9} {kind:8} {:.3} ulp: {}({x:e}{second}) is {exact:e}, found {found:e}",
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
