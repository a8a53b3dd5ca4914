//! What `snapx layouts` prints, and its CSV.

use std::fmt::Write;

use snap_core::standard::layouts::LAYOUTS;

use super::{DEALS, Entry, Panel};
use crate::study::{Outcome, Record};

/// GB/s of the bytes that have to move.
pub fn bandwidth(bytes: usize, seconds: f64) -> f64 {
    1e-9 * bytes as f64 / seconds
}

/// The tables for people: us of a launch.
pub fn text(record: &Record<Entry>) -> String {
    let mut text = format!("{}: {}", record.origin.backend, record.origin.device);
    for panel in Panel::all(record) {
        let (twojmax, natoms, precision) = panel.problem();
        let _ = write!(
            text,
            "\n\n2J={twojmax}, {natoms} atoms, {precision}: {} by layouts of {}, us\n{:14}",
            panel.stage, panel.array, ""
        );
        for layout in LAYOUTS {
            let _ = write!(text, " {layout:>11}");
        }
        for (_, deal) in DEALS {
            let _ = write!(text, "\n{deal:14}");
            for layout in LAYOUTS {
                let _ = match panel.find(layout, deal).map(|e| &e.outcome) {
                    Some(Outcome::Measured(m)) => write!(text, " {:11.1}", 1e6 * m.seconds),
                    Some(Outcome::OutOfMemory(_)) => write!(text, " {:>11}", "no memory"),
                    Some(Outcome::Failed(_)) => write!(text, " {:>11}", "failed"),
                    None => write!(text, " {:>11}", "-"),
                };
            }
        }
        if let Some([(best, fast), (worst, slow)]) = panel.extremes() {
            let rate = best
                .measured()
                .map_or(0.0, |m| bandwidth(m.bytes, m.seconds));
            let _ = write!(
                text,
                "\nbest {}, {}, {rate:.1} GB/s; worst {}, {}, {:.1} times as long",
                best.layout,
                best.deal,
                worst.layout,
                worst.deal,
                slow / fast
            );
        }
    }
    text
}

/// One line a case.
pub fn csv(record: &Record<Entry>) -> String {
    let mut text = String::from(
        "backend,twojmax,natoms,precision,array,stage,deal,layout,seconds,median_seconds,bytes,gb_per_s,over_best,outcome\n",
    );
    for panel in Panel::all(record) {
        let fastest = panel.extremes().map_or(f64::NAN, |[(_, fast), _]| fast);
        for e in &panel.entries {
            let _ = write!(
                text,
                "{},{},{},{},{},{},{},{}",
                record.origin.backend,
                e.twojmax,
                e.natoms,
                e.precision,
                e.array,
                e.stage,
                e.deal,
                e.layout
            );
            let _ = match &e.outcome {
                Outcome::Measured(m) => writeln!(
                    text,
                    ",{:e},{:e},{},{:.3},{:.3},measured",
                    m.seconds,
                    m.median_seconds,
                    m.bytes,
                    bandwidth(m.bytes, m.seconds),
                    m.seconds / fastest
                ),
                Outcome::OutOfMemory(_) => writeln!(text, ",,,,,,out of memory"),
                Outcome::Failed(_) => writeln!(text, ",,,,,,failed"),
            };
        }
    }
    text
}
