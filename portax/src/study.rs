//! Layout studies: one kernel under several layouts, timed side by side.
//!
//! The kernel is generic over the layout of what is studied. [`for_each_layout!`](crate::for_each_layout) writes the case
//! of each layout, [`Study`] times it, checks nothing and keeps what went wrong: a layout that does not fit the memory is
//! a line of the table.
//!
//! ```
//! use portax::{AoSoA, Functor, LayoutLeft, LayoutRight, RangeKernel, RangePolicy, View, for_each_layout, kernel};
//! use portax::{layout::Layout, study::Study};
//!
//! #[derive(Functor)]
//! struct SumOfRows<L: Layout> {
//!     sum: View<f64, 1>,
//!     a: View<f64, 2, L>,
//! }
//!
//! #[kernel]
//! impl<L: Layout> RangeKernel for SumOfRows<L> {
//!     fn sum_of_rows(&self, i: Index) {
//!         let mut sum = 0.0;
//!         for j in 0..self.a.extent(1) {
//!             sum += self.a[(i, j)];
//!         }
//!         self.sum[i] = sum;
//!     }
//! }
//!
//! # fn main() -> portax::Result<()> {
//! let space = portax_backends::by_name("rayon")?;
//! let (n, m) = (1000, 64);
//! let mut study = Study::new("sum of rows");
//! for_each_layout!(L in [LayoutLeft, LayoutRight, AoSoA<8>] {
//!     study.measure::<L>(&space, 8 * n * (m + 1), || {
//!         let (sum, a) = (View::new(&space, "sum", [n])?, View::new(&space, "a", [n, m])?);
//!         space.prepare("sum of rows", RangePolicy::new(0..n), &SumOfRows::<L> { sum, a })
//!     });
//! });
//! println!("{study}");
//! assert!(study.best().is_some());
//! # Ok(()) }
//! ```
//!
//! The table has a line for each case: space, layout, median time of a launch, GB/s, and how fast it is beside the best on
//! its space.

use crate::{
    error::{Error, Result},
    launch::Prepared,
    layout::Layout,
    space::Space,
};
use std::{
    fmt,
    time::{Duration, Instant},
};

/// Repetitions of which the median counts.
const REPETITIONS: usize = 7;

/// What a repetition takes at least: clocks and waits are nothing of it.
const LEAST: Duration = Duration::from_millis(10);

/// Times of a kernel under several layouts, on one space or on several.
#[derive(Clone, Debug)]
pub struct Study {
    title: String,
    cases: Vec<Case>,
}

/// A kernel under one layout.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where it ran
    pub space: String,
    /// The layout, as it is written in Rust
    pub layout: String,
    /// Bytes that a launch has to read and write, by the user's count
    pub bytes: usize,
    /// What it took
    pub times: Result<Times>,
}

/// Seconds of a launch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Times {
    /// Median of the repetitions
    pub median: f64,
    /// The fastest
    pub least: f64,
    /// The slowest
    pub most: f64,
}

impl Case {
    /// GB/s, of the bytes that have to move.
    pub fn bandwidth(&self) -> Option<f64> {
        let times = self.times.as_ref().ok()?;
        Some(1e-9 * self.bytes as f64 / times.median)
    }

    /// Endless where it failed.
    fn median(&self) -> f64 {
        self.times.as_ref().map_or(f64::INFINITY, |t| t.median)
    }
}

impl Study {
    /// A study without cases.
    pub fn new(title: impl Into<String>) -> Self {
        Study {
            title: title.into(),
            cases: Vec::new(),
        }
    }

    /// Times a launch under the layout `L`. `setup` makes the views and prepares the launch, which has to read and write
    /// `bytes` bytes. An error of either is kept in the case.
    pub fn measure<L: Layout>(
        &mut self,
        space: &Space,
        bytes: usize,
        setup: impl FnOnce() -> Result<Prepared>,
    ) -> &Case {
        let times = setup().and_then(|launch| times(space, &launch));
        self.cases.push(Case {
            space: space.name().to_string(),
            layout: L::name(),
            bytes,
            times,
        });
        &self.cases[self.cases.len() - 1]
    }

    /// All cases, in order.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The fastest case of all.
    pub fn best(&self) -> Option<&Case> {
        let fastest = self
            .cases
            .iter()
            .min_by(|a, b| f64::total_cmp(&a.median(), &b.median()));
        fastest.filter(|case| case.times.is_ok())
    }
}

/// All cases of studies, a line each: study, space, layout, bytes, seconds (median, least, most), GB/s, error.
pub fn to_csv<'a>(studies: impl IntoIterator<Item = &'a Study>) -> String {
    let mut text =
        "study,space,layout,bytes,median_s,least_s,most_s,bandwidth_gb_s,error\n".to_string();
    for line in studies.into_iter().flat_map(Study::csv_lines) {
        text += &line;
        text.push('\n');
    }
    text
}

