//! `compute` and `descriptors`: structures in, results out.

use super::*;

/// Cases of the built-in tungsten: a triclinic cell, a cluster, and a cell thinner than the cutoff.
const TUNGSTEN: [&str; 3] = [
    "s12_triclinic_W",
    "s14_lone_atoms",
    "s16_tiny_cell_self_images",
];

fn reference(stem: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(case(stem)).unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().unwrap()],
    }
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    let scale = expected.iter().fold(1.0_f64, |scale, x| scale.max(x.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance * scale, "{a} {b}");
    }
}

/// The reports of `compute --json`, one a frame.
fn computed(arguments: &[&str]) -> Vec<Value> {
    let options = ["--json", "--backend", "rayon:lane"];
    let output = snapx(&[&["compute"], arguments, &options[..]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    let lines = stdout(&output).lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn energy(arguments: &[&str]) -> f64 {
    computed(arguments)[0]["energy"].as_f64().unwrap()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// The vectors of a cell.
fn vectors(case: &Value) -> [[f64; 3]; 3] {
    let v = numbers(&case["box"]["cell_rows"]);
    [[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]]
}

fn xyz(case: &Value) -> String {
    let positions = case["positions"].as_array().unwrap();
    let cell: Vec<String> = numbers(&case["box"]["cell_rows"])
        .iter()
        .map(f64::to_string)
        .collect();
    let mut text = format!(
        "{}\nLattice=\"{}\" Properties=species:S:1:pos:R:3\n",
        positions.len(),
        cell.join(" ")
    );
    for row in positions {
        let x = numbers(row);
        text += &format!("W {} {} {}\n", x[0], x[1], x[2]);
    }
    text
}

/// The files of a case's potential, and LAMMPS' lines for types that are its elements in this order.
fn potential_files(folder: &Path, case: &Value, types: &str) -> [String; 2] {
    let (snap, mut param) = (&case["snap"], String::new());
    for (key, value) in snap["params"].as_object().unwrap() {
        param += &format!("{key} {value}\n");
    }
    let elements = snap["elements"].as_array().unwrap();
    let coeffs = numbers(&elements[0]["coeff"]).len();
    let mut coeff = format!("{} {coeffs}\n", elements.len());
    for e in elements {
        let name = e["name"].as_str().unwrap();
        coeff += &format!("{name} {} {}\n", e["radius"], e["weight"]);
        let lines = numbers(&e["coeff"]);
        coeff.extend(lines.iter().map(|c| format!("{c}\n")));
    }
    write(folder, "X.snapparam", &param);
    let mut lines = "pair_style snap\npair_coeff * * X.snapcoeff X.snapparam ".to_string();
    if let Some(zbl) = case.get("zbl") {
        lines = format!(
            "pair_style hybrid/overlay zbl {} {} snap\npair_coeff 1 1 zbl {z} {z}\n\
             pair_coeff * * snap X.snapcoeff X.snapparam ",
            zbl["inner"],
            zbl["outer"],
            z = zbl["Z"][0]
        );
    }
    [
        write(folder, "X.snapcoeff", &coeff),
        write(folder, "X.snap", &format!("{lines}{types}\n")),
    ]
}

#[test]
fn a_potential_comes_as_the_lines_of_lammps() {
    let folder = folder("pair");
    let tantalum = reference("s03_Ta06A_zbl_bcc16");
    let [_, lines] = potential_files(&folder, &tantalum, "Ta");
    let structure = case("s03_Ta06A_zbl_bcc16");
    let found = &computed(&[&structure, "--lammps-pair", &lines])[0];
    for key in ["energy", "energies", "forces"] {
        let expected = numbers(&tantalum["results"][key]);
        assert_close(&numbers(&found[key]), &expected, 1e-10);
    }
    let data = "types\n\n1 atoms\n2 atom types\n\n0 9 xlo xhi\n0 9 ylo yhi\n0 9 zlo zhi\n\nAtoms # atomic\n\n1 2 0 0 0\n";
    let data = write(&folder, "types.data", data);
    let output = snapx(&["compute", &data, "--lammps-pair", &lines]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("an atom has type 2, and --lammps-pair has 1 types"),
        "{errors}"
    );
}

#[test]
fn quadratic_potentials_have_columns_of_products() {
    let folder = folder("quadratic");
    let quadratic = reference("s21_quadratic_descriptors");
    let [coeff, _] = potential_files(&folder, &quadratic, "");
    let structure = case("s21_quadratic_descriptors");
    let options = ["--potential", &coeff, "--backend", "rayon:lane"];
    let output = snapx(&[&["descriptors", &structure], &options[..]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let mut rows = stdout(&output).lines().map(|l| l.split(',').skip(4));
    let expected = &quadratic["results"]["sna_atom"];
    let count = numbers(&expected[0]).len();
    assert_eq!(rows.next().unwrap().count(), count);
    let found: Vec<f64> = rows.flatten().map(|x| x.parse().unwrap()).collect();
    assert_close(&found, &numbers(expected), 1e-10);
}

#[test]
fn results_are_those_of_lammps() {
    for stem in TUNGSTEN {
        let (case, expected) = (case(stem), &reference(stem));
        let found = &computed(&[&case, "--atom-virials"])[0];
        let results = &expected["results"];
        for key in ["energy", "energies", "forces"] {
            assert_close(&numbers(&found[key]), &numbers(&results[key]), 1e-10);
        }
        let virial = numbers(&found["virial"]);
        let six = [0, 4, 8, 1, 2, 5].map(|k| virial[k]);
        assert_close(&six, &numbers(&results["virial"]), 1e-10);
        let of_atoms = numbers(&found["virials"]);
        let sums: Vec<f64> = (0..9)
            .map(|k| of_atoms.iter().skip(k).step_by(9).sum())
            .collect();
        assert_close(&sums, &virial, 1e-10);
        if expected["box"]["periodic"] == serde_json::json!([true, true, true]) {
            let pressure = numbers(&results["pressure_bar"])[..3].iter().sum::<f64>() / 3.0;
            assert_close(&numbers(&found["pressure_bar"]), &[pressure], 1e-9);
            let volume = found["volume"].as_f64().unwrap();
            let stress: Vec<f64> = virial.iter().map(|w| -w / volume).collect();
            assert_close(&numbers(&found["stress"]), &stress, 1e-14);
        } else {
            assert!(found["stress"].is_null() && found["pressure_bar"].is_null());
        }
    }
}

/// The same atoms in every format, in a cell that is turned, and with another corner.
#[test]
fn all_formats_give_the_same_energy() {
    let (folder, case) = (folder("formats"), reference("s12_triclinic_W"));
    let expected = numbers(&case["results"]["energy"])[0];
    let [a, b, c] = vectors(&case);
    let positions = case["positions"].as_array().unwrap();
    let rows: Vec<Vec<f64>> = positions.iter().map(numbers).collect();
    let count = rows.len();
    let line = |d: [usize; 3], x: &[f64]| format!("{} {} {}\n", x[d[0]], x[d[1]], x[d[2]]);
    // x, y, z turned to y, z, x: no longer the orientation of LAMMPS.
    let turned: String = rows.iter().map(|x| line([1, 2, 0], x)).collect();
    let cell: String = [a, b, c].iter().map(|v| line([1, 2, 0], v)).collect();
    let poscar = format!("W\n1.0\n{cell}W\n{count}\nCartesian\n{turned}");
    let numbered = |x: String, i: usize| format!("{} 1 {x}", i + 1);
    let atoms: String = rows
        .iter()
        .enumerate()
        .map(|(i, x)| numbered(line([0, 1, 2], x), i))
        .collect();
    let shifted: String = rows
        .iter()
        .enumerate()
        .map(|(i, x)| numbered(line([0, 1, 2], &[x[0] + 1.0, x[1] - 2.0, x[2]]), i))
        .collect();
    let data = format!(
        "t\n\n{count} atoms\n1 atom types\n1 {} xlo xhi\n-2 {} ylo yhi\n0 {} zlo zhi\n{} {} {} xy xz yz\n\nAtoms # atomic\n\n{shifted}",
        1.0 + a[0],
        b[1] - 2.0,
        c[2],
        b[0],
        c[0],
        c[1]
    );
    let tilts = [0.0, b[0], c[0], b[0] + c[0]];
    let (low, high) = (
        tilts.iter().fold(0.0_f64, |m, x| m.min(*x)),
        tilts.iter().fold(0.0_f64, |m, x| m.max(*x)),
    );
    let dump = format!(
        "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{count}\nITEM: BOX BOUNDS xy xz yz pp pp pp\n{low} {} {}\n{} {} {}\n0 {} {}\nITEM: ATOMS id type x y z\n{atoms}",
        a[0] + high,
        b[0],
        0.0_f64.min(c[1]),
        b[1] + 0.0_f64.max(c[1]),
        c[0],
        c[2],
        c[1]
    );
    let files = [
        (write(&folder, "w.xyz", &xyz(&case)), None),
        (write(&folder, "POSCAR", &poscar), None),
        (write(&folder, "w.data", &data), Some("W")),
        (write(&folder, "w.lammpstrj", &dump), Some("W")),
    ];
    for (file, elements) in &files {
        let mut arguments = vec![file.as_str()];
        arguments.extend(elements.iter().flat_map(|name| ["--elements", name]));
        assert_close(&[energy(&arguments)], &[expected], 1e-12);
    }
    let renamed = write(&folder, "turned.txt", &poscar);
    assert_close(
        &[energy(&[&renamed, "--format", "poscar"])],
        &[expected],
        1e-12,
    );
}

#[test]
fn where_space_does_not_repeat_atoms_may_be_anywhere() {
    let folder = folder("open");
    let cluster = "3\n\nW 0 0 0\nW 100 2 -50\nW 100 4.2 -50\n";
    let plain = write(&folder, "cluster.xyz", cluster);
    let lattice = "Lattice=\"400 0 0 0 400 0 0 0 400\" Properties=species:S:1:pos:R:3";
    let in_a_box = write(
        &folder,
        "box.xyz",
        &cluster.replacen("\n\n", &format!("\n{lattice}\n"), 1),
    );
    let small = format!("{} pbc=\"F F F\"", lattice.replace("400", "1"));
    let outside = write(
        &folder,
        "small.xyz",
        &cluster.replacen("\n\n", &format!("\n{small}\n"), 1),
    );
    let expected = energy(&[&in_a_box]);
    for file in [&plain, &outside] {
        let found = &computed(&[file])[0];
        assert_close(&numbers(&found["energy"]), &[expected], 1e-12);
        assert!(found["stress"].is_null());
    }
    // A slab without a third vector is the slab with much vacuum.
    let slab = |lattice: &str, pbc: &str| {
        format!(
            "2\nLattice=\"{lattice}\" pbc=\"{pbc}\" Properties=species:S:1:pos:R:3\nW 0 0 30\nW 1.5 1.6 31.5\n"
        )
    };
    let open = write(
        &folder,
        "slab.xyz",
        &slab("3.1 0 0 0.3 3.2 0 0 0 0", "T T F"),
    );
    let vacuum = write(
        &folder,
        "vacuum.xyz",
        &slab("3.1 0 0 0.3 3.2 0 0 0 90", "T T T"),
    );
    assert_close(&[energy(&[&open])], &[energy(&[&vacuum])], 1e-12);
}

/// Frames of other cells, other positions, other numbers of atoms in one file are as each alone.
#[test]
fn a_trajectory_is_its_frames() {
    let (folder, case) = (folder("trajectory"), reference("s16_tiny_cell_self_images"));
    let frame = xyz(&case);
    let wider = frame.replacen("Lattice=\"3.1803", "Lattice=\"3.5", 1);
    let mut moved = case.clone();
    moved["positions"][0] = serde_json::json!([0.2, 0.1, -0.3]);
    let moved = xyz(&moved);
    let lone =
        "1\nLattice=\"3 0 0 0 3 0 0 0 3\" Properties=species:S:1:pos:R:3\nW 0 0 0\n".to_string();
    let open = "2\n\nW 0 0 0\nW 2 1 0\n".to_string();
    let frames = [&frame, &wider, &moved, &lone, &open, &frame, &open];
    let all: String = frames.iter().map(|text| text.as_str()).collect();
    let found = computed(&[&write(&folder, "all.xyz", &all)]);
    assert_eq!(found.len(), frames.len());
    for (number, (found, text)) in found.iter().zip(frames).enumerate() {
        let alone = &computed(&[&write(&folder, "one.xyz", text)])[0];
        assert_eq!(found["frame"], number);
        for key in ["energies", "forces", "virial"] {
            assert_close(&numbers(&found[key]), &numbers(&alone[key]), 1e-13);
        }
    }
    assert!(found[0]["energy"] != found[1]["energy"] && found[0]["energy"] != found[2]["energy"]);
}

#[test]
fn the_table_has_a_line_a_frame_and_one_an_atom_if_asked() {
    let case = case("s16_tiny_cell_self_images");
    let output = snapx(&[
        "compute",
        &case,
        &case,
        "--backend",
        "rayon:lane",
        "--forces",
    ]);
    let text = stdout(&output);
    assert!(output.status.success());
    assert_eq!(text.matches("pressure bar").count(), 1, "{text}");
    let atoms = reference("s16_tiny_cell_self_images")["positions"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(text.lines().count(), 2 + 2 * (1 + atoms), "{text}");
    assert!(
        text.lines().nth(3).unwrap().split_whitespace().nth(1) == Some("W"),
        "{text}"
    );
}

#[test]
fn results_go_into_files_that_are_never_overwritten_unasked() {
    let (folder, case) = (folder("results"), reference("s12_triclinic_W"));
    let energies = xyz(&case).replacen("pos:R:3", "pos:R:3 energy=7 name=\"a b\"", 1);
    let input = write(&folder, "in.xyz", &energies);
    let path = |name: &str| folder.join(name).display().to_string();
    let options = ["--backend", "rayon:lane", "--output"];
    for name in ["out.xyz", "out.xyz.gz", "out.dump"] {
        let output = path(name);
        let arguments = [&["compute", &input], &options[..], &[&output]].concat();
        assert!(snapx(&arguments).status.success());
        refused(&arguments, &[&output, "is there already", "--overwrite"]);
        let again = [&arguments[..], &["--overwrite"]].concat();
        assert!(snapx(&again).status.success());
        // Both formats are read again.
        let elements = ["--elements", "W"];
        let expected = numbers(&case["results"]["energy"]);
        let again = computed(&[&[output.as_str()], &elements[..]].concat());
        assert_close(&numbers(&again[0]["energy"]), &expected, 1e-12);
    }
    let text = std::fs::read_to_string(path("out.xyz")).unwrap();
    let comment = text.lines().nth(1).unwrap();
    for word in [
        "input_energy=7",
        "name=\"a b\"",
        "virial=\"",
        "stress=\"",
        ":forces:R:3:energies:R:1",
    ] {
        assert!(comment.contains(word), "{comment}");
    }
    let dump = std::fs::read_to_string(path("out.dump")).unwrap();
    assert!(
        dump.contains("ITEM: ATOMS id type element x y z fx fy fz energies\n"),
        "{dump}"
    );
    // Nothing is left of what failed.
    let broken = write(
        &folder,
        "broken.xyz",
        &(energies.clone() + &energies.replacen("W ", "W x", 1)),
    );
    let before = std::fs::read_dir(&folder).unwrap().count();
    let output = snapx(&[&["compute", &broken], &options[..], &[&path("none.xyz")]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), before);
    for name in ["out.data", "out.npy", "out"] {
        refused(
            &[&["compute", &input], &options[..], &[&path(name)]].concat(),
            &[name, "no format that holds forces"],
        );
    }
    refused(&["compute", &input, "--overwrite"], &["--output"]);
}

#[test]
fn descriptors_are_those_of_lammps() {
    let (folder, stem) = (folder("descriptors"), "s12_triclinic_W");
    let expected = numbers(&reference(stem)["results"]["sna_atom"]);
    let case = case(stem);
    let run = |name: &str| {
        let path = folder.join(name);
        let output = path.display().to_string();
        let arguments = [
            "descriptors",
            &case,
            "--backend",
            "rayon:lane",
            "--output",
            &output,
        ];
        let done = snapx(&arguments);
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        refused(&arguments, &["is there already"]);
        std::fs::read(path).unwrap()
    };
    let npy = run("b.npy");
    let shape = format!("'shape': ({}, 55), ", expected.len() / 55);
    assert!(String::from_utf8_lossy(&npy[..128]).contains(&shape));
    let values: Vec<f64> = npy[128..]
        .chunks(8)
        .map(|b| f64::from_le_bytes(b.try_into().unwrap()))
        .collect();
    assert_close(&values, &expected, 1e-10);
    let csv = String::from_utf8(run("b.csv")).unwrap();
    assert!(csv.starts_with("file,frame,atom,element,b1,b2,"));
    let read: Vec<f64> = csv
        .lines()
        .skip(1)
        .flat_map(|line| line.split(',').skip(4).map(|b| b.parse().unwrap()))
        .collect();
    assert_eq!(read, values);
    let xyz = String::from_utf8(run("b.xyz")).unwrap();
    assert!(xyz.contains(":descriptors:R:55 "), "{xyz}");
    let printed = snapx(&["descriptors", &case, "--backend", "rayon:lane"]);
    assert_eq!(stdout(&printed), csv);
    refused(
        &["descriptors", &case, "--output", "b.txt"],
        &["b.txt", "*.npy"],
    );
}

/// The numbers of an .npy, and its columns.
fn npy(path: &Path) -> (Vec<f64>, usize) {
    let bytes = std::fs::read(path).unwrap();
    let header = String::from_utf8_lossy(&bytes[..128]).to_string();
    let shape = header.split("'shape': (").nth(1).unwrap();
    let columns = shape.split([',', ')']).nth(1).unwrap();
    let values = bytes[128..].chunks(8);
    (
        values
            .map(|b| f64::from_le_bytes(b.try_into().unwrap()))
            .collect(),
        columns.trim().parse().unwrap(),
    )
}

#[test]
fn every_compute_of_lammps_gives_its_numbers() {
    let (folder, stem) = (folder("computes"), "s20_compute_snap_grid");
    let (results, case) = (&reference(stem)["results"], case(stem));
    let potential = write_potential(&folder, stem);
    let run = |compute: &str, options: &[&str]| {
        let path = folder.join(format!("{}.npy", compute.replace('/', "_")));
        let output = path.display().to_string();
        let arguments = [
            "descriptors",
            &case,
            "--compute",
            compute,
            "--potential",
            &potential,
        ];
        let others = [
            "--backend",
            "rayon:lane",
            "--output",
            &output,
            "--overwrite",
        ];
        let done = snapx(&[&arguments[..], &others, options].concat());
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{compute}: {errors}");
        npy(&path)
    };
    for (compute, key) in [
        ("sna/atom", "sna_atom"),
        ("snad/atom", "snad_atom"),
        ("snav/atom", "snav_atom"),
    ] {
        assert_close(&run(compute, &[]).0, &numbers(&results[key]), 1e-10);
    }
    let rows = |(values, columns): (Vec<f64>, usize)| -> Vec<Vec<f64>> {
        values.chunks(columns).map(<[f64]>::to_vec).collect()
    };
    let expected: Vec<_> = results["compute_snap"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    let matrix = rows(run("snap", &[]));
    assert_eq!(matrix.len(), expected.len());
    for (row, expected) in matrix.iter().zip(&expected) {
        let (last, columns) = row.split_last().unwrap();
        let (expected_last, expected) = expected.split_last().unwrap();
        assert_close(columns, expected, 1e-10);
        assert_close(&[*last], &[*expected_last], 1e-10);
    }
    let atoms = numbers(&results["energies"]).len();
    let with_atoms = rows(run("snap", &["--bikflag", "--reference", "zbl"]));
    assert_eq!(with_atoms.len(), matrix.len() - 1 + atoms);
    assert!(with_atoms.iter().all(|row| row[row.len() - 1] == 0.0));
    assert_close(&with_atoms[atoms][..28], &matrix[1][..28], 1e-12);
    // Sums over the central atoms of each type are rows of the matrix.
    let gradients = rows(run("snap", &["--dgradflag"]));
    let types = numbers(&reference(stem)["types"]);
    let mut sums = vec![vec![0.0; 28]; 3 * atoms];
    for row in &gradients[atoms..gradients.len() - 1] {
        let [i, j, d] = [0, 1, 2].map(|c| row[c] as usize);
        let of_type = &mut sums[3 * j + d][14 * (types[i] as usize - 1)..][..14];
        of_type
            .iter_mut()
            .zip(&row[3..])
            .for_each(|(sum, x)| *sum += x);
    }
    for (sums, row) in sums.iter().zip(&matrix[1..]) {
        assert_close(sums, &row[..28], 1e-10);
    }
    let grid = numbers(&results["sna_grid"]);
    let dims: Vec<String> = numbers(&results["sna_grid_dims"])
        .iter()
        .map(f64::to_string)
        .collect();
    let options: Vec<&str> = ["--grid"]
        .into_iter()
        .chain(dims.iter().map(String::as_str))
        .collect();
    assert_close(&run("sna/grid", &options).0, &grid, 1e-10);
    let local = rows(run("sna/grid/local", &options));
    assert_eq!(local[1][..3], [1.0, 0.0, 0.0]);
    let without: Vec<f64> = local.iter().flat_map(|row| row[3..].to_vec()).collect();
    assert_close(&without, &grid, 1e-10);
}

#[test]
fn rows_are_whole_without_atoms_and_for_atoms_without_an_element() {
    let folder = folder("rows");
    let potentials = Path::new(env!("CARGO_MANIFEST_DIR")).join("../potentials");
    let file = |ending| potentials.join("W_2J8").with_extension(ending);
    let (coeff, param) = (file("snapcoeff"), file("snapparam"));
    let lines = format!(
        "pair_style hybrid/overlay zbl 4 4.8 snap\npair_coeff * * zbl 74 74\npair_coeff * * snap {} {} W NULL\n",
        coeff.display(),
        param.display()
    );
    let pair = write(&folder, "w.snap", &lines);
    let cell = "Lattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3\n";
    let text = format!("0\n{cell}3\n{cell}1 0 0 0\n2 2.5 0 0\n1 0 3 0\n1\n{cell}2 1 1 1\n");
    let frames = write(&folder, "w.xyz", &text);
    for (compute, options, rows) in [
        ("sna/atom", &[][..], 3 + 1),
        ("snad/atom", &[], 3 + 1),
        ("snav/atom", &[], 3 + 1),
        ("snap", &[], (1 + 9 + 6) + (1 + 3 + 6)),
        ("snap", &["--bikflag"], (3 + 9 + 6) + (1 + 3 + 6)),
        // Atoms, directions of pairs of the first and the third, the energy.
        ("snap", &["--dgradflag"], (3 + 4 * 3 + 1) + (1 + 1)),
        ("sna/grid", &["--grid", "1", "1", "2"], 2 * 3),
    ] {
        let output = folder.join("b.npy");
        let path = output.display().to_string();
        let arguments = [
            "descriptors",
            &frames,
            "--lammps-pair",
            &pair,
            "--compute",
            compute,
        ];
        let others = ["--backend", "rayon:lane", "--overwrite", "--output", &path];
        let done = snapx(&[&arguments[..], &others, options].concat());
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{compute} {options:?}: {errors}");
        let (values, columns) = npy(&output);
        assert_eq!(values.len(), rows * columns, "{compute} {options:?}");
    }
}

/// The potential of a case as LAMMPS' files.
fn write_potential(folder: &Path, stem: &str) -> String {
    let snap = &reference(stem)["snap"];
    let elements = snap["elements"].as_array().unwrap();
    let count = numbers(&elements[0]["coeff"]).len();
    let mut text = format!("{} {count}\n", elements.len());
    for element in elements {
        let name = element["name"].as_str().unwrap();
        text += &format!("{name} {} {}\n", element["radius"], element["weight"]);
        for beta in numbers(&element["coeff"]) {
            text += &format!("{beta:?}\n");
        }
    }
    write(folder, "potential.snapcoeff", &text);
    let params = snap["params"].as_object().unwrap();
    let lines = params.iter().map(|(key, value)| format!("{key} {value}\n"));
    let path = write(folder, "potential.snapparam", &lines.collect::<String>());
    path.trim_end_matches(".snapparam").to_string()
}

#[test]
fn options_of_other_computes_are_refused() {
    let case = case("s12_triclinic_W");
    for (options, words) in [
        (vec!["--bikflag"], ["--bikflag", "--compute snap"]),
        (
            vec!["--reference", "zbl"],
            ["--reference", "--compute snap"],
        ),
        (vec!["--grid", "2", "2", "2"], ["--grid", "sna/grid"]),
        (vec!["--compute", "sna/grid"], ["--grid NX NY NZ", "points"]),
        (
            vec!["--compute", "snap", "--output", "a.xyz"],
            ["extended XYZ", "*.npy"],
        ),
    ] {
        refused(&[&["descriptors", &case], &options[..]].concat(), &words);
    }
}

/// Runs `compute` on a text that is refused: exit status 2, and a line that says what is wrong.
fn fails(name: &str, text: &str, options: &[&str], words: &[&str]) {
    let path = write(&folder(&format!("fails-{name}")), name, text);
    let arguments = [&["compute", &path, "--backend", "rayon:lane"], options].concat();
    let output = snapx(&arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.starts_with("error: ") && said.lines().count() == 1,
        "{said}"
    );
    for word in words.iter().chain([&name]) {
        assert!(said.contains(word), "no `{word}` in: {said}");
    }
}

#[test]
fn structures_without_meaning_are_refused_by_file_frame_and_atom() {
    let good = "2\nLattice=\"5 0 0 0 5 0 0 0 5\" Properties=species:S:1:pos:R:3:id:I:1\nW 0 0 0 7\nW 2 2 2 9\n";
    let second = |name: &str, from: &str, to: &str, words: &[&str]| {
        fails(
            name,
            &(good.to_string() + &good.replace(from, to)),
            &[],
            words,
        );
    };
    second(
        "he.xyz",
        "W 2",
        "He 2",
        &["frame 1", "no element `He`; it has W"],
    );
    second(
        "overlap.xyz",
        "2 2 2 9",
        "5 0 0 9",
        &["frame 1", "lies on another atom", "is W with id"],
    );
    second(
        "far.xyz",
        "2 2 2 9",
        "2e9 2 2 9",
        &["frame 1", "position of atom 1", "with id 9"],
    );
    second(
        "nan.xyz",
        "2 2 2 9",
        "nan 2 2 9",
        &[":8: `nan` is not a finite number"],
    );
    second(
        "flat.xyz",
        "0 5 0 0 0 5",
        "0 5 0 0 5 0",
        &["frame 1", "no volume"],
    );
    second(
        "thin.xyz",
        "\"5 0 0",
        "\"1e-3 0 0",
        &["frame 1", "too thin"],
    );
    second("cut.xyz", "W 2 2 2 9\n", "", &["the file ends here"]);
    fails("empty.xyz", "\n", &[], &["holds no frame"]);
    fails("empty.data", "", &[], &["the file ends here"]);
    let twins = "2\n\nW 1 1 1\nW 1 1 1\n";
    fails(
        "twins.xyz",
        twins,
        &[],
        &["frame 0", "lies on another atom"],
    );
}

#[test]
fn types_without_elements_are_refused() {
    let data =
        "t\n\n1 atoms\n2 atom types\n0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n\nAtoms\n\n1 1 0 0 0\n";
    fails(
        "none.data",
        data,
        &[],
        &["frame 0", "--elements", "the potential has W"],
    );
    fails(
        "one.data",
        data,
        &["--elements", "W"],
        &["names 1 of 2 types"],
    );
    fails(
        "three.data",
        data,
        &["--elements", "W,W,W"],
        &["names 3 of 2 types"],
    );
    fails(
        "other.data",
        data,
        &["--elements", "In", "P"],
        &["no element `In`"],
    );
    fails(
        "bodies.data",
        &data.replace("Atoms", "Bodies"),
        &[],
        &[":9: the section `Bodies` is not read"],
    );
    fails(
        "lj.dump",
        "ITEM: UNITS\nlj\n",
        &[],
        &[":2: the dump has units `lj`"],
    );
    fails(
        "w.gz.xyz.gz",
        "not compressed",
        &[],
        &["the file is damaged"],
    );
    let binary = folder("binary").join("b.xyz");
    std::fs::write(&binary, b"\xff\xfe\x00\n").unwrap();
    refused(
        &["compute", &binary.display().to_string()],
        &["b.xyz:1: the line is not text"],
    );
    refused(
        &["compute", "no/such.xyz"],
        &["cannot read `no/such.xyz`", "existing path"],
    );
    refused(
        &["compute", "notes.txt"],
        &["`notes.txt` does not tell a format", "--format"],
    );
    refused(&["compute"], &["FILE"]);
    let folder = folder("folder.xyz").display().to_string();
    refused(&["compute", &folder], &["a file, not a folder"]);
}

/// A file without end or line ends.
#[cfg(target_os = "linux")]
#[test]
fn devices_without_lines_are_refused() {
    let output = snapx(&[
        "compute",
        "/dev/zero",
        "--format",
        "data",
        "--backend",
        "rayon:lane",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("/dev/zero:1: the line has more than"),
        "{said}"
    );
}

/// Counts that a header merely announces take no memory.
#[cfg(target_os = "linux")]
#[test]
fn announced_atoms_need_no_memory() {
    let folder = folder("announced");
    for (name, text) in [
        ("a.xyz", "999999999999\n\nW 0 0 0\n"),
        (
            "a.dump",
            "ITEM: NUMBER OF ATOMS\n999999999999\nITEM: BOX BOUNDS pp pp pp\n0 9\n0 9\n0 9\nITEM: ATOMS type x y z\n1 0 0 0\n",
        ),
    ] {
        let path = write(&folder, name, text);
        let output = hostile::limited(
            800_000,
            &format!("compute {path} --backend rayon:lane --threads 1"),
        );
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains(name) && said.contains("the file ends here"),
            "{said}"
        );
    }
}
