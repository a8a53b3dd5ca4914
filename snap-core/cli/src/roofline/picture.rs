//! The hierarchical roofline: operations a second over operations a byte, of each stage for three levels of memory.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::ceilings::{Ceilings, Level};
use super::record::{Problem, Record, flops_per_s, parts};
use super::table::LEVELS;
use crate::error::Error;
use crate::study::draw::{self, Area, Drawn, GRID, PALETTE, line, mark, outline, upright, word};
use crate::study::scale::Scale;

const WIDTH: u32 = 1180;
/// Of a panel.
const HEIGHT: i32 = 520;
/// The chart in it.
const LEFT: i32 = 90;
const RIGHT: i32 = 860;
const TOP: i32 = 60;
const BOTTOM: i32 = 450;
/// Where the legend begins.
const LEGEND: i32 = 885;
/// How far axes reach beyond stages and ceilings.
const MARGIN: f64 = 2.0;
/// Names of slopes.
const LETTERS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// The picture of a record.
///
/// # Errors
/// What the library says.
pub fn svg(record: &Record) -> Result<String, Error> {
    let (ceilings, problems) = parts(record);
    let panels = ceilings.map_or(0, |_| problems.len()) as u32;
    draw::svg([WIDTH, (panels * HEIGHT as u32).max(40)], |root| {
        let Some(ceilings) = ceilings else {
            return Ok(());
        };
        let mut rest = root.clone();
        for problem in problems {
            let (area, below) = rest.split_vertically(HEIGHT);
            let title = format!(
                "{}, {}: {}",
                problem.title(),
                record.origin.backend,
                record.origin.device
            );
            Panel::new(&area, ceilings, problem).draw(&title)?;
            rest = below;
        }
        Ok(())
    })
}

struct Panel<'a, 'b> {
    area: &'a Area<'b>,
    ceilings: &'a Ceilings,
    problem: &'a Problem,
    /// Operations a second at most.
    peak: f64,
    x: Scale,
    y: Scale,
}

impl<'a, 'b> Panel<'a, 'b> {
    fn new(area: &'a Area<'b>, ceilings: &'a Ceilings, problem: &'a Problem) -> Self {
        let peak = flops_per_s(ceilings, problem.is_double());
        let stages = || problem.stages.iter().filter(|s| s.counts.flops() > 0.0);
        let reaches = || LEVELS.map(|(reach, _)| reach).into_iter();
        let counted = stages().flat_map(|s| reaches().map(|reach| s.intensity(reach)));
        let hardware =
            || stages().flat_map(|s| reaches().filter_map(|reach| s.hardware_point(reach)));
        let xs = counted.chain(hardware().map(|[x, _]| x));
        let ridges = ceilings.levels.iter().map(|l| peak / l.bytes_per_s);
        let xs = Scale::around(xs.chain(ridges).filter(|x| x.is_finite()));
        let ys = stages().map(|s| s.flops_per_s()).chain([peak]);
        let ys = Scale::around(ys.chain(hardware().map(|[_, y]| y)));
        Self {
            area,
            ceilings,
            problem,
            peak,
            x: Scale::new(xs.low() / MARGIN, xs.high() * MARGIN),
            y: Scale::new(ys.low() / MARGIN, ys.high() * 1.6),
        }
    }

    fn at(&self, x: f64, y: f64) -> (i32, i32) {
        let across = f64::from(RIGHT - LEFT) * self.x.share(x);
        let up = f64::from(BOTTOM - TOP) * self.y.share(y);
        (LEFT + across.round() as i32, BOTTOM - up.round() as i32)
    }

    fn draw(&self, title: &str) -> Drawn {
        word(self.area, title, (20, 22), 18, HPos::Left, BLACK)?;
        self.axes()?;
        self.roofs()?;
        self.stages()?;
        self.legend()
    }

    fn axes(&self) -> Drawn {
        for tick in self.x.ticks() {
            let (x, _) = self.at(tick, self.y.low());
            line(self.area, &[(x, TOP), (x, BOTTOM)], GRID, 1)?;
            word(
                self.area,
                &format!("{tick}"),
                (x, BOTTOM + 14),
                13,
                HPos::Center,
                BLACK,
            )?;
        }
        for tick in self.y.ticks() {
            let (_, y) = self.at(self.x.low(), tick);
            line(self.area, &[(LEFT, y), (RIGHT, y)], GRID, 1)?;
            word(
                self.area,
                &format!("{}", tick / 1e9),
                (LEFT - 8, y),
                13,
                HPos::Right,
                BLACK,
            )?;
        }
        let words = "operational intensity, FLOP/byte of a level's traffic";
        word(
            self.area,
            words,
            ((LEFT + RIGHT) / 2, BOTTOM + 38),
            15,
            HPos::Center,
            BLACK,
        )?;
        upright(
            self.area,
            "performance, GFLOP/s",
            (26, (TOP + BOTTOM) / 2),
            15,
        )
    }

