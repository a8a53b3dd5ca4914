//! What `snapx bench --json` and `snapx bench --sweep --json` print.

use std::fmt::Write;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use serde_json::Value;

use super::section::{Read, Section, described};
use super::table::Table;
use crate::error::Error;
use crate::study::draw::{self, Drawn, GRID, PALETTE, bar, line, mark, upright, word};
use crate::study::origin::Origin;
use crate::study::scale::Scale;

const WIDTH: i32 = 1180;
const LEFT: i32 = 110;
const RIGHT: i32 = 1120;
const ROW: i32 = 26;
const TOP: i32 = 50;
const HEIGHT: i32 = 420;

/// The section of one report, or of a list of them.
pub fn section(json: &Value) -> Read {
    let one = std::slice::from_ref(json);
    let reports = json.as_array().map_or(one, Vec::as_slice);
    let is_report = |r: &Value| r["katom_steps_per_s"].is_f64() && r["stages"].is_array();
    if reports.is_empty() || !reports.iter().all(is_report) {
        return Err(
            "holds no results of snapx ladder, layouts, roofline, portability or bench".into(),
        );
    }
    Ok(of_reports(reports))
}

fn of_reports(reports: &[Value]) -> Result<Section, Error> {
    let first = &reports[0];
    let text = |key: &str| first[key].as_str().unwrap_or("").to_string();
    let origin = Origin {
        backend: text("backend"),
        device: text("device"),
        machine: text("machine"),
        version: text("version"),
        commit: text("commit"),
        command: text("command"),
    };
    let dates = reports
        .iter()
        .filter_map(|r| Some(r["date"].as_str()?.to_string()));
    let chart = match reports {
        [one] => ("Time of each stage.".into(), stages(one)?),
        all => (
            "Atoms times steps in a second over the number of atoms.".into(),
            sizes(all)?,
        ),
    };
    Ok(Section {
        title: Section::titled("bench", &origin),
        origin: described(&origin, dates.collect()),
        charts: vec![chart],
        tables: vec![
            Table::of_csv("Forces and MD steps", &totals_csv(reports)),
            Table::of_csv("Stages", &stages_csv(reports)),
        ],
    })
}

const TOTALS: [&str; 9] = [
    "twojmax",
    "natoms",
    "neighbors_per_atom",
    "precision",
    "formulation",
    "grind_us",
    "katom_steps_per_s",
    "md_katom_steps_per_s",
    "memory_bytes",
];

fn field(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn totals_csv(reports: &[Value]) -> String {
    let mut text = TOTALS.join(",") + "\n";
    for report in reports {
        let fields = TOTALS.map(|key| field(&report[key]));
        let _ = writeln!(text, "{}", fields.join(","));
    }
    text
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn stages_csv(reports: &[Value]) -> String {
    let mut text = String::from("natoms,stage,us_per_atom,share\n");
    for report in reports {
        for stage in list(&report["stages"]) {
            let grind = 1e6 * number(&stage["seconds"]) / number(&report["natoms"]);
            let (natoms, name) = (field(&report["natoms"]), field(&stage["name"]));
            let _ = writeln!(
                text,
                "{natoms},{name},{grind:.6},{:.4}",
                number(&stage["share"])
            );
        }
    }
    text
}

/// A bar for each stage.
fn stages(report: &Value) -> Result<String, Error> {
    let all = list(&report["stages"]);
    let grind = |stage: &Value| 1e6 * number(&stage["seconds"]) / number(&report["natoms"]);
    let most = all.iter().map(grind).fold(f64::MIN_POSITIVE, f64::max);
    let height = TOP + ROW * all.len() as i32 + 20;
    draw::svg([WIDTH as u32, height as u32], |area| {
        word(
            area,
            "us/atom of each stage",
            (200, 24),
            16,
            HPos::Left,
            BLACK,
        )?;
        for (n, stage) in all.iter().enumerate() {
            let middle = TOP + ROW * n as i32 + ROW / 2;
            let right = 200 + (800.0 * grind(stage) / most).round() as i32;
            word(
                area,
                &field(&stage["name"]),
                (192, middle),
                14,
                HPos::Right,
                BLACK,
            )?;
            bar(
                area,
                [(200, middle - 8), (right.max(201), middle + 8)],
                PALETTE[0],
            )?;
            let words = format!("{:.3}", grind(stage));
            word(area, &words, (right + 10, middle), 14, HPos::Left, BLACK)?;
        }
        Ok(())
    })
}

/// A line for forces and one for MD steps.
fn sizes(reports: &[Value]) -> Result<String, Error> {
    let kinds = [
        ("forces", "katom_steps_per_s"),
        ("MD steps", "md_katom_steps_per_s"),
    ];
    let atoms = |r: &Value| number(&r["natoms"]);
    let x = Scale::around(reports.iter().map(atoms));
    let rates = reports
        .iter()
        .flat_map(|r| kinds.map(|(_, key)| number(&r[key])));
    let y = Scale::around(rates.filter(|&rate| rate > 0.0));
    let bottom = HEIGHT - 60;
    let at = |natoms: f64, rate: f64| {
        let across = f64::from(RIGHT - LEFT) * x.share(natoms);
        let up = f64::from(bottom - TOP) * y.share(rate);
        (LEFT + across.round() as i32, bottom - up.round() as i32)
    };
    draw::svg([WIDTH as u32, HEIGHT as u32], |area| -> Drawn {
        for tick in x.ticks() {
            let (x, _) = at(tick, y.low());
            line(area, &[(x, TOP), (x, bottom)], GRID, 1)?;
            word(
                area,
                &format!("{tick}"),
                (x, bottom + 14),
                13,
                HPos::Center,
                BLACK,
            )?;
        }
        for tick in y.ticks() {
            let (_, y) = at(x.low(), tick);
            line(area, &[(LEFT, y), (RIGHT, y)], GRID, 1)?;
            word(
                area,
                &format!("{tick}"),
                (LEFT - 8, y),
                13,
                HPos::Right,
                BLACK,
            )?;
        }
        word(
            area,
            "atoms",
            ((LEFT + RIGHT) / 2, bottom + 38),
            15,
            HPos::Center,
            BLACK,
        )?;
        upright(area, "Katom-steps/s", (30, (TOP + bottom) / 2), 15)?;
        for (n, (name, key)) in kinds.into_iter().enumerate() {
            let points: Vec<_> = reports
                .iter()
                .map(|r| at(atoms(r), number(&r[key])))
                .collect();
            line(area, &points, PALETTE[n], 2)?;
            points
                .iter()
                .try_for_each(|&point| mark(area, n, point, PALETTE[n]))?;
            let place = (LEFT + 20 + 140 * n as i32, 24);
            mark(area, n, place, PALETTE[n])?;
            word(area, name, (place.0 + 14, 24), 15, HPos::Left, BLACK)?;
        }
        Ok(())
    })
}
