//! The cascade plot: efficiencies of each implementation from its best platform on, and PP of the platforms so far.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::metric::cascade;
use super::{Portability, Row};
use crate::error::Error;
use crate::study::draw::{self, Area, Drawn, GRID, PALETTE, bar, line, mark, upright, word};

const WIDTH: u32 = 1180;
/// Of a panel.
const HEIGHT: i32 = 440;
const LEFT: i32 = 90;
/// Efficiencies end here; bars of PP are beside them.
const RIGHT: i32 = 560;
const BARS: i32 = 620;
const TOP: i32 = 60;
const BOTTOM: i32 = 370;
const BAR: i32 = 34;
/// Where the legend begins.
const LEGEND: i32 = 920;

/// The picture of a comparison: of each 2J the implementations with the highest PP.
///
/// # Errors
/// What the library says.
pub fn svg(portability: &Portability) -> Result<String, Error> {
    let all = portability.twojmax();
    draw::svg([WIDTH, all.len() as u32 * HEIGHT as u32], |root| {
        let mut rest = root.clone();
        for twojmax in all {
            let (area, below) = rest.split_vertically(HEIGHT);
            panel(&area, portability, twojmax)?;
            rest = below;
        }
        Ok(())
    })
}

fn height(efficiency: f64) -> i32 {
    BOTTOM - (f64::from(BOTTOM - TOP) * efficiency).round() as i32
}

fn panel(area: &Area<'_>, portability: &Portability, twojmax: usize) -> Drawn {
    let present = portability.present(twojmax);
    let platforms = present.len();
    let title = format!("2J = {twojmax}, application efficiency on {platforms} platforms, and PP");
    word(area, &title, (20, 22), 18, HPos::Left, BLACK)?;
    for tick in 0..=5 {
        let efficiency = f64::from(tick) / 5.0;
        let y = height(efficiency);
        line(area, &[(LEFT, y), (RIGHT, y)], GRID, 1)?;
        let end = BARS + BAR * PALETTE.len() as i32;
        line(area, &[(BARS, y), (end, y)], GRID, 1)?;
        word(
            area,
            &format!("{efficiency}"),
            (LEFT - 8, y),
            13,
            HPos::Right,
            BLACK,
        )?;
    }
    upright(area, "efficiency", (30, (TOP + BOTTOM) / 2), 15)?;
    for n in 0..platforms {
        word(
            area,
            &format!("{}", n + 1),
            (place(n, platforms), BOTTOM + 14),
            13,
            HPos::Center,
            BLACK,
        )?;
    }
    let words = "platforms, for each implementation its best first";
    word(
        area,
        words,
        ((LEFT + RIGHT) / 2, BOTTOM + 38),
        14,
        HPos::Center,
        BLACK,
    )?;
    let middle = BARS + BAR * PALETTE.len() as i32 / 2;
    word(
        area,
        "PP of all platforms",
        (middle, BOTTOM + 38),
        14,
        HPos::Center,
        BLACK,
    )?;
    let rows = portability.of(twojmax);
    for (n, row) in rows.iter().take(PALETTE.len()).enumerate() {
        implementation(area, row, &present, n)?;
    }
    if rows.len() > PALETTE.len() {
        let words = format!("and {} more, with less", rows.len() - PALETTE.len());
        let y = TOP + 24 * PALETTE.len() as i32;
        word(area, &words, (LEGEND, y), 13, HPos::Left, BLACK)?;
    }
    Ok(())
}

/// Where the n-th platform is.
fn place(n: usize, platforms: usize) -> i32 {
    let width = f64::from(RIGHT - LEFT);
    LEFT + (width * (n as f64 + 0.5) / platforms as f64).round() as i32
}

fn implementation(area: &Area<'_>, row: &Row, present: &[usize], n: usize) -> Drawn {
    let color = PALETTE[n];
    let cells = present.iter().map(|&p| row.cells[p].as_ref());
    let efficiencies: Vec<_> = cells.map(|cell| Some(cell?.application)).collect();
    let steps = cascade(&efficiencies);
    let points = |k: usize| {
        let all = steps.iter().enumerate();
        all.map(|(at, step)| (place(at, steps.len()), height(step[k])))
            .collect::<Vec<_>>()
    };
    line(area, &points(0), color, 2)?;
    points(0)
        .into_iter()
        .try_for_each(|point| mark(area, n, point, color))?;
    dashed(area, &points(1), color)?;
    let x = BARS + BAR * n as i32;
    let y = height(row.application);
    bar(area, [(x + 5, y), (x + BAR - 5, BOTTOM)], color)?;
    word(
        area,
        &format!("{:.2}", row.application),
        (x + BAR / 2, y - 9),
        12,
        HPos::Center,
        BLACK,
    )?;
    let y = TOP + 24 * n as i32;
    mark(area, n, (LEGEND, y), color)?;
    word(
        area,
        &row.implementation,
        (LEGEND + 14, y),
        14,
        HPos::Left,
        BLACK,
    )
}

/// A line of dashes of about 6 pixels.
fn dashed(area: &Area<'_>, points: &[(i32, i32)], color: RGBColor) -> Drawn {
    for pair in points.windows(2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let dashes = ((x1 - x0).hypot(y1 - y0) / 12.0).ceil().max(1.0);
        let at = |t: f64| {
            let share = t / dashes;
            (
                (x0 + (x1 - x0) * share).round() as i32,
                (y0 + (y1 - y0) * share).round() as i32,
            )
        };
        for n in 0..dashes as i32 {
            let t = f64::from(n);
            line(area, &[at(t), at(t + 0.5)], color, 1)?;
        }
    }
    Ok(())
}
