//! What `snapx ladder` prints, and its CSV.

use std::fmt::Write;

use snap_core::standard::{RUNGS, Rung};

use super::groups::{GROUPS, by_group};
use super::record::{Entry, Measured, Record};
use crate::study::Outcome;

const MIB: f64 = (1_u64 << 20) as f64;

/// The entries of one problem, in the order of the ladder.
pub struct Problem<'a> {
    pub twojmax: usize,
    pub natoms: usize,
    pub entries: Vec<&'a Entry>,
}

impl<'a> Problem<'a> {
    /// All problems of a record.
    pub fn all(record: &'a Record) -> Vec<Self> {
        let of = |e: &Entry| (e.twojmax, e.natoms);
        let mut keys: Vec<_> = record.entries.iter().map(of).collect();
        keys.sort_unstable();
        keys.dedup();
        let problem = |(twojmax, natoms)| {
            let same = |e: &&Entry| of(e) == (twojmax, natoms);
            let mut entries: Vec<_> = record.entries.iter().filter(same).collect();
            entries.sort_by_key(|e| place(&e.rung));
            Self {
                twojmax,
                natoms,
                entries,
            }
        };
        keys.into_iter().map(problem).collect()
    }

    /// What speed-ups are against: the first rung that was measured, and its seconds.
    pub fn base(&self) -> Option<(&str, f64)> {
        let first = self.entries.iter().find_map(|e| Some((e, e.measured()?)));
        first.map(|(e, m)| (&*e.rung, m.seconds))
    }

    /// Microseconds an atom.
    pub fn grind(&self, seconds: f64) -> f64 {
        1e6 * seconds / self.natoms as f64
    }
}

/// Where a rung stands; `fast` is behind all others.
fn place(rung: &str) -> usize {
    let found = RUNGS.iter().position(|known| known.name == rung);
    found.unwrap_or(RUNGS.len())
}

fn known(rung: &str) -> Option<&'static Rung> {
    RUNGS.get(place(rung))
}

/// What was published of a rung at this twojmax, relative to `baseline`.
pub fn published(rung: &str, twojmax: usize) -> Option<f64> {
    let [at_8, at_14] = known(rung)?.speedup?;
    match twojmax {
        8 => Some(at_8),
        14 => Some(at_14),
        _ => None,
    }
}

/// The tables for people.
pub fn text(record: &Record) -> String {
    let mut text = format!("{}: {}", record.origin.backend, record.origin.device);
    for problem in Problem::all(record) {
        totals(&mut text, &problem);
        stages(&mut text, &problem);
    }
    text
}

fn totals(text: &mut String, problem: &Problem<'_>) {
    let neighbors = problem.entries[0].neighbors_per_atom;
    let (twojmax, natoms) = (problem.twojmax, problem.natoms);
    let base = problem.base();
    let against = base.map_or("nothing", |(name, _)| name);
    let _ = write!(
        text,
        "\n\n2J={twojmax}, {natoms} atoms, {neighbors:.1} neighbours, double; speed-up against {against}\n\
         {:17} {:>10} {:>9} {:>9} {:>8}  published",
        "rung", "us/atom", "speed-up", "MiB", "error"
    );
    for entry in &problem.entries {
        let _ = write!(text, "\n{:17} ", entry.rung);
        match &entry.outcome {
            Outcome::Measured(measured) => {
                let speedup = base.map_or(1.0, |(_, seconds)| seconds / measured.seconds);
                let _ = write!(
                    text,
                    "{:10.3} {speedup:9.2} {:9.1} {:8.0e}",
                    problem.grind(measured.seconds),
                    measured.memory_bytes as f64 / MIB,
                    measured.deviation,
                );
                let published = known(&entry.rung).map_or("", |rung| rung.published);
                let _ = match published {
                    "" => Ok(()),
                    _ => write!(text, "  {published}"),
                };
            }
            Outcome::OutOfMemory(why) => {
                let _ = write!(text, "out of memory: {why}");
            }
            Outcome::Failed(why) => {
                let _ = write!(text, "failed: {why}");
            }
        }
    }
}

fn stages(text: &mut String, problem: &Problem<'_>) {
    let measured = problem
        .entries
        .iter()
        .filter_map(|e| Some((e, e.measured()?)));
    let _ = write!(text, "\n\n{:17}", "stages, us/atom");
    GROUPS.iter().for_each(|name| {
        let _ = write!(text, " {name:>10}");
    });
    for (entry, measured) in measured {
        let _ = write!(text, "\n{:17}", entry.rung);
        for seconds in by_group(measured) {
            let _ = match seconds {
                0.0 => write!(text, " {:>10}", "-"),
                _ => write!(text, " {:10.3}", problem.grind(seconds)),
            };
        }
    }
}

/// One line a rung and problem.
pub fn csv(record: &Record) -> String {
    let mut text = String::from(
        "backend,twojmax,natoms,neighbors,rung,seconds,least_seconds,us_per_atom,speedup,published_speedup,\
         memory_bytes,deviation",
    );
    for name in GROUPS {
        let _ = write!(text, ",us_per_atom_of_{name}");
    }
    text += ",outcome\n";
    for problem in Problem::all(record) {
        for entry in &problem.entries {
            let _ = write!(
                text,
                "{},{},{},{:.2},{}",
                record.origin.backend,
                entry.twojmax,
                entry.natoms,
                entry.neighbors_per_atom,
                entry.rung
            );
            match &entry.outcome {
                Outcome::Measured(measured) => row(&mut text, &problem, entry, measured),
                Outcome::OutOfMemory(_) => blank(&mut text, "out of memory"),
                Outcome::Failed(_) => blank(&mut text, "failed"),
            }
        }
    }
    text
}

fn row(text: &mut String, problem: &Problem<'_>, entry: &Entry, measured: &Measured) {
    let base = problem.base().map_or(f64::NAN, |(_, seconds)| seconds);
    let published = published(&entry.rung, entry.twojmax);
    let _ = write!(
        text,
        ",{:e},{:e},{:.6},{:.4},{},{},{:.2e}",
        measured.seconds,
        measured.least_seconds,
        problem.grind(measured.seconds),
        base / measured.seconds,
        published.map_or(String::new(), |x| format!("{x:.2}")),
        measured.memory_bytes,
        measured.deviation
    );
    for seconds in by_group(measured) {
        let _ = write!(text, ",{:.6}", problem.grind(seconds));
    }
    *text += ",measured\n";
}

/// A row without figures.
fn blank(text: &mut String, outcome: &str) {
    *text += &",".repeat(7 + GROUPS.len());
    let _ = writeln!(text, ",{outcome}");
}
