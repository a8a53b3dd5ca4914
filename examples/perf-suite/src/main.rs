//! Times the kernels in portax and in C or CUDA C++: `cargo run --release -p portax-perf-suite -- --help`.

use clap::Parser;
use portax::{Error, Result, Space, backend::HostExecutor};
use portax_backends::rayon::Rayon;
use portax_perf_suite::{CudaLibrary, Entry, Language, lines, measure, measure::Times, suite};
use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode, thread};

/// Times the kernels of the RAJA Performance Suite in portax and in C or CUDA C++.
#[derive(Parser)]
struct Options {
    /// Spaces, such as rayon, rayon:avx2, opencl:pocl or cuda:0
    #[arg(long, value_name = "NAME", num_args = 1, default_value = "rayon")]
    backend: Vec<String>,
    /// Compare with CUDA C++ of this library, built by tools/build-perf-suite-cuda, instead of C
    #[arg(long, value_name = "FILE")]
    cuda_library: Option<PathBuf>,
    /// How many times as large as usual the problems are
    #[arg(long, value_name = "F", default_value_t = 1.0)]
    size: f64,
    /// Threads of C and of rayon [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Run small problems and compare checksums only
    #[arg(long)]
    check: bool,
    /// Print how many lines each kernel takes, and which need `unsafe`
    #[arg(long)]
    lines: bool,
    /// Groups or kernels [default: all]
    names: Vec<String>,
}

impl Options {
    fn kernels(&self) -> Result<Vec<Entry>> {
        let mut all = suite();
        if let Some(word) = self
            .names
            .iter()
            .find(|word| !all.iter().any(|k| k.is_called(word)))
        {
            return Err(Error::Invalid(format!(
                "no kernel and no group is called `{word}`"
            )));
        }
        all.retain(|k| self.names.is_empty() || self.names.iter().any(|word| k.is_called(word)));
        Ok(all)
    }

    fn language(&self) -> Result<Language> {
        Ok(match &self.cuda_library {
            None => Language::C,
            Some(file) => Language::Cuda(CudaLibrary::load(file)?),
        })
    }

    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(cores)
    }
}

/// The space of this name; of `rayon` with these threads.
fn open(name: &str, threads: usize) -> Result<Space> {
    let is_executor = |e: &HostExecutor| name.strip_prefix("rayon:") == Some(e.name());
    match (name, HostExecutor::ALL.into_iter().find(is_executor)) {
        ("rayon", _) => Ok(Rayon::new(threads)?.space()),
        (_, Some(executor)) => Ok(Rayon::new(threads)?.with_executor(executor)?.space()),
        _ => portax_backends::by_name(name),
    }
}

fn print_lines(kernels: &[Entry]) {
    println!(
        "{:<34} {:>6} {:>6} {:>6}  promises",
        "kernel", "portax", "C", "CUDA"
    );
    let mut promised = 0;
    for k in kernels {
        let is_promised = lines::promises(k.rust);
        promised += usize::from(is_promised);
        println!(
            "{:<34} {:>6} {:>6} {:>6}  {}",
            k.full_name(),
            lines::rust(k.rust),
            lines::twin(k.twins.c),
            lines::twin(k.twins.cuda),
            if is_promised { "unsafe" } else { "" }
        );
    }
    println!("{promised} of {} kernels need `unsafe`", kernels.len());
}

/// Problems that no vector length divides, and the smallest.
const SMALL: [usize; 3] = [1, 1003, 20_011];

fn check(kernels: &[Entry], name: &str, space: &Space, language: &Language) -> Result<bool> {
    let mut all_agree = true;
    for k in kernels {
        for size in SMALL {
            if let Err(fault) = compare(k, space, language, size) {
                println!("{name} {}, size {size}: {fault}", k.full_name());
                all_agree = false;
            }
        }
    }
    Ok(all_agree)
}

fn compare(k: &Entry, space: &Space, language: &Language, size: usize) -> Result<()> {
    let mut case = k.case(space, language, size)?;
    for _ in 0..2 {
        case.run()?;
        case.run_twin()?;
    }
    match case.checksums()?.iter().find(|sums| !sums.agree()) {
        None => Ok(()),
        Some(sums) => Err(Error::Invalid(format!(
            "{} by {}: {}",
            sums.portax,
            language.name(),
            sums.twin
        ))),
    }
}

/// Runs the kernels on a space; gives whether all checksums agree.
fn time(
    kernels: &[Entry],
    name: &str,
    space: &Space,
    language: &Language,
    size: f64,
) -> Result<bool> {
    let twin = language.name();
    println!(
        "{:<34} {:<12} {:>10} {:>10} {:>13} {:>8} {:>8}  checksum",
        "kernel",
        "space",
        "portax ms",
        format!("{twin} ms"),
        format!("{twin} / portax"),
        "GB/s",
        "GFLOP/s"
    );
    let (mut product, mut count, mut all_agree) = (0.0, 0, true);
    for k in kernels {
        let (times, rates, agree) = match timed(k, space, language, size) {
            Ok(found) => found,
            Err(error) => {
                println!("{:<34} {name:<12} {error}", k.full_name());
                all_agree = false;
                continue;
            }
        };
        println!(
            "{:<34} {name:<12} {:>10.4} {:>10.4} {:>13.2} {:>8.1} {:>8.2}  {}",
            k.full_name(),
            1e3 * times.portax,
            1e3 * times.twin,
            times.twin / times.portax,
            rates[0],
            rates[1],
            if agree { "ok" } else { "WRONG" }
        );
        product += (times.twin / times.portax).ln();
        count += 1;
        all_agree &= agree;
    }
    let mean = (product / f64::from(count.max(1))).exp();
    println!(
        "{:<34} {name:<12} geometric mean of {twin} / portax: {mean:.2}",
        ""
    );
    Ok(all_agree)
}

/// Times, GB/s and GFLOP/s of a kernel, and whether its checksums agree.
fn timed(
    k: &Entry,
    space: &Space,
    language: &Language,
    size: f64,
) -> Result<(Times, [f64; 2], bool)> {
    let mut case = k.case(space, language, k.size(size))?;
    let (times, work) = (measure::measure(&mut *case)?, case.work());
    let rate = |count: usize| 1e-9 * count as f64 / times.portax;
    let agree = case.checksums()?.iter().all(|sums| sums.agree());
    Ok((times, [rate(work.bytes), rate(work.flops)], agree))
}

fn run(options: &Options) -> Result<bool> {
    let kernels = options.kernels()?;
    if options.lines {
        print_lines(&kernels);
        return Ok(true);
    }
    let language = options.language()?;
    measure::set_threads_of_c(options.threads());
    let mut all_agree = true;
    for name in &options.backend {
        let space = open(name, options.threads())?;
        all_agree &= match options.check {
            true => check(&kernels, name, &space, &language)?,
            false => time(&kernels, name, &space, &language, options.size)?,
        };
    }
    Ok(all_agree)
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
