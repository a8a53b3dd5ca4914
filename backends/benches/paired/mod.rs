//! Times two implementations of one thing in turns, so that whatever else the machine does hits both alike.

use criterion::{Criterion, SamplingMode};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Length of a turn: far below a time slice of the scheduler, so that most turns are undisturbed, and far above the
/// resolution of the clock.
const TURN: Duration = Duration::from_micros(50);

/// Places of the stack from which turns are called, 64 bytes or more apart: code that spills runs up to 1.4 times
/// longer where its stack and its data share the low bits of their addresses, and both sides should meet that equally
/// often.
const PLACES: usize = 48;

/// What is timed, and where.
type Call<'a> = &'a mut (dyn FnMut() + Send);

/// A benchmark of portax code next to hand-written code. Criterion keeps the history of portax' times; the ratios of
/// one run are printed at the end.
pub struct Paired {
    criterion: Criterion,
    rows: Vec<String>,
}

impl Paired {
    /// Settings from the command line, as any bench of Criterion.
    pub fn new() -> Paired {
        let criterion = Criterion::default()
            .sample_size(10)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(600))
            .configure_from_args();
        Paired {
            criterion,
            rows: Vec::new(),
        }
    }

    /// Whether the command line asks for it.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        let filter = std::env::args()
            .skip(1)
            .find(|argument| !argument.starts_with('-'));
        filter.is_none_or(|filter| name.contains(&filter))
    }

    /// Benchmarks `portax` against `hand`; `inside` runs its argument in the place from which both are to be called.
    pub fn bench(&mut self, name: &str, inside: impl Fn(Call), portax: Call, hand: Call) {
        let mut turns = Vec::new();
        let mut calls = 0;
        let mut group = self.criterion.benchmark_group(name);
        group.sampling_mode(SamplingMode::Flat);
        group.bench_function("portax", |bencher| {
            bencher.iter_custom(|iterations| {
                let mut sum = Duration::ZERO;
                inside(&mut || {
                    if calls == 0 {
                        calls = calls_of_a_turn(portax);
                    }
                    let first = turns.len();
                    for turn in 0..iterations.div_ceil(calls) as usize {
                        lower((first + turn) % PLACES, &mut || {
                            turns.push(Turn::take(calls, portax, hand))
                        });
                    }
                    sum = turns[first..].iter().map(|turn| turn.portax).sum();
                    sum = sum
                        .mul_f64(iterations as f64 / ((turns.len() - first) as u64 * calls) as f64);
                });
                sum
            });
        });
        group.finish();
        if !turns.is_empty() {
            self.rows.push(row(name, &turns, calls));
        }
    }

    /// Prints the ratios.
    pub fn report(self) {
        self.criterion.final_summary();
        println!("portax / hand-written in one run, in turns; times are medians of a call");
        println!(
            "{:34} {:>12} {:>12} {:>7} {:>7}  quartiles",
            "", "portax", "hand", "median", "best"
        );
        self.rows.iter().for_each(|row| println!("{row}"));
    }
}

/// Times of the same number of calls of both.
struct Turn {
    portax: Duration,
    hand: Duration,
}

impl Turn {
    fn take(calls: u64, portax: Call, hand: Call) -> Turn {
        Turn {
            portax: time(calls, portax),
            hand: time(calls, hand),
        }
    }
}

/// Calls `call` from further down the stack.
#[inline(never)]
fn lower(places: usize, call: &mut dyn FnMut()) {
    let room = black_box([0_u8; 64]);
    match places {
        0 => call(),
        _ => lower(places - 1, call),
    }
    black_box(room);
}

fn time(calls: u64, call: Call) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed()
}

/// Estimated from the best of a few calls, after a warm-up.
fn calls_of_a_turn(call: Call) -> u64 {
    let best = (0..20).map(|_| time(1, call)).min().unwrap_or(TURN);
    (TURN.as_secs_f64() / best.as_secs_f64().max(1e-9)).ceil() as u64
}

/// Medians, ratio of the best times, and quartiles of the ratio.
fn row(name: &str, turns: &[Turn], calls: u64) -> String {
    let column = |f: &dyn Fn(&Turn) -> f64| {
        let mut column: Vec<f64> = turns.iter().map(f).collect();
        column.sort_by(f64::total_cmp);
        column
    };
    let portax = column(&|turn| turn.portax.as_secs_f64() / calls as f64);
    let hand = column(&|turn| turn.hand.as_secs_f64() / calls as f64);
    let ratio = column(&|turn| turn.portax.as_secs_f64() / turn.hand.as_secs_f64());
    let at = |quarter: usize| quarter * (ratio.len() - 1) / 4;
    format!(
        "{name:34} {:>12} {:>12} {:7.3} {:7.3}  {:.3}..{:.3}",
        text(portax[at(2)]),
        text(hand[at(2)]),
        ratio[at(2)],
        portax[0] / hand[0],
        ratio[at(1)],
        ratio[at(3)],
    )
}

fn text(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}
