//! Times of portax and a twin, in turn.

use crate::suite::Case;
use portax::Result;
use std::{
    thread,
    time::{Duration, Instant},
};

/// Turns of each side.
const TURNS: usize = 7;
/// How long a turn takes at least.
const TURN: Duration = Duration::from_millis(30);
/// Pause between turns: threads of the other side spin for a while after their last loop.
const PAUSE: Duration = Duration::from_millis(10);

/// Seconds of a repetition: each turn's median, of the best turn.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// In portax
    pub portax: f64,
    /// By the twin
    pub twin: f64,
}

unsafe extern "C" {
    fn suite_threads(threads: i32);
}

/// Sets the threads of the C twins.
pub fn set_threads_of_c(threads: usize) {
    // SAFETY: sets a number; no parallel region runs meanwhile.
    unsafe { suite_threads(threads as i32) }
}

/// Runs both sides equally often, in turn.
///
/// # Errors
/// What a launch reports.
pub fn measure(case: &mut dyn Case) -> Result<Times> {
    // The first runs bring in memory and compile kernels.
    case.run()?;
    case.run_twin()?;
    let slower = seconds(|| case.run())?.max(seconds(|| case.run_twin())?);
    let count = (TURN.as_secs_f64() / slower).ceil().clamp(1.0, 1000.0) as usize;
    let mut best = Times {
        portax: f64::INFINITY,
        twin: f64::INFINITY,
    };
    for _ in 0..TURNS {
        best.portax = best.portax.min(turn(count, || case.run())?);
        best.twin = best.twin.min(turn(count, || case.run_twin())?);
    }
    Ok(best)
}

/// The median of some repetitions.
fn turn(count: usize, mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    thread::sleep(PAUSE);
    let times: Result<Vec<f64>> = (0..count).map(|_| seconds(&mut work)).collect();
    Ok(median(times?))
}

fn seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
