//! A picture of a run: temperature, energies and pressure over time.

use std::ops::Range;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::prelude::*;
use serde::{Deserialize, Serialize};

use super::sample::Sample;
use crate::error::Error;
use crate::file;

/// Width and height of the picture.
const SIZE: (u32, u32) = (900, 960);
/// Points that are kept: more would not be seen.
const MOST_POINTS: usize = 2000;
const FONT: (&str, u32) = ("sans-serif", 18);
const COLORS: [RGBColor; 2] = [RGBColor(31, 119, 180), RGBColor(255, 127, 14)];

/// What is drawn, and where it goes.
pub struct Plot {
    path: PathBuf,
    has_volume: bool,
    pub history: History,
}

/// The lines of the table so far: all of them, or of many every second, fourth and so on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    points: Vec<Point>,
    seen: u64,
    stride: u64,
}

/// What is shown of a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Point {
    /// ps
    time: f64,
    /// K
    temperature: f64,
    /// Potential and total energy, eV an atom
    energies: [f64; 2],
    /// GPa
    pressure: f64,
}

impl Default for History {
    fn default() -> Self {
        Self {
            points: vec![],
            seen: 0,
            stride: 1,
        }
    }
}

impl History {
    fn add(&mut self, point: Point) {
        if self.seen.is_multiple_of(self.stride) {
            self.points.push(point);
        }
        self.seen += 1;
        if self.points.len() > MOST_POINTS {
            let mut number = 0;
            self.points.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
        }
    }

    fn line(&self, value: impl Fn(&Point) -> f64) -> Vec<(f64, f64)> {
        self.points.iter().map(|p| (p.time, value(p))).collect()
    }
}

/// Points of a line with its name in the legend.
type Line = (&'static str, Vec<(f64, f64)>);

impl Plot {
    /// A picture for this file, with the pressure where there is one, that begins with what an earlier run has seen.
    pub fn new(path: &Path, has_volume: bool, before: Option<History>) -> Self {
        Self {
            path: path.to_owned(),
            has_volume,
            history: before.unwrap_or_default(),
        }
    }

    /// Adds a line of the table.
    pub fn add(&mut self, sample: &Sample) {
        let natoms = sample.natoms as f64;
        self.history.add(Point {
            time: sample.time,
            temperature: sample.temperature(),
            energies: [sample.potential / natoms, sample.total_energy() / natoms],
            pressure: 1e-4 * sample.pressure(),
        });
    }

    /// Draws the picture.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self) -> Result<(), Error> {
        let mut text = String::new();
        let drawn = self.draw(&mut text);
        let drawn = drawn.map_err(|error| std::io::Error::other(error.to_string()));
        drawn.map_err(Error::writing(&self.path))?;
        file::replace(&self.path, &text)
    }

    fn draw(&self, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut panels: Vec<(&str, Vec<Line>)> = vec![
            (
                "temperature / K",
                vec![("", self.history.line(|p| p.temperature))],
            ),
            (
                "energy / (eV/atom)",
                vec![
                    ("potential", self.history.line(|p| p.energies[0])),
                    ("total", self.history.line(|p| p.energies[1])),
                ],
            ),
        ];
        if self.has_volume {
            panels.push((
                "pressure / GPa",
                vec![("", self.history.line(|p| p.pressure))],
            ));
        }
        let areas = root.split_evenly((panels.len(), 1));
        for (area, (name, lines)) in areas.iter().zip(&panels) {
            panel(area, name, lines)?;
        }
        root.present()?;
        Ok(())
    }
}

/// Draws lines over time with their axes.
fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    name: &str,
    lines: &[Line],
) -> Result<(), Box<dyn std::error::Error>> {
    let points = || lines.iter().flat_map(|(_, line)| line);
    let times = range(points().map(|(time, _)| *time), 0.0);
    let mut values = range(points().map(|(_, value)| *value), 0.05);
    if lines.len() > 1 {
        // Room for the legend.
        values.end += 0.3 * (values.end - values.start);
    }
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(48)
        .y_label_area_size(96)
        .build_cartesian_2d(times, values)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.1))
        .x_desc("time / ps")
        .y_desc(name)
        .label_style(FONT)
        .axis_desc_style(FONT)
        .draw()?;
    for ((name, line), color) in lines.iter().zip(COLORS) {
        let style = color.stroke_width(2);
        let drawn = chart.draw_series(LineSeries::new(line.iter().copied(), style))?;
        if !name.is_empty() {
            drawn
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
        }
    }
    if lines.len() > 1 {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .label_font(FONT)
            .draw()?;
    }
    Ok(())
}

/// From the least value to the largest, wider by a share of their distance on both sides.
fn range(values: impl Iterator<Item = f64>, share: f64) -> Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    let is_range = high > low;
    if !is_range {
        let middle = if low.is_finite() { low } else { 0.0 };
        let half = 0.01 * middle.abs().max(1.0);
        return middle - half..middle + half;
    }
    let room = share * (high - low);
    low - room..high + room
}

#[cfg(test)]
mod tests {
    use snap_core::neighbor::Cell;

    use super::*;

    #[test]
    fn a_picture_has_axes_with_units() {
        let mut plot = Plot::new(Path::new("p.svg"), true, None);
        for step in 0..5000 {
            plot.add(&Sample {
                replica: 0,
                step,
                time: step as f64 * 0.001,
                natoms: 2,
                mass: 1.0,
                potential: -17.0,
                kinetic: [step as f64; 6],
                virial: [0.0; 6],
                cell: Cell::orthogonal([3.0; 3], [true; 3]).unwrap(),
                conserved: 0.0,
            });
        }
        let kept: Vec<f64> = plot.history.points.iter().map(|p| p.time).collect();
        assert_eq!((kept.len(), kept[1]), (1250, 0.004));
        let mut text = String::new();
        plot.draw(&mut text).unwrap();
        let words = [
            "time / ps",
            "temperature / K",
            "energy / (eV/atom)",
            "pressure / GPa",
            "total",
        ];
        for word in words {
            assert!(text.contains(word), "{word}");
        }
        assert!(text.len() < 300_000, "{}", text.len());
        assert_eq!(range([].into_iter(), 0.1), -0.01..0.01);
        assert_eq!(range([2.0, 2.0].into_iter(), 0.1), 1.98..2.02);
    }
}
