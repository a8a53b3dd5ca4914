//! The program from outside: words, numbers, exit status.

mod bench;
mod groups;
mod hostile;
mod ladder;
mod run;
mod serve;
mod structures;
mod studies;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn snapx(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snapx"));
    command.args(arguments);
    // The default device is the same with and without a shim of HIP.
    command
        .env_remove("PORTAX_BACKEND")
        .env_remove("PORTAX_HIP_LIBRARY");
    command
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Runs what must be refused: exit status 2, nothing on standard output, each word in the message.
fn refused(arguments: &[&str], words: &[&str]) {
    let output = snapx(arguments);
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert!(message.starts_with("error: "), "{message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: {message}");
    }
}

fn case(stem: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    folder
        .join(stem)
        .with_extension("json")
        .display()
        .to_string()
}

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn help_shows_examples_of_every_subcommand() {
    for (arguments, example) in [
        (vec!["--help"], "snapx verify tests/cases"),
        (vec!["bench", "--help"], "snapx bench --twojmax 14"),
        (vec!["compute", "--help"], "snapx compute POSCAR"),
        (vec!["run", "--help"], "snapx run input.toml"),
        (vec!["serve", "--help"], "--ipi unix:driver"),
        (vec!["descriptors", "--help"], "--output b.npy"),
        (vec!["verify", "--help"], "--backend rayon:lane"),
        (vec!["ladder", "--help"], "--rungs baseline,V4,VI-c,fast"),
        (vec!["roofline", "--help"], "--svg roofline.svg"),
        (vec!["layouts", "--help"], "--arrays dU,Ylist"),
        (vec!["portability", "--help"], "--known known.csv"),
        (vec!["report", "--help"], "--output report.html"),
        (vec!["tune", "--help"], "--output h200.tuning"),
        (vec!["devices", "--help"], "--json"),
        (vec!["cache", "--help"], "snapx cache clear"),
    ] {
        let output = snapx(&arguments);
        assert!(output.status.success());
        assert!(stdout(&output).contains(example), "{}", stdout(&output));
    }
}

#[test]
fn wrong_usage_is_refused_by_name() {
    refused(&["frobnicate"], &["frobnicate"]);
    for option in ["--cells", "--threads", "--steps"] {
        for value in ["0", "-1", "many", "1e3"] {
            refused(&["bench", option, value], &[option]);
        }
    }
    refused(&["bench", "--twojmax", "9"], &["8, 14"]);
    refused(&["bench", "--yi", "sideways"], &["direct, orbit, reverse"]);
    refused(&["verify"], &["PATH"]);
    refused(&["tune", "--twojmax", "9"], &["8, 14"]);
    refused(&["tune", "--cells", "0"], &["--cells"]);
    refused(&["bench", "--max-atoms", "1000"], &["--sweep"]);
    refused(
        &["bench", "--sweep", "--cells", "4"],
        &["--cells", "--sweep"],
    );
    refused(
        &["bench", "--sweep", "--elements", "W"],
        &["--elements", "--sweep"],
    );
    refused(
        &["bench", "--sweep", "--precision", "mixed"],
        &["--sweep", "--precision"],
    );
    refused(&["bench", "--precision", "half"], &["double, mixed"]);
    refused(&["bench", "--tuning", "legs=4"], &["--tuning", "`legs`"]);
    refused(
        &["bench", "--tuning", "yi_tiles=2"],
        &["--tuning", "`yi_tiles` is gone"],
    );
    refused(&["verify", "x", "--tolerance", "-1"], &["--tolerance"]);
    refused(
        &["bench", "--potential", "W.snapcoeff", "--twojmax", "8"],
        &["--potential", "--twojmax"],
    );
    refused(
        &["bench", "--threads", "2", "--backend", "opencl:0"],
        &["--threads", "opencl:0"],
    );
}

#[test]
fn unknown_devices_are_refused_with_those_present() {
    refused(&["bench", "--backend", "abacus"], &["abacus", "rayon"]);
    refused(
        &["verify", &case("s17_2J0"), "--backend", "rayon:sse"],
        &["rayon:sse", "rayon:lane"],
    );
}

#[test]
fn missing_files_are_refused_by_name() {
    refused(&["bench", "--potential", "no/such"], &["no/such.snapcoeff"]);
    refused(&["verify", "no/such.json"], &["no/such.json"]);
    let empty = folder("empty").display().to_string();
    refused(&["verify", &empty], &[&empty, "*.json"]);
    let unwritable = format!("{empty}/no/such/w.data");
    refused(
        &["bench", "--cells", "1", "--write-data", &unwritable],
        &["cannot write", &unwritable],
    );
}

