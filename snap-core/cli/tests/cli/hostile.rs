//! Input and surroundings that make no sense: each is refused by name, and nothing panics.

use super::*;

/// Runs `verify` on one thread with a variable that makes no sense, or on a case that is fine.
fn verify_with(variables: &[(&str, &str)]) -> Command {
    let mut command = command(&["verify", &case("s17_2J0")]);
    command.envs(variables.iter().copied());
    command
}

/// Copies of the built-in potential after a change of both files; the path without ending.
fn potential(name: &str, change: impl Fn(&str) -> String) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../potentials/W_2J8");
    let stem = folder(name).join("W");
    for ending in ["snapcoeff", "snapparam"] {
        let text = std::fs::read_to_string(source.with_extension(ending)).unwrap();
        std::fs::write(stem.with_extension(ending), change(&text)).unwrap();
    }
    stem.display().to_string()
}

fn with_parameter(name: &str, key: &str, value: &str) -> String {
    potential(name, |text| {
        let lines = text.lines().map(|line| match line.split_once(' ') {
            Some((word, _)) if word == key => format!("{key} {value}\n"),
            _ => format!("{line}\n"),
        });
        lines.collect()
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_ends_nothing() {
    for variable in [
        ("PORTAX_PROFILE", "1"),
        ("PORTAX_DUMP", "/dev/null/folder"),
        ("KOKKOS_TOOLS_LIBS", "nonsense"),
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = verify_with(&[variable]);
        command.args(["--backend", "rayon:lane"]);
        let output = command.stderr(full.unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{variable:?}");
        assert!(stdout(&output).contains("1 agree"), "{variable:?}");
    }
}

#[test]
fn variables_that_make_no_sense_are_named() {
    for (name, value, remedy) in [
        ("PORTAX_NUM_THREADS", "two", "from 1 to 4096"),
        ("PORTAX_NUM_THREADS", "10000", "from 1 to 4096"),
        (
            "PORTAX_CHECK",
            "perhaps",
            "give 1 or 0, on or off, or `nan`",
        ),
    ] {
        let output = verify_with(&[(name, value)]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr) + stdout(&output);
        assert_ne!(output.status.code(), Some(0), "{said}");
        for word in [&format!("{name}={value}: "), remedy] {
            assert!(said.contains(word), "no `{word}` in {said}");
        }
    }
    for mib in ["many", "18446744073709551615"] {
        let output = command(&["cache"]).env("PORTAX_CACHE_MIB", mib).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains(&format!("PORTAX_CACHE_MIB={mib}: ")),
            "{said}"
        );
    }
    let off = command(&["cache"]).env("PORTAX_CACHE", "OFF").output();
    assert!(stdout(&off.unwrap()).contains("no cache"));
}

#[test]
fn numbers_beyond_floats_are_refused() {
    let short = with_parameter("short-cutoff", "rcutfac", "1e-200");
    refused(
        &["bench", "--potential", &short],
        &["the smallest pair cutoff", "rcutfac"],
    );
    let long = with_parameter("long-cutoff", "rcutfac", "1e5");
    let bench = |path: &str| {
        let options = ["--cells", "2", "--steps", "1", "--backend", "rayon:lane"];
        snapx(&[&["bench", "--potential", path], &options[..]].concat())
    };
    let output = bench(&long);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("note: a cutoff of "), "{said}");
    assert!(
        said.contains("too thin for neighbours") || said.contains("too many"),
        "{said}"
    );
    let large = potential("large-coefficient", |text| {
        let lines = text.lines().map(|line| match line.trim().parse::<f64>() {
            Ok(_) => "1e308\n".to_string(),
            Err(_) => format!("{line}\n"),
        });
        lines.collect()
    });
    let output = bench(&large);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("are not all finite"), "{said}");
    let far = changed("s13_dimer_2el", "far", |c| {
        c["positions"][1][0] = 1e300.into()
    });
    fails(&far, &["the position of atom 1", "from -1e8 to 1e8"]);
}

#[test]
fn bench_takes_what_the_driver_takes() {
    let path = with_parameter("rmin0", "rmin0", "-0.5");
    let output = snapx(&[
        "bench",
        "--potential",
        &path,
        "--cells",
        "2",
        "--steps",
        "1",
        "--backend",
        "rayon:lane",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

#[cfg(feature = "f32")]
#[test]
fn errors_of_no_forces_are_no_forces() {
    let path = potential("zero", |text| {
        let lines = text.lines().map(|line| match line.trim().parse::<f64>() {
            Ok(_) => "0\n".to_string(),
            Err(_) => format!("{line}\n"),
        });
        lines.collect()
    });
    let output = snapx(&[
        "bench",
        "--potential",
        &path,
        "--cells",
        "2",
        "--steps",
        "1",
        "--backend",
        "rayon:lane",
        "--precision",
        "mixed",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!stdout(&output).contains("NaN"), "{}", stdout(&output));
}

/// Runs under a limit of address space, in KiB.
#[cfg(target_os = "linux")]
pub fn limited(kib: u32, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_snapx");
    let script = format!("ulimit -v {kib}; exec {program} {arguments}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .env_remove("PORTAX_BACKEND")
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_an_error_and_a_table_stays() {
    let table = folder("memory").join("old.tuning");
    std::fs::write(&table, "the old table\n").unwrap();
    let options = "--cells 200 --backend rayon:lane --threads 1";
    let output = table.display();
    for arguments in [
        format!("bench {options}"),
        format!("tune {options} --output {output}"),
    ] {
        let output = limited(800_000, &arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.contains("16000000 atoms need about"), "{said}");
    }
    let left = std::fs::read_to_string(&table).unwrap();
    assert_eq!(left, "the old table\n");
    let files = std::fs::read_dir(table.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 1);
}

#[test]
fn an_empty_table_is_refused() {
    let table = folder("empty-table").join("none.tuning");
    std::fs::write(&table, "# nothing\n").unwrap();
    let table = table.display().to_string();
    refused(
        &["verify", &case("s17_2J0"), "--tuning", &table],
        &["no line of a mapping"],
    );
}

#[test]
fn messages_follow_the_cause() {
    let folder = folder("causes");
    let binary = folder.join("binary.json");
    std::fs::write(&binary, b"\xff\xfe{}").unwrap();
    refused(
        &["verify", &binary.display().to_string()],
        &["give a file of text"],
    );
    refused(&["verify", "no/such.json"], &["give an existing path"]);
    std::fs::create_dir(folder.join("W.snapcoeff")).unwrap();
    let potential = folder.join("W").display().to_string();
    refused(
        &["bench", "--potential", &potential],
        &["give files, not a folder"],
    );
    let heavy = changed("s13_dimer_2el", "heavy", |c| {
        c["snap"]["params"]["rcutfac"] = "long".into();
    });
    refused(&["verify", &heavy], &["`snap.params.rcutfac`"]);
    let long = folder.join("long.json");
    std::fs::write(&long, format!("\"{}\"", "x".repeat(5_000_000))).unwrap();
    let output = snapx(&["verify", &long.display().to_string()]);
    assert!(output.stderr.len() < 2000, "{} bytes", output.stderr.len());
}

#[test]
fn a_name_forges_no_line() {
    let forged = "\u{1b}[2K\rother 2 0 0 0 0 0  ok\nother";
    let path = changed("s13_dimer_2el", "forged", |c| {
        c["case"] = forged.into();
        c["snap"]["elements"][0]["name"] = forged.into();
        c["type_to_element"][0] = forged.into();
        c["snap"]["elements"][0]["coeff"]
            .as_array_mut()
            .unwrap()
            .pop();
    });
    let output = snapx(&["verify", &path, "--backend", "rayon:lane"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text}");
    assert!(
        text.lines().all(|line| !line.starts_with("other")),
        "{text}"
    );
}

#[test]
fn damaged_cases_are_refused() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change, &str); 4] = [
        (
            "sna-text",
            |c| c["results"]["sna_atom"] = "none".into(),
            "results.sna_atom",
        ),
        (
            "unknown-key",
            |c| c["snap"]["params"]["rcutfak"] = 4.into(),
            "rcutfak",
        ),
        ("natoms", |c| c["natoms"] = 7.into(), "natoms is 7"),
        (
            "volume",
            |c| c["box"]["volume"] = 7.into(),
            "box.volume is 7",
        ),
    ];
    for (name, change, word) in changes {
        let path = changed("s13_dimer_2el", name, change);
        refused(&["verify", &path], &[&path, "not a reference case", word]);
    }
}
