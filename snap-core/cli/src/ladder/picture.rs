//! The picture: for each problem the speed-up of every rung, beside what was published, and where its time goes.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::groups::{GROUPS, by_group};
use super::record::{Entry, Record};
use super::table::{Problem, published};
use crate::error::Error;
use crate::study::draw::{Area, Drawn, GRID, bar, mark, word};
use crate::study::{Outcome, draw, scale::Scale};

const WIDTH: u32 = 1180;
/// Of a rung.
const ROW: i32 = 24;
const BAR: i32 = 16;
/// Of a panel, above and below the rungs.
const TOP: i32 = 92;
const BOTTOM: i32 = 62;
/// From where to where bars of speed-ups and of shares reach.
const SPEEDUPS: (i32, i32) = (150, 640);
const SHARES: (i32, i32) = (720, 1140);
/// What published speed-ups are against.
const BASELINE: &str = "baseline";
/// Colours that the colour-blind tell apart (Okabe and Ito).
const COLORS: [RGBColor; GROUPS.len()] = [
    RGBColor(153, 153, 153),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(240, 228, 66),
    RGBColor(0, 114, 178),
    RGBColor(0, 0, 0),
];
const OURS: RGBColor = RGBColor(0, 114, 178);
const PUBLISHED: RGBColor = RGBColor(213, 94, 0);
/// Shape of what was published.
const DIAMOND: usize = 3;

/// The picture of a record.
///
/// # Errors
/// What the library says.
pub fn svg(record: &Record) -> Result<String, Error> {
    let problems = Problem::all(record);
    let height = |p: &Problem<'_>| TOP + ROW * p.entries.len() as i32 + BOTTOM;
    let all: i32 = problems.iter().map(height).sum();
    draw::svg([WIDTH, all.max(40) as u32], |root| {
        let mut rest = root.clone();
        for problem in &problems {
            let (area, below) = rest.split_vertically(height(problem));
            panel(&area, record, problem)?;
            rest = below;
        }
        Ok(())
    })
}

fn panel(area: &Area<'_>, record: &Record, problem: &Problem<'_>) -> Drawn {
    let Problem {
        twojmax, natoms, ..
    } = problem;
    let title = format!(
        "2J = {twojmax}, {natoms} atoms, double precision, {}: {}",
        record.origin.backend, record.origin.device
    );
    word(area, &title, (20, 20), 18, HPos::Left, BLACK)?;
    let heading = problem.base().map_or(String::new(), |(name, seconds)| {
        let grind = problem.grind(seconds);
        let digits = if grind < 100.0 { 2 } else { 0 };
        format!("speed-up against {name}, which takes {grind:.digits$} us/atom")
    });
    word(area, &heading, (SPEEDUPS.0, 48), 15, HPos::Left, BLACK)?;
    word(area, "share of time", (SHARES.0, 48), 15, HPos::Left, BLACK)?;
    legend(area)?;
    let scale = Scale::of(problem.entries.iter().flat_map(|entry| {
        let ours = ours(problem, entry).into_iter();
        ours.chain(published_beside(problem, entry))
    }));
    axis(area, problem, &scale)?;
    for (n, entry) in problem.entries.iter().enumerate() {
        let middle = TOP + ROW * n as i32 + ROW / 2;
        word(
            area,
            &entry.rung,
            (SPEEDUPS.0 - 8, middle),
            14,
            HPos::Right,
            BLACK,
        )?;
        speedup(area, problem, entry, &scale, middle)?;
        shares(area, entry, middle)?;
    }
    Ok(())
}

/// Where a speed-up is.
fn place(scale: &Scale, x: f64) -> i32 {
    let width = f64::from(SPEEDUPS.1 - SPEEDUPS.0);
    SPEEDUPS.0 + (width * scale.share(x)).round() as i32
}

fn ours(problem: &Problem<'_>, entry: &Entry) -> Option<f64> {
    Some(problem.base()?.1 / entry.measured()?.seconds)
}

