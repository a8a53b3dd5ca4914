//! What `snapx portability` prints, and its CSV.

use std::fmt::Write;

use super::{Cell, Portability};

/// The tables for people.
pub fn text(portability: &Portability) -> String {
    let mut text = String::from("platforms");
    for (n, platform) in portability.platforms.iter().enumerate() {
        let _ = write!(
            text,
            "\n{:>3}  {}: {}",
            n + 1,
            platform.backend,
            platform.device
        );
    }
    for twojmax in portability.twojmax() {
        let _ = write!(
            text,
            "\n\n2J={twojmax}: application efficiency (roofline efficiency), PP of both\n{:17}",
            "implementation"
        );
        let present = portability.present(twojmax);
        for n in &present {
            let _ = write!(text, " {:>14}", format!("platform {}", n + 1));
        }
        text += "       PP   PP(roofline)";
        for row in portability.of(twojmax) {
            let _ = write!(text, "\n{:17}", row.implementation);
            for &n in &present {
                let _ = write!(text, " {:>14}", shown(row.cells[n].as_ref()));
            }
            let roofline = row.roofline.map_or("-".into(), |pp| format!("{pp:.4}"));
            let _ = write!(text, " {:8.4} {roofline:>14}", row.application);
        }
    }
    text
}

fn shown(cell: Option<&Cell>) -> String {
    match cell {
        None => "unsupported".into(),
        Some(cell) => match cell.roofline {
            Some(roofline) => format!("{:.3} ({roofline:.2})", cell.application),
            None => format!("{:.3}", cell.application),
        },
    }
}

/// One line an implementation, 2J and platform.
pub fn csv(portability: &Portability) -> String {
    let mut text = String::from(
        "twojmax,implementation,backend,device,us_per_atom,application_efficiency,best_known,roofline_efficiency,\
         pp_application,pp_roofline\n",
    );
    for row in &portability.rows {
        let roofline = row.roofline.map_or(String::new(), |pp| format!("{pp:.5}"));
        for n in portability.present(row.twojmax) {
            let (cell, platform) = (&row.cells[n], &portability.platforms[n]);
            let device = platform.device.replace('"', "'");
            let _ = write!(
                text,
                "{},{},{},\"{device}\"",
                row.twojmax, row.implementation, platform.backend
            );
            let _ = match cell {
                None => write!(text, ",,0,,"),
                Some(cell) => write!(
                    text,
                    ",{:.6},{:.5},\"{}\",{}",
                    cell.us_per_atom,
                    cell.application,
                    cell.best.replace('"', "'"),
                    cell.roofline.map_or(String::new(), |e| format!("{e:.5}")),
                ),
            };
            let _ = writeln!(text, ",{:.5},{roofline}", row.application);
        }
    }
    text
}
