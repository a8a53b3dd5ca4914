//! Every kernel on every space gives what its C twin gives.

use portax::{
    Error, Result, Space,
    registry::{OneDevice, Registry},
};
use portax_backends::testing::spaces_under_test;
use portax_perf_suite::{Entry, Language, measure::set_threads_of_c, suite};

#[allow(dead_code, reason = "the rung that it states is tested elsewhere")]
#[path = "../../05-backend/emulator/mod.rs"]
mod emulator;

/// The smallest size, and one that no vector length divides.
const SIZES: [usize; 2] = [1, 1003];

/// Runs a kernel twice, so that what a repetition leaves is seen.
fn compare(kernel: &Entry, space: &Space, size: usize) -> Result<()> {
    let mut case = kernel.case(space, &Language::C, size)?;
    for _ in 0..2 {
        case.run()?;
        case.run_twin()?;
    }
    match case.checksums()?.iter().find(|sums| !sums.agree()) {
        None => Ok(()),
        Some(sums) => Err(Error::Invalid(format!("{sums:?}"))),
    }
}

/// All kernels of the suite on one space, in these sizes.
fn check(name: &str, space: &Space, sizes: &[usize]) {
    set_threads_of_c(2);
    let faults: Vec<String> = suite()
        .iter()
        .flat_map(|kernel| sizes.iter().map(move |&size| (kernel, size)))
        .filter_map(|(kernel, size)| {
            let error = compare(kernel, space, size).err()?;
            Some(format!(
                "{} of size {size} on {name}: {error}",
                kernel.full_name()
            ))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_kernel_gives_what_c_gives() {
    for (name, space) in spaces_under_test() {
        check(&name, &space, &SIZES);
    }
}

#[test]
fn an_interpreter_of_programs_gives_what_c_gives() -> Result<()> {
    let mut registry = Registry::new();
    registry.add(OneDevice::new(emulator::Emulator::new()));
    check("emulator", &registry.open("emulator")?, &[103]);
    Ok(())
}
