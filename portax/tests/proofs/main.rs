//! Random bodies against the proofs: what `ir::bounds`, `ir::summary` and `ir::simplify` conclude of a recorded program must
//! hold when it runs.
//!
//! A seed makes a launch and a body. The body is recorded and judged; then its work items run one by one:
//!
//! * as the body itself, with the semantics of hosts (`native`): the recorded program does the same;
//! * as the recorded program (`interpret`), with indices of 64 bits: proven accesses are inside, and none touches bytes
//!   outside of its view; work items of a launch without races touch different elements;
//! * with indices of 32 bits where the launch would have them: nothing changes;
//! * simplified: the same elements are written with the same values, and none is read that was not.
//!
//! What memory holds depends on the address alone: proofs may assume nothing of it.
//!
//! `PORTAX_FUZZ_PROGRAMS` sets the number of programs, `PORTAX_FUZZ_SEED` the first seed; without them the programs are the same
//! in each run.

mod body;
mod case;
mod check;
mod event;
mod generate;
mod interpret;
mod memory;
mod native;
mod races;
mod random;
mod record;
mod shrink;
mod views;

use body::Statement;
use case::Case;
use check::{Findings, check};
use random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Seeds that found a fault among others than those of a plain run: atomics of a team through a layout of zero strides; a row
/// of elements that its first index seemed to determine; a loop that some threads alone enter, whose variable is always zero;
/// an element by three indices, of a tile, and by two; branches that lanes of a team take at once; two
/// loops that are dealt alike, one inside the other.
const FOUND: [u64; 6] = [
    12_359_500_284_623_154_950,
    3_008_014,
    3_032_335,
    3_905_598,
    4_543_789,
    5_812_047,
];
/// Programs of a plain run.
const PROGRAMS: u64 = 20_000;

/// A launch and a body from a seed.
fn program(seed: u64) -> (Case, Vec<Statement>) {
    let mut r = Random::new(seed);
    let extreme = r.chance(20);
    let mut case = Case::new(&mut r, extreme);
    case.blocks = seed % 4 == 3;
    case.rows = seed % 8 == 1;
    let body = generate::body(&mut r, &case);
    (case, body)
}

/// Checks a program; a proof that panics is wrong too.
fn checked(case: &Case, body: &[Statement]) -> Result<Findings, String> {
    let panicked = |_| Err("a panic".to_string());
    catch_unwind(AssertUnwindSafe(|| check(case, body))).unwrap_or_else(panicked)
}

fn run(seeds: impl Iterator<Item = u64>) -> Findings {
    let mut findings = Findings::default();
    for seed in seeds {
        let (case, body) = program(seed);
        match checked(&case, &body) {
            Ok(found) => findings += found,
            Err(_) => fail(seed, &case, body),
        }
    }
    findings
}

/// Prints the smallest program that fails like this one.
fn fail(seed: u64, case: &Case, body: Vec<Statement>) -> ! {
    let body = shrink::shrink(body, |smaller| checked(case, smaller).is_err());
    let what = checked(case, &body).expect_err("it fails");
    let program = record::record(case, &body);
    panic!("PORTAX_FUZZ_SEED={seed}: {what}\n{program}\n{body:#?}\n{case:?}");
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number")),
    )
}

#[test]
fn programs_do_what_the_proofs_say() {
    let n = variable("PORTAX_FUZZ_PROGRAMS").unwrap_or(PROGRAMS);
    let first = variable("PORTAX_FUZZ_SEED").unwrap_or(0);
    let findings = run(FOUND
        .into_iter()
        .chain((0..n).map(|k| first.wrapping_add(k))));
    println!("{findings:?}");
}
