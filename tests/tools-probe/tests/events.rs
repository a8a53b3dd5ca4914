//! What tools are told: every event, in order, on host threads and on a device.

use std::{
    env::consts::{DLL_PREFIX, DLL_SUFFIX},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// `ID` and `MEMORY` stand for the space's; memory of portax itself on devices is left out.
const EVENTS: &str = "\
init 0 20240906 0
settings 1 true
interface 1 true
args --depth 2
metadata portax_version VERSION
metadata input none
allocate MEMORY y 4000
allocate Host y 4000
create setup 7
start 7
begin copy MEMORY y Host y 4000
end copy
stop 7
push work
begin for scale ID 100
end for 100
begin for again ID 101
end for 101
begin for again ID 102
end for 102
begin reduce total ID 103
end reduce 103
pop
mark half way
allocate MEMORY sums 4000
begin scan prefix ID 104
end scan 104
begin fence portax::Space::fence ID 105
end fence 105
deallocate MEMORY y 4000
deallocate MEMORY sums 4000
destroy 7
deallocate Host y 4000
finalize
";

/// The tool, which cargo builds beside the tests.
fn probe() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let name = format!("{DLL_PREFIX}portax_tools_probe{DLL_SUFFIX}");
    tests.parent().unwrap().join(name)
}

/// One run of the workload under tools that write to a file of its own.
struct Run {
    command: Command,
    log: PathBuf,
}

impl Run {
    fn new(test: &str, space: &str, libraries: &str) -> Run {
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.log"));
        let _ = fs::remove_file(&log);
        let mut command = Command::new(env!("CARGO_BIN_EXE_workload"));
        command.arg(space).env("KOKKOS_TOOLS_LIBS", libraries);
        command.env("PROBE_LOG", &log).env_remove("PORTAX_PROFILE");
        Run { command, log }
    }

    fn with(mut self, variable: &str, value: &str) -> Run {
        self.command.env(variable, value);
        self
    }

    /// What the tools wrote, and the output of the run, which succeeds.
    fn end(mut self) -> (String, Output) {
        let output = self.command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        (fs::read_to_string(&self.log).unwrap_or_default(), output)
    }
}

fn expected(id: &str, memory: &str) -> String {
    let events = EVENTS.replace("ID", id).replace("MEMORY", memory);
    events.replace("VERSION", env!("CARGO_PKG_VERSION"))
}

fn without_memory_of_portax(log: &str) -> String {
    let lines = log.lines().filter(|line| !line.contains(" px_"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_event_comes_in_order_whether_launches_are_fenced_or_not() {
    let spaces = [
        ("rayon:lane", "0x06000001", "Host"),
        ("opencl:pocl", "0x07000001", "SYCL"),
    ];
    for (space, id, memory) in spaces {
        if portax_backends::testing::space_or_skip(space).is_none() {
            continue;
        }
        for fences in ["on", "off"] {
            let run = Run::new("order", space, probe().to_str().unwrap())
                .with("KOKKOS_TOOLS_ARGS", "--depth 2")
                .with("PROBE_FENCES", fences);
            let (log, _) = run.end();
            assert_eq!(
                without_memory_of_portax(&log),
                expected(id, memory),
                "{space}"
            );
        }
    }
}

#[test]
fn several_tools_see_every_event_and_one_that_is_loaded_sees_it_once() {
    let first = probe();
    let second = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("second{DLL_SUFFIX}"));
    fs::copy(&first, &second).unwrap();
    let both = format!("{};{}", first.display(), second.display());
    let (log, _) = Run::new("both", "rayon:lane", &both).end();
    let count = |log: &str, event: &str| log.matches(event).count();
    assert_eq!(count(&log, "begin for scale"), 2);
    assert!(log.contains("init 0") && log.contains("init 1"));
    let twice = format!("{0};{0}", first.display());
    let (log, _) = Run::new("twice", "rayon:lane", &twice).end();
    assert_eq!(
        (count(&log, "init"), count(&log, "begin for scale")),
        (1, 1)
    );
}

#[test]
fn a_tool_that_does_not_load_is_named_and_the_others_run() {
    let libraries = format!("nowhere.so;{}", probe().display());
    let (log, output) = Run::new("missing", "rayon:lane", &libraries).end();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("KOKKOS_TOOLS_LIBS") && errors.contains("nowhere.so"),
        "{errors}"
    );
    assert!(log.ends_with("finalize\n"), "{log}");
}

#[test]
fn without_a_tool_nothing_is_written() {
    let (log, output) = Run::new("none", "rayon:lane", "").end();
    assert_eq!((log.as_str(), output.stderr.as_slice()), ("", &[][..]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_ends_nothing() {
    for (variable, value) in [
        ("PORTAX_PROFILE", "1"),
        ("PORTAX_PROFILE", "perhaps"),
        ("PORTAX_DUMP", "/dev/null/folder"),
        ("KOKKOS_TOOLS_LIBS", "nonsense"),
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut run = Run::new("full", "rayon:lane", "").with(variable, value);
        run.command.stderr(full);
        run.end();
    }
}

#[test]
fn the_table_counts_the_launches_of_each_kernel() {
    for space in ["rayon:lane", "opencl:pocl"] {
        if portax_backends::testing::space_or_skip(space).is_none() {
            continue;
        }
        let (_, output) = Run::new("table", space, "")
            .with("PORTAX_PROFILE", "1")
            .end();
        let table = String::from_utf8_lossy(&output.stderr).into_owned();
        let row = |label: &str| {
            let row = table.lines().find(|line| line.ends_with(label));
            let row = row.unwrap_or_else(|| panic!("{label} is not in {table}"));
            row.split_whitespace().map(String::from).collect::<Vec<_>>()
        };
        for (label, kind, calls) in [
            ("scale", "for", "1"),
            ("again", "for", "2"),
            ("total", "reduce", "1"),
            ("prefix", "scan", "1"),
        ] {
            let row = row(label);
            assert_eq!([&row[1], &row[4], &row[5]], [calls, kind, space], "{table}");
            assert!(row[0].parse::<f64>().unwrap() > 0.0, "{table}");
        }
    }
}

#[test]
fn a_dump_has_program_source_binary_and_resources_of_every_kernel() {
    for (space, endings) in [
        ("rayon:lane", &["ir"][..]),
        ("opencl:pocl", &["ir", "cl", "bin", "txt"][..]),
    ] {
        if portax_backends::testing::space_or_skip(space).is_none() {
            continue;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dump");
        let _ = fs::remove_dir_all(&folder);
        let _ = Run::new("dump", space, "")
            .with("PORTAX_DUMP", folder.to_str().unwrap())
            .end();
        let backend = space.split(':').next().unwrap();
        let read =
            |name: &str| fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        for kernel in ["scale", "total", "input"] {
            for ending in endings {
                assert!(!read(&format!("{kernel}.{backend}.{ending}")).is_empty());
            }
        }
        let program = String::from_utf8(read(&format!("scale.{backend}.ir"))).unwrap();
        assert!(
            program.contains("y(work(0)) at tests/tools-probe/src/bin/workload.rs:"),
            "{program}"
        );
    }
}