    /// The levels that have a slope, the fastest first.
    fn levels(&self) -> Vec<&Level> {
        let mut levels: Vec<_> = self.ceilings.levels.iter().collect();
        levels.sort_by(|a, b| b.bytes_per_s.total_cmp(&a.bytes_per_s));
        levels
    }

    /// The peak, and a slope for each level of memory, with its letter where they meet.
    fn roofs(&self) -> Drawn {
        let mut ridge = self.x.high();
        for (n, level) in self.levels().into_iter().enumerate() {
            let end = (self.peak / level.bytes_per_s).min(self.x.high());
            let start = self.x.low().max(self.y.low() / level.bytes_per_s);
            ridge = ridge.min(end);
            if start >= end {
                continue;
            }
            let points = [start, end].map(|x| self.at(x, x * level.bytes_per_s));
            line(self.area, &points, BLACK, 2)?;
            let (x, y) = points[1];
            let place = (x, y - 10 - 14 * (n as i32 % 2));
            word(
                self.area,
                LETTERS[n % LETTERS.len()],
                place,
                13,
                HPos::Center,
                BLACK,
            )?;
        }
        let points = [ridge, self.x.high()].map(|x| self.at(x, self.peak));
        line(self.area, &points, BLACK, 2)
    }

    fn stages(&self) -> Drawn {
        for (n, stage) in self.problem.stages.iter().enumerate() {
            if stage.counts.flops() == 0.0 {
                continue;
            }
            let color = PALETTE[n % PALETTE.len()];
            let y = stage.flops_per_s();
            let points = LEVELS.map(|(reach, _)| self.at(stage.intensity(reach), y));
            line(self.area, &points, color, 1)?;
            for (kind, point) in points.into_iter().enumerate() {
                mark(self.area, kind, point, color)?;
            }
            for (kind, (reach, _)) in LEVELS.iter().enumerate() {
                if let Some([x, y]) = stage.hardware_point(*reach) {
                    outline(self.area, kind, self.at(x, y), color, 2)?;
                }
            }
            // Of its own number, where colours do not tell.
            let (x, y) = points[0];
            word(
                self.area,
                &format!("{}", n + 1),
                (x - 14, y),
                13,
                HPos::Center,
                BLACK,
            )?;
        }
        Ok(())
    }

    fn legend(&self) -> Drawn {
        let mut y = TOP + 6;
        let mut put = |words: &str, bold: bool| -> Result<i32, Box<dyn std::error::Error>> {
            let size = if bold { 15 } else { 13 };
            let left = if bold { LEGEND } else { LEGEND + 22 };
            word(self.area, words, (left, y), size, HPos::Left, BLACK)?;
            y += 21;
            Ok(y - 21)
        };
        put("stage, share of time", true)?;
        let all: f64 = self.problem.stages.iter().map(|s| s.seconds).sum();
        for (n, stage) in self.problem.stages.iter().enumerate() {
            let percent = 100.0 * stage.seconds / all;
            let y = put(&format!("{} {}, {percent:.0} %", n + 1, stage.name), false)?;
            let color = PALETTE[n % PALETTE.len()];
            line(self.area, &[(LEGEND, y), (LEGEND + 16, y)], color, 5)?;
        }
        put("bytes between", true)?;
        let between = [
            "registers and the rest",
            "a group and the rest, each once",
            "a launch and memory, each once",
        ];
        for (kind, words) in between.into_iter().enumerate() {
            let y = put(words, false)?;
            mark(self.area, kind, (LEGEND + 8, y), GRID)?;
        }
        if self.problem.has_hardware() {
            let y = put("the same by the hardware's counters", false)?;
            outline(self.area, 0, (LEGEND + 8, y), BLACK, 2)?;
        }
        put("ceilings", true)?;
        for (n, level) in self.levels().into_iter().enumerate() {
            let (letter, rate) = (LETTERS[n % LETTERS.len()], level.bytes_per_s / 1e9);
            put(&format!("{letter}  {}, {rate:.0} GB/s", level.name), false)?;
        }
        put(&format!("FMA, {:.0} GFLOP/s", self.peak / 1e9), false)?;
        Ok(())
    }
}
