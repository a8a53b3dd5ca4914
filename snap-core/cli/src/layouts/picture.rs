//! A heat map for each 2J: arrays and deals down, layouts across; how many times the best of the array's stage each takes.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use snap_core::standard::layouts::LAYOUTS;

use super::table::bandwidth;
use super::{DEALS, Entry, Panel};
use crate::error::Error;
use crate::study::Record;
use crate::study::draw::{self, Area, Drawn, bar, ink_on, shade, word};

const WIDTH: u32 = 1180;
const LEFT: i32 = 330;
const CELL: (i32, i32) = (92, 26);
/// Above and below the cells of a panel.
const TOP: i32 = 86;
const BOTTOM: i32 = 30;
/// Between arrays.
const GAP: i32 = 10;

/// The picture of a record.
///
/// # Errors
/// What the library says.
pub fn svg(record: &Record<Entry>) -> Result<String, Error> {
    let panels = Panel::all(record);
    let groups: Vec<&[Panel<'_>]> = panels.chunk_by(|a, b| a.problem() == b.problem()).collect();
    let height = |group: &[Panel<'_>]| {
        TOP + BOTTOM + group.len() as i32 * (DEALS.len() as i32 * CELL.1 + GAP)
    };
    let all: i32 = groups.iter().map(|group| height(group)).sum();
    draw::svg([WIDTH, all.max(40) as u32], |root| {
        let mut rest = root.clone();
        for group in groups {
            let (area, below) = rest.split_vertically(height(group));
            draw_group(&area, record, group)?;
            rest = below;
        }
        Ok(())
    })
}

fn draw_group(area: &Area<'_>, record: &Record<Entry>, group: &[Panel<'_>]) -> Drawn {
    let (twojmax, natoms, precision) = group[0].problem();
    let origin = &record.origin;
    let title = format!(
        "2J = {twojmax}, {natoms} atoms, {precision} precision, {}: {}",
        origin.backend, origin.device
    );
    word(area, &title, (20, 20), 18, HPos::Left, BLACK)?;
    let words = "time over that of the best layout and deal of the array's stage (1 = best); in brackets GB/s of the best";
    word(area, words, (20, 44), 14, HPos::Left, BLACK)?;
    for (n, layout) in LAYOUTS.iter().enumerate() {
        let x = LEFT + CELL.0 * n as i32 + CELL.0 / 2;
        word(area, layout, (x, TOP - 14), 13, HPos::Center, BLACK)?;
    }
    for (n, panel) in group.iter().enumerate() {
        rows(
            area,
            panel,
            TOP + n as i32 * (DEALS.len() as i32 * CELL.1 + GAP),
        )?;
    }
    Ok(())
}

fn rows(area: &Area<'_>, panel: &Panel<'_>, top: i32) -> Drawn {
    let Some([(best, fastest), _]) = panel.extremes() else {
        return Ok(());
    };
    let rate = best
        .measured()
        .map_or(0.0, |m| bandwidth(m.bytes, m.seconds));
    let middle = top + CELL.1 * DEALS.len() as i32 / 2;
    let name = format!("{}, {}", panel.array, panel.stage);
    word(area, &name, (20, middle - 9), 14, HPos::Left, BLACK)?;
    let words = format!("[{rate:.1} GB/s]");
    word(area, &words, (20, middle + 9), 13, HPos::Left, BLACK)?;
    for (row, (_, deal)) in DEALS.iter().enumerate() {
        let y = top + CELL.1 * row as i32;
        word(
            area,
            deal,
            (LEFT - 8, y + CELL.1 / 2),
            13,
            HPos::Right,
            BLACK,
        )?;
        for (column, layout) in LAYOUTS.iter().enumerate() {
            let x = LEFT + CELL.0 * column as i32;
            let corners = [(x + 1, y + 1), (x + CELL.0 - 1, y + CELL.1 - 1)];
            let entry = panel.find(layout, deal);
            let (share, words) = match entry.map(Entry::measured) {
                Some(Some(m)) => (fastest / m.seconds, ratio(m.seconds / fastest)),
                Some(None) => (0.0, "none".into()),
                None => continue,
            };
            bar(area, corners, shade(share))?;
            let place = (x + CELL.0 / 2, y + CELL.1 / 2);
            word(area, &words, place, 13, HPos::Center, ink_on(share))?;
        }
    }
    Ok(())
}

/// Three digits.
fn ratio(x: f64) -> String {
    match x {
        x if x < 10.0 => format!("{x:.2}"),
        x if x < 100.0 => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}