/// What was published, which is against `baseline`.
fn published_beside(problem: &Problem<'_>, entry: &Entry) -> Option<f64> {
    let (name, _) = problem.base()?;
    let speedup = published(&entry.rung, entry.twojmax)?;
    (name == BASELINE).then_some(speedup)
}

fn axis(area: &Area<'_>, problem: &Problem<'_>, scale: &Scale) -> Drawn {
    let end = TOP + ROW * problem.entries.len() as i32;
    for tick in scale.ticks() {
        let x = place(scale, tick);
        area.draw(&PathElement::new([(x, TOP), (x, end)], GRID))?;
        word(
            area,
            &format!("{tick}"),
            (x, end + 14),
            13,
            HPos::Center,
            BLACK,
        )?;
    }
    for percent in [0, 25, 50, 75, 100] {
        let x = SHARES.0 + (SHARES.1 - SHARES.0) * percent / 100;
        area.draw(&PathElement::new([(x, TOP), (x, end)], GRID))?;
        word(
            area,
            &format!("{percent} %"),
            (x, end + 14),
            13,
            HPos::Center,
            BLACK,
        )?;
    }
    let (left, y) = (SPEEDUPS.0, end + 38);
    bar(area, [(left, y - 6), (left + 22, y + 6)], OURS)?;
    word(area, "measured here", (left + 30, y), 13, HPos::Left, BLACK)?;
    let mut entries = problem.entries.iter();
    if entries.any(|e| published_beside(problem, e).is_some()) {
        mark(area, DIAMOND, (left + 160, y), PUBLISHED)?;
        let words = "published, on a V100 GPU against its own baseline";
        word(area, words, (left + 172, y), 13, HPos::Left, BLACK)?;
    }
    Ok(())
}

fn speedup(
    area: &Area<'_>,
    problem: &Problem<'_>,
    entry: &Entry,
    scale: &Scale,
    middle: i32,
) -> Drawn {
    let start = place(scale, 1.0);
    if let Some(ours) = ours(problem, entry) {
        let x = place(scale, ours);
        let (left, right) = (start.min(x), start.max(x).max(start + 1));
        let half = BAR / 2;
        bar(area, [(left, middle - half), (right, middle + half)], OURS)?;
        let digits = if ours < 10.0 { 2 } else { 1 };
        let words = format!("{ours:.digits$}");
        word(
            area,
            &words,
            (SPEEDUPS.1 + 44, middle),
            13,
            HPos::Right,
            BLACK,
        )?;
    } else {
        let words = match entry.outcome {
            Outcome::OutOfMemory(_) => "out of memory",
            _ => "failed",
        };
        word(area, words, (start + 8, middle), 13, HPos::Left, PUBLISHED)?;
    }
    match published_beside(problem, entry) {
        Some(x) => mark(area, DIAMOND, (place(scale, x), middle), PUBLISHED),
        None => Ok(()),
    }
}

fn shares(area: &Area<'_>, entry: &Entry, middle: i32) -> Drawn {
    let Some(measured) = entry.measured() else {
        return Ok(());
    };
    let seconds = by_group(measured);
    let (all, width) = (seconds.iter().sum::<f64>(), (SHARES.1 - SHARES.0) as f64);
    let (mut sum, half) = (0.0, BAR / 2);
    for (seconds, color) in seconds.iter().zip(COLORS) {
        let left = SHARES.0 + (width * sum / all).round() as i32;
        sum += seconds;
        let right = SHARES.0 + (width * sum / all).round() as i32;
        if right > left {
            bar(area, [(left, middle - half), (right, middle + half)], color)?;
        }
    }
    Ok(())
}

fn legend(area: &Area<'_>) -> Drawn {
    let mut x = SHARES.0;
    for (name, color) in GROUPS.iter().zip(COLORS) {
        bar(area, [(x, 66), (x + 16, 78)], color)?;
        word(area, name, (x + 21, 73), 13, HPos::Left, BLACK)?;
        x += 38 + 8 * name.len() as i32;
    }
    Ok(())
}
