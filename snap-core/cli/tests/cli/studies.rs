//! `snapx roofline`, `layouts`, `portability` and `report`: small studies, kept in files, shown, compared, and put on one page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{command, folder, refused, snapx, stdout};

const ONE_THREAD: [&str; 4] = ["--backend", "rayon", "--threads", "1"];
const SMALL: [&str; 6] = ["--twojmax", "2", "--atoms", "16", "--seconds", "0.01"];

/// A small study on one thread, with these options behind.
fn study(name: &str, options: &[&str]) -> Output {
    let output = snapx(&[&[name], &ONE_THREAD[..], &SMALL, options].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {options:?}: {stderr}");
    output
}

/// Names of files in a folder.
fn paths<const N: usize>(folder: &Path, names: [&str; N]) -> [String; N] {
    names.map(|name| folder.join(name).display().to_string())
}

fn json(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Every line has as many fields as the heading.
fn rows(path: &str) -> usize {
    let text = fs::read_to_string(path).unwrap();
    // What is quoted may hold commas.
    let plain = |line: &str| line.split('"').step_by(2).collect::<String>();
    let columns = |line: &str| plain(line).matches(',').count();
    let mut lines = text.lines();
    let head = columns(lines.next().unwrap());
    assert!(lines.all(|line| columns(line) == head), "{text}");
    text.lines().count() - 1
}

#[test]
fn a_roofline_has_ceilings_and_what_stages_do() {
    let folder = folder("roofline");
    let [file, csv, svg] = paths(&folder, ["r.json", "r.csv", "r.svg"]);
    let found = study("roofline", &["--json", &file, "--csv", &csv, "--svg", &svg]);
    for word in [
        "FMA, f64",
        "GB/s, working set",
        "2J = 2, 16 atoms",
        "compute_yi",
        "% of",
    ] {
        assert!(stdout(&found).contains(word), "{word}: {}", stdout(&found));
    }
    let record = json(&file);
    for key in ["device", "machine", "version", "command"] {
        assert!(
            record[key].as_str().is_some_and(|s| !s.is_empty()),
            "{key}: {record}"
        );
    }
    let entries = record["entries"].as_array().unwrap();
    let ceilings = &entries[0]["ceilings"];
    assert!(
        ceilings["fma_f64_per_s"].as_f64().unwrap() > 1e8,
        "{ceilings}"
    );
    let levels = ceilings["levels"].as_array().unwrap();
    assert!(
        levels
            .iter()
            .all(|l| l["bytes_per_s"].as_f64().unwrap() > 1e8),
        "{ceilings}"
    );
    let stages = entries[1]["problem"]["stages"].as_array().unwrap();
    assert!(stages.len() >= 6, "{stages:?}");
    for stage in stages {
        // Every stage is found among what was counted, and none of them only moves bytes around within a group.
        let count = |key: &str| stage["counts"][key].as_f64().unwrap();
        assert!(count("add") + count("mul") + count("fma") > 0.0, "{stage}");
        assert!(count("launch_bytes") > 0.0, "{stage}");
        assert!(
            count("group_bytes") >= 0.999 * count("launch_bytes"),
            "{stage}"
        );
        assert!(
            count("load_bytes") + count("scratch_bytes") > 0.0,
            "{stage}"
        );
    }
    assert_eq!(rows(&csv), stages.len());
    let picture = fs::read_to_string(&svg).unwrap();
    for word in ["operational intensity", "GFLOP/s", "compute_yi", "L1"] {
        assert!(picture.contains(word), "{word}");
    }
    // What is known is not measured again.
    study("roofline", &["--json", &file]);
    assert_eq!(json(&file)["entries"], record["entries"]);
}

#[test]
fn what_the_hardware_counts_is_shown_beside_what_is_counted() {
    let folder = folder("counters");
    let [file, csv, svg] = paths(&folder, ["r.json", "r.csv", "r.svg"]);
    // Of this machine, where it has events.
    let found = snapx(&[&["roofline", "--counters"], &ONE_THREAD[..], &SMALL].concat());
    let stderr = String::from_utf8_lossy(&found.stderr);
    let has_events = stdout(&found).contains("by hardware's counters");
    assert!(
        has_events || stderr.contains("hardware events"),
        "{stderr}{}",
        stdout(&found)
    );
    // As of a device: twice the operations that are counted from the program.
    study("roofline", &["--json", &file]);
    let mut record = json(&file);
    for stage in record["entries"][1]["problem"]["stages"]
        .as_array_mut()
        .unwrap()
    {
        let count = |key: &str| stage["counts"][key].as_f64().unwrap();
        let flops = count("add") + count("mul") + 2.0 * count("fma") + count("special");
        stage["hardware"] = serde_json::json!({
            "flops": 2.0 * flops,
            "register_bytes": null,
            "middle_bytes": 64.0 * flops,
            "memory_bytes": 32.0 * flops,
        });
    }
    fs::write(&file, record.to_string()).unwrap();
    let shown = study("roofline", &["--json", &file, "--csv", &csv, "--svg", &svg]);
    let table = stdout(&shown);
    let by_hardware = table.split("by hardware's counters").nth(1).unwrap();
    assert_eq!(by_hardware.matches(" x2.00 ").count(), 7, "{table}");
    assert!(by_hardware.contains(" - "), "{table}");
    assert!(
        fs::read_to_string(&svg)
            .unwrap()
            .contains("the same by the hardware")
    );
    let lines = fs::read_to_string(&csv).unwrap();
    let head = lines.lines().next().unwrap();
    assert!(head.ends_with("hardware_memory_bytes_per_atom"), "{head}");
    assert!(
        lines.lines().skip(1).all(|line| !line.ends_with(',')),
        "{lines}"
    );
    assert_eq!(rows(&csv), 7);
    if portax_backends::testing::space_or_skip("opencl:pocl").is_some() {
        refused(
            &["roofline", "--counters", "--backend", "opencl:pocl"],
            &["of CPU threads and of NVIDIA's GPUs"],
        );
    }
}

#[test]
fn layouts_are_measured_array_by_array() {
    let folder = folder("layouts");
    let [file, csv, svg] = paths(&folder, ["l.json", "l.csv", "l.svg"]);
    let first = study("layouts", &["--arrays", "Ylist", "--json", &file]);
    for word in [
        "compute_deidrj by layouts of Ylist",
        "AoSoA<64>",
        "atoms fastest",
        "worst",
    ] {
        assert!(stdout(&first).contains(word), "{word}: {}", stdout(&first));
    }
    let before = json(&file)["entries"].as_array().unwrap().clone();
    // Nine layouts, each dealt out in three ways.
    assert_eq!(before.len(), 27);
    let files = ["--json", &file, "--csv", &csv, "--svg", &svg];
    study(
        "layouts",
        &[&["--arrays", "Ylist,dU,U,Ulisttot,V,G"], &files[..]].concat(),
    );
    let after = json(&file)["entries"].as_array().unwrap().clone();
    assert_eq!((after.len(), &after[..27]), (162, &before[..]));
    for entry in &after {
        assert!(
            entry["measured"]["seconds"].as_f64().unwrap() > 0.0,
            "{entry}"
        );
        assert!(entry["measured"]["bytes"].as_u64().unwrap() > 0, "{entry}");
    }
    assert_eq!(rows(&csv), 162);
    assert!(fs::read_to_string(&svg).unwrap().contains("transpose_ui"));
    refused(&["layouts", "--arrays", "Zlist"], &["`Zlist`", "Ulisttot"]);
    refused(
        &[&["layouts", "--precision", "single"], &ONE_THREAD[..]].concat(),
        &["in double precision alone"],
    );
}

/// A study that is sent signals when it has begun to write its file.
fn stopped(arguments: &[&str], file: &str, signals: &[&str]) -> Output {
    let mut running = command(&[arguments, &ONE_THREAD[..]].concat());
    let running = running
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !Path::new(file).exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    for signal in signals {
        let signalled = Command::new("kill")
            .args([signal, &running.id().to_string()[..]])
            .status();
        assert!(signalled.unwrap().success());
    }
    running.wait_with_output().unwrap()
}

fn assert_shown(output: &Output) {
    let text = stdout(output);
    assert!(text.contains("by layouts of U"), "{text}");
}

#[test]
fn a_study_that_is_stopped_keeps_what_it_has_and_goes_on() {
    let folder = folder("stopped");
    let [file] = paths(&folder, ["s.json"]);
    let all = [
        "layouts",
        "--twojmax",
        "2",
        "--atoms",
        "16",
        "--seconds",
        "0.2",
        "--json",
        &file,
    ];
    let output = stopped(&all, &file, &["-INT"]);
    assert_eq!(output.status.code(), Some(130));
    assert_shown(&output);
    let kept = json(&file)["entries"].as_array().unwrap().clone();
    assert!((1..162).contains(&kept.len()), "{}", kept.len());
    study("layouts", &["--resume", &file]);
    let after = json(&file)["entries"].as_array().unwrap().clone();
    assert_eq!((after.len(), &after[..kept.len()]), (162, &kept[..]));
    // `timeout` sends its signal twice: to the program, and to its group.
    fs::remove_file(&file).unwrap();
    let output = stopped(&all, &file, &["-TERM", "-TERM"]);
    assert_eq!(output.status.code(), Some(143));
    assert_shown(&output);
    // A file of one study is none of another.
    refused(
        &[&["roofline"], &ONE_THREAD[..], &["--json", &file]].concat(),
        &["no record of `snapx roofline`", "`snapx layouts`"],
    );
}

/// Files of every kind.
fn results(folder: &Path) -> [String; 5] {
    let all = [
        "ladder.json",
        "roofline.json",
        "layouts.json",
        "portability.json",
        "bench.json",
    ];
    let files = paths(folder, all);
    let [ladder, roofline, layouts, portability, bench] = &files;
    study("ladder", &["--rungs", "V1,VI-c,fast", "--json", ladder]);
    study("roofline", &["--json", roofline]);
    study("layouts", &["--arrays", "Ulisttot", "--json", layouts]);
    // The same figures as of another device, which lacks one of the rungs and is slower.
    let mut other = json(ladder);
    other["backend"] = "cuda:9".into();
    other["device"] = "GPU of a test".into();
    let entries = other["entries"].as_array_mut().unwrap();
    entries.retain(|e| e["rung"] != "VI-c");
    let [other_file] = paths(folder, ["other.json"]);
    fs::write(&other_file, other.to_string()).unwrap();
    let [known, csv, svg] = paths(folder, ["known.csv", "p.csv", "p.svg"]);
    fs::write(
        &known,
        "device,twojmax,us_per_atom,implementation\nGPU,2,1e-6,hand\n",
    )
    .unwrap();
    let found = snapx(&[
        "portability",
        ladder,
        roofline,
        &other_file,
        "--known",
        &known,
        "--json",
        portability,
        "--csv",
        &csv,
        "--svg",
        &svg,
    ]);
    let stderr = String::from_utf8_lossy(&found.stderr);
    assert!(found.status.success(), "{stderr}");
    assert!(stdout(&found).contains("unsupported"), "{}", stdout(&found));
    assert_eq!(rows(&csv), 6);
    assert!(
        fs::read_to_string(&svg)
            .unwrap()
            .contains("PP of all platforms")
    );
    let short = [
        "bench",
        "--twojmax",
        "8",
        "--cells",
        "2",
        "--steps",
        "1",
        "--json",
    ];
    let output = snapx(&[&short, &ONE_THREAD[..]].concat());
    fs::write(bench, &output.stdout).unwrap();
    files
}

#[test]
fn metrics_are_zero_where_a_platform_lacks_an_implementation() {
    let folder = folder("portability");
    let [.., portability, _] = results(&folder);
    let found = json(&portability);
    let row = |name: &str| {
        let rows = found["rows"].as_array().unwrap();
        let row = rows.iter().find(|r| r["implementation"] == name);
        row.unwrap().clone()
    };
    assert_eq!(row("VI-c")["application"], 0.0);
    assert_eq!(row("VI-c")["cells"][1], Value::Null);
    let fast = row("fast");
    let [here, there] = [&fast["cells"][0], &fast["cells"][1]];
    let efficiency = |cell: &Value| cell["application"].as_f64().unwrap();
    assert_eq!(
        (efficiency(here), &there["best"]),
        (1.0, &Value::from("hand"))
    );
    let mean = 2.0 / (1.0 / efficiency(here) + 1.0 / efficiency(there));
    assert!((fast["application"].as_f64().unwrap() - mean).abs() < 1e-12 * mean);
    assert!(here["roofline"].as_f64().unwrap() > 0.0, "{here}");
    refused(
        &["portability", &portability],
        &["no record of `snapx ladder`"],
    );
}

/// The browser, or why there is none. `PORTAX_REQUIRE=chromium` makes that a failure.
fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut all = std::env::split_paths(&folders)
        .flat_map(|f| ["chromium", "chromium-browser"].map(|n| f.join(n)));
    let found = all.find(|path| path.is_file());
    if found.is_none() {
        let reason = "there is no chromium on the path: install Debian's package `chromium`";
        assert!(
            !portax::config::required()
                .iter()
                .any(|name| name == "chromium"),
            "PORTAX_REQUIRE has chromium: {reason}"
        );
        println!("skipped: {reason}");
    }
    found
}

#[test]
fn a_page_stands_alone() {
    let folder = folder("report");
    let files = results(&folder);
    let [page] = paths(&folder, ["page.html"]);
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let made = snapx(&[&["report"], &files[..], &["--output", &page]].concat());
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    assert!(
        stdout(&made).contains("5 results, 5 charts"),
        "{}",
        stdout(&made)
    );
    let text = fs::read_to_string(&page).unwrap();
    // Nothing is fetched: the only addresses are the names of XML's dialects.
    let addresses = text.match_indices("http").map(|(at, _)| &text[at..at + 21]);
    assert!(
        addresses.into_iter().all(|a| a == "http://www.w3.org/200"),
        "an address"
    );
    for word in [
        "machine",
        "command",
        "snapx layouts",
        "<svg",
        "viewport",
        "prefers-color-scheme",
        "@media print",
    ] {
        assert!(text.contains(word), "{word}");
    }
    refused(
        &["report", "no/such.json", "--output", &page],
        &["no/such.json"],
    );
    let [other] = paths(&folder, ["other.txt"]);
    fs::write(&other, "[1]").unwrap();
    refused(
        &["report", &other, "--output", &page],
        &["other.txt", "no results"],
    );
}

#[test]
fn a_browser_draws_every_chart_without_errors() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser");
    let files = results(&folder);
    let [page, profile] = paths(&folder, ["page.html", "profile"]);
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    assert!(
        snapx(&[&["report"], &files[..], &["--output", &page]].concat())
            .status
            .success()
    );
    let shown = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .args([
            format!("--user-data-dir={profile}"),
            format!("file://{page}"),
        ])
        .output()
        .unwrap();
    let (dom, log) = (
        String::from_utf8_lossy(&shown.stdout),
        String::from_utf8_lossy(&shown.stderr),
    );
    assert!(
        dom.contains("data-charts=\"5\"") && dom.contains("data-errors=\"0\""),
        "{log}"
    );
    assert!(!log.contains("CONSOLE"), "{log}");
}