/// The table: median of each case, bandwidth, and how fast it is beside the best on its space.
impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let width = |field: fn(&Case) -> &str| self.cases.iter().map(|c| field(c).len()).max();
        let space = width(|c| &c.space).unwrap_or(0);
        let layout = width(|c| &c.layout).unwrap_or(0);
        let start = space + layout + 2;
        write!(f, "{:start$}", self.title)?;
        write!(f, "  {:>12}  {:>8}  of the best", "median", "GB/s")?;
        for case in &self.cases {
            write!(f, "\n{:space$}  {:layout$}", case.space, case.layout)?;
            match &case.times {
                Ok(times) => {
                    let bandwidth = case.bandwidth().unwrap_or(0.0);
                    let share = self.best_on(&case.space) / times.median;
                    let median = readable(times.median);
                    write!(f, "  {median:>12}  {bandwidth:>8.1}  {share:>11.2}")?;
                }
                Err(error) => write!(f, "  {}", first_line(error))?,
            }
        }
        Ok(())
    }
}

impl Study {
    fn csv_lines(&self) -> Vec<String> {
        let line = |case: &Case| {
            let start = [&self.title, &case.space, &case.layout].map(|field| quoted(field));
            let (start, bytes) = (start.join(","), case.bytes);
            match &case.times {
                Ok(times) => {
                    let Times {
                        median,
                        least,
                        most,
                    } = times;
                    let bandwidth = case.bandwidth().unwrap_or(0.0);
                    format!("{start},{bytes},{median:e},{least:e},{most:e},{bandwidth:.3},")
                }
                Err(error) => format!("{start},{bytes},,,,,{}", quoted(&error.to_string())),
            }
        };
        self.cases.iter().map(line).collect()
    }

    /// Median of the fastest on a space.
    fn best_on(&self, space: &str) -> f64 {
        let there = self.cases.iter().filter(|case| case.space == space);
        there.map(Case::median).fold(f64::INFINITY, f64::min)
    }
}

/// Times of a launch, after one that compiles and warms the caches.
fn times(space: &Space, launch: &Prepared) -> Result<Times> {
    let batch = |launches: usize| -> Result<Duration> {
        let start = Instant::now();
        for _ in 0..launches {
            launch.launch()?;
        }
        space.fence()?;
        Ok(start.elapsed())
    };
    batch(1)?;
    let mut launches = 1;
    let mut time = batch(launches)?;
    while time < LEAST {
        launches *= 2;
        time = batch(launches)?;
    }
    let mut seconds = [time.as_secs_f64(); REPETITIONS];
    for s in &mut seconds[1..] {
        *s = batch(launches)?.as_secs_f64();
    }
    seconds.sort_by(f64::total_cmp);
    let [least, median, most] =
        [0, REPETITIONS / 2, REPETITIONS - 1].map(|k| seconds[k] / launches as f64);
    Ok(Times {
        median,
        least,
        most,
    })
}

/// Seconds with a unit.
fn readable(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", 1e6 * s),
        s if s < 1.0 => format!("{:.2} ms", 1e3 * s),
        s => format!("{s:.2} s"),
    }
}

fn first_line(error: &Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().to_string()
}

/// A field of CSV.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}

/// Writes a block once for each layout of a list: `for_each_layout!(L in [LayoutLeft, AoSoA<8>] { ... })`, in which `L` is
/// the layout.
#[macro_export]
macro_rules! for_each_layout {
    ($L:ident in [$($layout:ty),+ $(,)?] $body:block) => {
        $({
            type $L = $layout;
            $body
        })+
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AoSoA, Interleaved, LayoutLeft, LayoutRight};

    fn case(layout: String, times: Result<f64>) -> Case {
        let times = times.map(|median| Times {
            median,
            least: median,
            most: 2.0 * median,
        });
        Case {
            space: "rayon".to_string(),
            layout,
            bytes: 4000,
            times,
        }
    }

    fn study() -> Study {
        let mut study = Study::new("stencil, small");
        let full = Error::Invalid("no memory,\nor little".to_string());
        study.cases = vec![
            case(LayoutLeft::name(), Ok(2e-6)),
            case(AoSoA::<16>::name(), Ok(1e-6)),
            case(Interleaved::name(), Err(full)),
        ];
        study
    }

    #[test]
    fn layouts_have_the_names_that_users_write() {
        let names = [LayoutRight::name(), <AoSoA>::name()];
        assert_eq!(names, ["LayoutRight", "AoSoA"]);
    }

    #[test]
    fn the_table_compares_with_the_best_and_keeps_errors() {
        let table = study().to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines,
            [
                "stencil, small            median      GB/s  of the best",
                "rayon  LayoutLeft         2.0 us       2.0         0.50",
                "rayon  AoSoA<16>          1.0 us       4.0         1.00",
                "rayon  Interleaved  no memory,",
            ]
        );
        assert_eq!(
            study().best().map(|c| c.layout.clone()),
            Some("AoSoA<16>".to_string())
        );
    }

    #[test]
    fn csv_has_a_line_a_case_and_quotes_what_it_must() {
        let csv = to_csv(&[study()]);
        assert_eq!(
            csv,
            "study,space,layout,bytes,median_s,least_s,most_s,bandwidth_gb_s,error\n\
             \"stencil, small\",rayon,LayoutLeft,4000,2e-6,2e-6,4e-6,2.000,\n\
             \"stencil, small\",rayon,AoSoA<16>,4000,1e-6,1e-6,2e-6,4.000,\n\
             \"stencil, small\",rayon,Interleaved,4000,,,,,\"no memory,\nor little\"\n"
        );
    }
}
