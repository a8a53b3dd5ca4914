//! The program: which spaces climb the ladder, and what became of it.

use clap::Parser;
use libtest_mimic::{Conclusion, Trial};
use portax::{Result, Space};
use portax_backends::testing;
use std::process::ExitCode;

/// The command line.
#[derive(Parser)]
#[command(about = "Tests what every execution space of portax must do")]
struct Cli {
    /// Space to test, may be repeated; `all` is every one present [default: all]
    #[arg(long, value_name = "NAME")]
    backend: Vec<String>,
    /// Filters and the other options of Rust's test programs
    #[command(flatten)]
    libtest: libtest_mimic::Arguments,
}

/// Climbs the ladder on each space; the last line says how many tests passed, failed and were skipped. The exit status
/// is 1 where one failed or a space does not open.
fn main() -> ExitCode {
    portax_conformance::environment::remember();
    let cli = Cli::parse();
    let spaces = match spaces(&cli.backend) {
        Ok(spaces) => spaces,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let trials = spaces.iter().flat_map(|(name, space)| trials(name, space));
    let conclusion = libtest_mimic::run(&cli.libtest, trials.collect());
    if !cli.libtest.list {
        println!("{}", summary(&conclusion));
    }
    match conclusion.has_failed() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn spaces(names: &[String]) -> Result<Vec<(String, Space)>> {
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return testing::spaces();
    }
    let open = |name: &String| Ok((name.clone(), portax_backends::by_name(name)?));
    names.iter().map(open).collect()
}

fn trials(name: &str, space: &Space) -> Vec<Trial> {
    let rungs = portax_conformance::ladder().into_iter();
    rungs
        .flat_map(|rung| rung.tests.into_iter().map(move |test| (rung.name, test)))
        .map(|(rung, test)| test.on(&format!("{name}/{rung}"), space))
        .collect()
}

fn summary(conclusion: &Conclusion) -> String {
    let Conclusion {
        num_passed,
        num_failed,
        num_ignored,
        ..
    } = conclusion;
    format!("{num_passed} passed, {num_failed} failed, {num_ignored} skipped")
}
