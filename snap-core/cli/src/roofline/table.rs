//! What `snapx roofline` prints, and its CSV.

use std::fmt::Write;

use super::ceilings::{Ceilings, Reach};
use super::record::{Bound, Problem, Record, flops_per_s, parts};

/// Levels whose traffic is counted, with their names in tables.
pub const LEVELS: [(Reach, &str); 3] = [
    (Reach::Near, "registers"),
    (Reach::Middle, "group"),
    (Reach::Memory, "launch"),
];

/// A working set with a unit.
pub fn size(bytes: usize) -> String {
    match bytes {
        b if b < 1 << 20 => format!("{} KiB", b >> 10),
        b => format!("{} MiB", b >> 20),
    }
}

/// The name of what limits a stage.
fn name_of(bound: Bound<'_>) -> &str {
    bound.map_or("FMA", |level| &level.name)
}

/// The tables for people.
pub fn text(record: &Record) -> String {
    let mut text = format!("{}: {}", record.origin.backend, record.origin.device);
    let (Some(ceilings), problems) = parts(record) else {
        return text;
    };
    let (double, single) = (flops_per_s(ceilings, true), flops_per_s(ceilings, false));
    let _ = write!(
        text,
        "\n\n{:12} {:>12}\n{:12} {:12.1} GFLOP/s\n{:12} {:12.1} GFLOP/s",
        "ceiling",
        "measured",
        "FMA, f64",
        double / 1e9,
        "FMA, f32",
        single / 1e9
    );
    for level in &ceilings.levels {
        let of = level.bytes_per_s / 1e9;
        let _ = write!(
            text,
            "\n{:12} {of:12.1} GB/s, working set {}",
            level.name,
            size(level.working_set)
        );
    }
    for problem in problems {
        stages(&mut text, ceilings, problem);
    }
    text
}

fn stages(text: &mut String, ceilings: &Ceilings, problem: &Problem) {
    let (natoms, double) = (problem.natoms as f64, problem.is_double());
    let grind = 1e6 * problem.seconds / natoms;
    let _ = write!(
        text,
        "\n\n{}, {:.1} neighbours: {grind:.3} us/atom\nmapping {}\n{:22} {:>9} {:>11} {:>9} {:>6}  {:>9} {:>9} {:>9}  bound",
        problem.title(),
        problem.neighbors_per_atom,
        problem.mapping,
        "stage",
        "us/atom",
        "FLOP/atom",
        "GFLOP/s",
        "% FMA",
        "registers",
        "group",
        "launch"
    );
    let _ = write!(text, "\n{:62}  {:^29}", "", "FLOP/byte");
    for stage in &problem.stages {
        let rate = stage.flops_per_s();
        let share = 100.0 * rate / flops_per_s(ceilings, double);
        let (bound, least) = stage.bound(ceilings, double);
        let _ = write!(
            text,
            "\n{:22} {:9.4} {:11.0} {:9.2} {share:6.1} ",
            stage.name,
            1e6 * stage.seconds / natoms,
            stage.counts.flops() / natoms,
            rate / 1e9
        );
        for (reach, _) in LEVELS {
            let _ = write!(text, " {:9.2}", stage.intensity(reach));
        }
        let of = 100.0 * least / stage.seconds;
        let _ = write!(text, "  {of:.0} % of {}", name_of(bound));
    }
    let of = 100.0 * problem.least_seconds(ceilings) / problem.seconds;
    let _ = write!(text, "\nall stages: {of:.0} % of what their ceilings allow");
    if problem.has_hardware() {
        by_hardware(text, ceilings, problem);
    }
}