/// A copy of a reference case after a change.
fn changed(stem: &str, name: &str, change: impl FnOnce(&mut Value)) -> String {
    let text = std::fs::read_to_string(case(stem)).unwrap();
    let mut value = serde_json::from_str(&text).unwrap();
    change(&mut value);
    let path = folder(name).join("case.json");
    std::fs::write(&path, value.to_string()).unwrap();
    path.display().to_string()
}

/// Runs `verify` on a case that makes no sense: exit status 1, and a line that says what is wrong.
fn fails(path: &str, words: &[&str]) {
    let output = snapx(&["verify", path, "--backend", "rayon:lane"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for word in ["FAILED: ", "0 agree to 1e-10, 1 do not"]
        .iter()
        .chain(words)
    {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
}

#[test]
fn systems_without_meaning_are_named() {
    let dimer = |name, change: fn(&mut Value)| changed("s13_dimer_2el", name, change);
    let overlap = dimer("overlap", |c| c["positions"][1] = c["positions"][0].clone());
    fails(&overlap, &["lies on another atom"]);
    let outside = dimer("outside", |c| {
        c["box"]["periodic"] = serde_json::json!([false, false, false]);
        c["positions"][1][2] = 1e6.into();
    });
    fails(
        &outside,
        &["atom 1 is outside the cell", "enlarge the cell"],
    );
    let unknown = dimer("unknown", |c| c["type_to_element"][1] = "Xx".into());
    fails(&unknown, &["type 1", "Xx", "does not contain"]);
    let types = dimer("types", |c| c["types"] = serde_json::json!([1]));
    fails(&types, &["2 positions but 1 types"]);
    for (name, wrong) in [("type-0", 0), ("type-9", 9)] {
        let path = changed("s13_dimer_2el", name, |c| c["types"][1] = wrong.into());
        let words = format!("atom 1 has type {wrong}");
        fails(&path, &[&words, "1 to 2", "type_to_element"]);
    }
    let flat = dimer("flat", |c| {
        c["box"]["cell_rows"][2] = c["box"]["cell_rows"][0].clone()
    });
    fails(&flat, &["no volume"]);
    let short = dimer("coefficients", |c| {
        c["snap"]["elements"][0]["coeff"]
            .as_array_mut()
            .unwrap()
            .pop();
    });
    fails(&short, &["coefficients", "twojmax"]);
}

#[test]
fn a_system_without_atoms_agrees() {
    let empty = changed("s13_dimer_2el", "no-atoms", |c| {
        for key in ["positions", "types"] {
            c[key] = Value::Array(vec![]);
        }
        let results = c["results"].as_object_mut().unwrap();
        for key in ["energies", "forces", "sna_atom", "snad_atom", "snav_atom"] {
            results.insert(key.into(), Value::Array(vec![]));
        }
        results.insert("energy".into(), 0.into());
        for key in ["virial", "pressure_bar"] {
            results.insert(key.into(), serde_json::json!([0, 0, 0, 0, 0, 0]));
        }
        c["natoms"] = 0.into();
    });
    let output = snapx(&["verify", &empty, "--backend", "rayon:lane"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn files_of_the_wrong_form_are_refused_by_name() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    refused(
        &["verify", manifest],
        &["Cargo.toml", "not a reference case"],
    );
    let incomplete = changed("s17_2J0", "incomplete", |c| {
        c.as_object_mut().unwrap().remove("positions");
    });
    refused(&["verify", &incomplete], &[&incomplete, "`positions`"]);
    let folder = folder("short");
    let coefficients = "1 3\nW 0.5 1\n0\n1\n2\n";
    std::fs::write(folder.join("short.snapcoeff"), coefficients).unwrap();
    std::fs::write(folder.join("short.snapparam"), "rcutfac 4.7\ntwojmax 8\n").unwrap();
    let path = folder.join("short").display().to_string();
    refused(
        &["bench", "--potential", &path],
        &["short.snapcoeff", "`W` has 3 coefficients", "needs 56"],
    );
}

#[test]
fn verify_agrees_with_lammps() {
    let cases = [
        "s03_Ta06A_zbl_bcc16",
        "s13_dimer_2el",
        "s14_lone_atoms",
        "s16_tiny_cell_self_images",
        "s17_2J0",
        "s19_2J3",
    ];
    let cases = cases.map(case);
    let mut arguments = vec!["verify", "--backend", "rayon:lane"];
    arguments.extend(cases.iter().map(String::as_str));
    let output = snapx(&arguments);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.matches("  ok").count(), cases.len(), "{text}");
    assert!(text.ends_with("6 agree to 1e-10, 0 do not\n"), "{text}");
}

/// LAMMPS' forces of InP are the gradient to the printed digits of its coefficients.
#[test]
fn verify_says_where_it_judges_by_printed_digits() {
    let inp = case("s23_types_to_elements");
    let run = |more: &[&str]| {
        let output = snapx(&[&["verify", &inp, "--backend", "rayon:lane"], more].concat());
        (output.status.code(), stdout(&output).to_string())
    };
    let (code, text) = run(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("ok (forces and virial to 1e-8: chemflag"),
        "{text}"
    );
    assert!(
        text.ends_with("1 agree to 1e-10 (1 in forces and virial to 1e-8), 0 do not\n"),
        "{text}"
    );
    let (code, text) = run(&["--lammps-chem"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("  ok\n") && text.ends_with("1 agree to 1e-10, 0 do not\n"),
        "{text}"
    );
    let (code, text) = run(&["--tolerance", "1e-10"]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn verify_fails_beyond_the_tolerance() {
    let output = snapx(&[
        "verify",
        &case("s18_2J1"),
        "--backend",
        "rayon:lane",
        "--tolerance",
        "1e-20",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("DIFFERS"), "{}", stdout(&output));
}

const KEYS: [&str; 21] = [
    "backend",
    "device",
    "natoms",
    "neighbors_per_atom",
    "twojmax",
    "precision",
    "formulation",
    "mapping",
    "steps",
    "seconds",
    "katom_steps_per_s",
    "md_katom_steps_per_s",
    "grind_us",
    "memory_bytes",
    "energy_per_atom_ev",
    "stages",
    "machine",
    "version",
    "commit",
    "command",
    "date",
];

#[test]
fn bench_reports_stable_keys_and_writes_the_atoms() {
    let data = folder("data").join("w.data");
    let output = snapx(&[
        "bench",
        "--cells",
        "2",
        "--steps",
        "2",
        "--backend",
        "rayon",
        "--threads",
        "1",
        "--json",
        "--write-data",
        &data.display().to_string(),
    ]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut expected = KEYS;
    expected.sort_unstable();
    let mut found: Vec<_> = report.as_object().unwrap().keys().collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(
        (&report["natoms"], &report["neighbors_per_atom"]),
        (&16.into(), &26.0.into())
    );
    assert!(report["katom_steps_per_s"].as_f64().unwrap() > 0.0);
    let shares = report["stages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["share"].as_f64().unwrap());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(std::fs::read_to_string(data).unwrap().contains("16 atoms"));
}

#[cfg(feature = "f32")]
#[test]
fn bench_in_mixed_precision_reports_its_errors() {
    let output = snapx(&[
        "bench",
        "--precision",
        "mixed",
        "--cells",
        "2",
        "--steps",
        "1",
        "--backend",
        "rayon",
        "--json",
    ]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["precision"], "mixed");
    let errors = report["errors"].as_object().unwrap();
    assert!(errors["rms_of_forces"].as_f64().unwrap() > 0.0);
    for key in ["force_max", "force_rms", "energy"] {
        let error = errors[key].as_f64().unwrap().abs();
        assert!(error > 0.0 && error < 1e-4, "{key}: {error:e}");
    }
}

#[cfg(feature = "f32")]
#[test]
fn verify_has_a_tolerance_of_each_precision() {
    let built = case("s18_2J1");
    let output = snapx(&[
        "verify",
        &built,
        "--backend",
        "rayon:lane",
        "--precision",
        "mixed",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("1 agree to 5e-5"));
}

#[cfg(not(feature = "f32"))]
#[test]
fn other_precisions_need_the_feature() {
    let output = snapx(&[
        "bench",
        "--precision",
        "mixed",
        "--cells",
        "2",
        "--backend",
        "rayon:lane",
    ]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("feature `f32`"));
}

#[test]
fn a_sweep_has_a_report_of_each_size() {
    let output = snapx(&[
        "bench",
        "--sweep",
        "--max-atoms",
        "1100",
        "--steps",
        "1",
        "--backend",
        "rayon",
        "--json",
    ]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let reports: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sizes = reports
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["natoms"].as_u64());
    assert_eq!(sizes.collect::<Vec<_>>(), [Some(432), Some(1024)]);
    for stage in reports[1]["stages"].as_array().unwrap() {
        for share in ["fma_share", "bytes_share"] {
            assert!(stage[share].as_f64().unwrap() > 0.0, "{stage}");
        }
    }
    assert!(reports[0]["peaks"]["fma_per_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn tuning_writes_a_table_that_others_read() {
    let folder = folder("tune");
    let table = folder.join("best.tuning").display().to_string();
    let output = snapx(&[
        "tune",
        "--cells",
        "1",
        "--steps",
        "1",
        "--backend",
        "rayon:lane",
        "--threads",
        "1",
        "--output",
        &table,
    ]);
    let (text, errors) = (stdout(&output), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{errors}");
    for word in [
        "lane, 1 thread",
        "2J=8, 2 atoms",
        "default",
        "best",
        "worst",
        "ratio 1.000",
    ] {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
    let written = std::fs::read_to_string(&table).unwrap();
    assert!(text.ends_with(&written), "{text}");
    let (line, origin) = written.trim_end().split_once(" # measured ").unwrap();
    assert!(line.starts_with("lane twojmax=8 atoms=2 pairs="), "{line}");
    assert!(origin.starts_with("1 thread, lane 20"), "{origin}");
    // The same table with another form of compute_yi.
    let direct = folder.join("direct.tuning").display().to_string();
    let changed = line.replace("yi=reverse", "yi=direct");
    std::fs::write(&direct, format!("# by hand\n{changed} # guessed\n")).unwrap();
    let case = case("s19_2J3");
    let verify = |tuning: &str| {
        snapx(&[
            "verify",
            &case,
            "--backend",
            "rayon:lane",
            "--tuning",
            tuning,
        ])
    };
    assert!(verify(&table).status.success() && verify(&direct).status.success());
    std::fs::write(
        &direct,
        "lane twojmax=8 atoms=2 yi=direct,legs=4 # guessed\n",
    )
    .unwrap();
    refused(
        &["verify", &case, "--tuning", &direct],
        &["direct.tuning:1: ", "`legs`"],
    );
    refused(
        &["verify", &case, "--tuning", "no/such"],
        &["cannot read `no/such`"],
    );
}

#[test]
fn devices_are_listed_in_both_forms() {
    assert!(stdout(&snapx(&["devices"])).contains("rayon:lane"));
    let report: Value = serde_json::from_slice(&snapx(&["devices", "--json"]).stdout).unwrap();
    let devices = report["devices"].as_array().unwrap();
    let is_staged = |device: &Value| {
        let mapping = device["mapping"].as_str().unwrap();
        mapping.starts_with("pairs=staged,yi=reverse")
    };
    assert!(
        devices
            .iter()
            .any(|d| d["name"] == "rayon" && d["is_gpu"] == false && is_staged(d))
    );
    assert!(report["missing"].is_array());
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let mut child = command(&["devices"]);
    let mut child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stderr, b"");
}

#[test]
fn the_cache_is_shown_and_cleared() {
    use portax::cache::{Cache, Key};
    let folder = folder("cache");
    let key = |text| Key {
        device: "abacus",
        compiler: "hand 1.0",
        options: "",
        entry: "count",
        text,
    };
    let cache = Cache::new(&folder, 1 << 20);
    cache.store(&key("beads"), &[0; 1000]);
    cache.store(&key("more beads"), &[0; 1000]);
    let run = |arguments: &[&str]| {
        let output = command(arguments)
            .env("PORTAX_CACHE_DIR", &folder)
            .output()
            .unwrap();
        assert!(output.status.success());
        stdout(&output).to_string()
    };
    let report: Value = serde_json::from_str(&run(&["cache", "--json"])).unwrap();
    assert_eq!(report["entries"], 2);
    assert_eq!(report["devices"][0]["name"], "abacus");
    assert!(run(&["cache"]).contains("abacus: 2 kernels, 0.0 MiB"));
    assert!(run(&["cache", "clear"]).contains("removed 2 kernels"));
    assert!(cache.find(&key("beads")).is_none());
    let off = command(&["cache"]).env("PORTAX_CACHE", "off").output();
    assert!(stdout(&off.unwrap()).contains("PORTAX_CACHE=off"));
}

/// A stored kernel is a new file, even where one of the same name was there.
#[cfg(unix)]
#[test]
fn a_second_start_compiles_nothing() {
    use std::{collections::BTreeMap, fs, os::unix::fs::MetadataExt};
    if portax_backends::testing::space_or_skip("opencl:pocl").is_none() {
        return;
    }
    let folder = folder("second-start");
    let start = || {
        let output = command(&["verify", &case("s17_2J0"), "--backend", "opencl:pocl"])
            .env("PORTAX_CACHE_DIR", &folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let files = fs::read_dir(&folder).unwrap().map(Result::unwrap);
        let number = |file: fs::DirEntry| (file.file_name(), file.metadata().unwrap().ino());
        files.map(number).collect::<BTreeMap<_, _>>()
    };
    let first = start();
    assert!(first.len() > 10, "{first:?}");
    assert_eq!(start(), first);
}