/// What the hardware's counters say, and how many times of what was counted from the program that is.
fn by_hardware(text: &mut String, ceilings: &Ceilings, problem: &Problem) {
    let natoms = problem.natoms as f64;
    let _ = write!(
        text,
        "\n\n{:22} {:>17} {:>17} {:>17} {:>17}  bound",
        "by hardware's counters", "FLOP/atom", "registers, B/atom", "behind near cache", "memory"
    );
    for stage in &problem.stages {
        let bound = stage.hardware_bound(ceilings, problem.is_double());
        let (Some(hardware), Some((bound, least))) = (&stage.hardware, bound) else {
            continue;
        };
        let _ = write!(text, "\n{:22}", stage.name);
        let operations = (hardware.flops, stage.counts.flops());
        let bytes = LEVELS.map(|(reach, _)| (hardware.bytes(reach), stage.bytes(reach)));
        for (found, counted) in [operations].into_iter().chain(bytes) {
            let _ = match found {
                Some(found) => write!(text, " {:10.0} x{:<5.2}", found / natoms, found / counted),
                None => write!(text, " {:>17}", "-"),
            };
        }
        let of = 100.0 * least / stage.seconds;
        let _ = write!(text, "  {of:.0} % of {}", name_of(bound));
    }
}

/// One line a ceiling and a stage.
pub fn csv(record: &Record) -> String {
    let mut text = String::from(
        "backend,twojmax,natoms,precision,stage,seconds,us_per_atom,flop_per_atom,gflop_per_s,fma_share,\
         register_bytes_per_atom,group_bytes_per_atom,launch_bytes_per_atom,flop_per_register_byte,\
         flop_per_group_byte,flop_per_launch_byte,bound,share_of_bound,hardware_flop_per_atom,\
         hardware_register_bytes_per_atom,hardware_middle_bytes_per_atom,hardware_memory_bytes_per_atom\n",
    );
    let (Some(ceilings), problems) = parts(record) else {
        return text;
    };
    for problem in problems {
        let (natoms, double) = (problem.natoms as f64, problem.is_double());
        for stage in &problem.stages {
            let (bound, least) = stage.bound(ceilings, double);
            let _ = write!(
                text,
                "{},{},{},{},{},{:e},{:.6},{:.2},{:.4},{:.5}",
                record.origin.backend,
                problem.twojmax,
                problem.natoms,
                problem.precision,
                stage.name,
                stage.seconds,
                1e6 * stage.seconds / natoms,
                stage.counts.flops() / natoms,
                stage.flops_per_s() / 1e9,
                stage.flops_per_s() / flops_per_s(ceilings, double),
            );
            for (reach, _) in LEVELS {
                let _ = write!(text, ",{:.2}", stage.bytes(reach) / natoms);
            }
            for (reach, _) in LEVELS {
                let _ = write!(text, ",{:.4}", stage.intensity(reach));
            }
            let _ = write!(text, ",{},{:.4}", name_of(bound), least / stage.seconds);
            let _ = match &stage.hardware {
                Some(hardware) => {
                    let of_atom =
                        |x: Option<f64>| x.map_or(String::new(), |x| format!("{:.2}", x / natoms));
                    let flops = of_atom(hardware.flops);
                    let [near, middle, memory] =
                        LEVELS.map(|(reach, _)| of_atom(hardware.bytes(reach)));
                    writeln!(text, ",{flops},{near},{middle},{memory}")
                }
                None => writeln!(text, ",,,,"),
            };
        }
    }
    text
}

/// One line a ceiling.
pub fn ceilings_csv(record: &Record) -> String {
    let mut text = String::from("backend,ceiling,working_set,measured,unit\n");
    if let (Some(ceilings), _) = parts(record) {
        let backend = &record.origin.backend;
        for (name, double) in [("FMA f64", true), ("FMA f32", false)] {
            let of = flops_per_s(ceilings, double) / 1e9;
            let _ = writeln!(text, "{backend},{name},,{of:.2},GFLOP/s");
        }
        for level in &ceilings.levels {
            let (of, set) = (level.bytes_per_s / 1e9, size(level.working_set));
            let _ = writeln!(text, "{backend},{},{set},{of:.2},GB/s", level.name);
        }
    }
    text
}
