//! Files that ASE and LAMMPS wrote (`tests/files/README.md`).

use std::path::Path;

use portax_structures::{Error, Frame, Frames, Values};

fn open(name: &str) -> Vec<Frame> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/files")
        .join(name);
    let frames: Result<Vec<_>, Error> = Frames::open(&path, None).unwrap().collect();
    frames.unwrap_or_else(|error| panic!("{name}: {error}"))
}

const ORTHOGONAL: [[f64; 3]; 3] = [[6.5, 0.0, 0.0], [0.0, 7.25, 0.0], [0.0, 0.0, 8.0]];
const TRICLINIC: [[f64; 3]; 3] = [[6.5, 0.0, 0.0], [1.25, 7.25, 0.0], [-2.0, 3.5, 8.0]];
const POSITIONS: [[f64; 3]; 4] = [
    [0.5, 1.0, 1.5],
    [3.25, 4.5, 5.75],
    [2.0, 6.5, 0.25],
    [4.0, 5.5, 7.0],
];
const SYMBOLS: [&str; 4] = ["W", "Be", "Be", "W"];
/// Atoms are sorted by element there.
const ORDER_OF_VASP: [usize; 4] = [0, 3, 1, 2];

fn cells() -> [(&'static str, [[f64; 3]; 3]); 2] {
    [("orthogonal", ORTHOGONAL), ("triclinic", TRICLINIC)]
}

fn assert_close(found: &[[f64; 3]], expected: &[[f64; 3]], name: &str) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (a, b) in found.as_flattened().iter().zip(expected.as_flattened()) {
        assert!((a - b).abs() < 5e-15, "{name}: {found:?} {expected:?}");
    }
}

fn symbols(frame: &Frame) -> Vec<String> {
    (0..frame.natoms())
        .map(|i| frame.species.of(i).label())
        .collect()
}

#[test]
fn extended_xyz_of_ase() {
    for (file, (name, cell)) in ["ase_orthogonal.xyz", "ase_triclinic.xyz.gz"]
        .into_iter()
        .zip(cells())
    {
        let frames = open(file);
        assert_eq!(
            frames.iter().map(Frame::natoms).collect::<Vec<_>>(),
            [4, 1],
            "{name}"
        );
        let frame = &frames[0];
        assert_eq!(
            (frame.cell.vectors, &frame.positions[..]),
            (cell, &POSITIONS[..])
        );
        assert_eq!(frame.cell.periodic, [true, true, name == "triclinic"]);
        assert_eq!(symbols(frame), SYMBOLS);
        assert_eq!(frame.charges, Some(vec![0.5, -0.25, -0.25, 0.0]));
        assert_eq!(frame.columns[0].values, Values::Ints(vec![0, 1, 1, 0]));
        for (key, value) in [("energy", "-1.5"), ("note", "two \"words\""), ("flag", "T")] {
            assert_eq!(frame.info(key), Some(value), "{file}");
        }
    }
}

#[test]
fn poscar_and_data_of_ase_agree() {
    for (name, cell) in cells() {
        let poscar = &open(&format!("ase_{name}.vasp"))[0];
        let data = &open(&format!("ase_{name}.data"))[0];
        assert_close(&poscar.cell.vectors, &cell, name);
        assert_close(&data.cell.vectors, &cell, name);
        assert_close(&data.positions, &POSITIONS, name);
        assert_close(
            &poscar.positions,
            &ORDER_OF_VASP.map(|i| POSITIONS[i]),
            name,
        );
        assert_eq!(symbols(poscar), ORDER_OF_VASP.map(|i| SYMBOLS[i]));
        // ASE writes masses and no labels.
        assert_eq!(symbols(data), ["1", "2", "2", "1"]);
        let moves = [
            false, false, false, true, true, true, true, true, true, true, true, true,
        ];
        assert_eq!(poscar.columns[0].values, Values::Bools(moves.to_vec()));
        // Å/fs there, Å/ps here. ASE's fs and amu are not LAMMPS' to the last digits.
        let (a, b) = (
            poscar.velocities.as_ref().unwrap(),
            data.velocities.as_ref().unwrap(),
        );
        for (i, &j) in ORDER_OF_VASP.iter().enumerate() {
            for d in 0..3 {
                assert!(
                    (a[i][d] - b[j][d]).abs() < 1e-5 * b[0][2],
                    "{name}: {a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn data_and_dumps_of_lammps_agree() {
    for (name, cell) in cells() {
        let data = &open(&format!("lammps_{name}.data"))[0];
        assert_close(&data.cell.vectors, &cell, name);
        assert_close(&data.positions, &POSITIONS, name);
        assert_eq!(data.images.as_ref().unwrap()[..2], [[1, -1, 0], [0; 3]]);
        let dump = &open(&format!("lammps_{name}.dump"))[0];
        assert_close(&dump.cell.vectors, &cell, name);
        assert_close(&dump.positions, &POSITIONS, name);
        assert_eq!(dump.cell.periodic, [true, true, name == "triclinic"]);
        assert_eq!(
            (dump.info("units"), dump.info("timestep")),
            (Some("metal"), Some("0"))
        );
        assert_eq!((&dump.charges, &dump.images), (&data.charges, &data.images));
        let scaled = &open(&format!("lammps_{name}_scaled.lammpstrj"))[0];
        assert_close(&scaled.positions, &POSITIONS, name);
        assert_eq!(scaled.species.of(1).mass, Some(9.012));
        assert_eq!(
            (scaled.columns[0].name.as_str(), scaled.columns[0].width),
            ("forces", 3)
        );
        for frame in [data, dump, scaled] {
            assert_eq!(symbols(frame), SYMBOLS, "{name}");
            assert_eq!(frame.ids, Some(vec![1, 2, 3, 4]));
        }
        // Atom 1 was said to be one cell further along a and one back along b.
        let unwrapped = &open(&format!("lammps_{name}_unwrapped.lammpstrj"))[0];
        let moved = [0, 1, 2].map(|d| POSITIONS[0][d] + cell[0][d] - cell[1][d]);
        assert_close(&unwrapped.positions[..1], &[moved], name);
        assert_close(&unwrapped.positions[1..], &POSITIONS[1..], name);
    }
}

/// Distances of the second atom's images from the first do not depend on how the cell is turned.
#[test]
fn a_cell_of_any_orientation_is_the_one_that_lammps_turned() {
    let distances = |frame: &Frame| {
        let images = (0..27).map(|k| [k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1].map(f64::from));
        let distance = |image: [f64; 3]| {
            let square = |d: usize| {
                let shift: f64 = (0..3).map(|e| image[e] * frame.cell.vectors[e][d]).sum();
                (frame.positions[1][d] - frame.positions[0][d] + shift).powi(2)
            };
            (0..3).map(square).sum::<f64>().sqrt()
        };
        images.map(distance).collect::<Vec<_>>()
    };
    let (general, dump) = (
        &open("lammps_general.data")[0],
        &open("lammps_general.dump")[0],
    );
    let restricted = &open("lammps_restricted.data")[0];
    assert!(!general.cell.is_restricted() && restricted.cell.is_restricted());
    assert_close(&dump.cell.vectors, &general.cell.vectors, "general");
    assert_close(
        &general.cell.vectors,
        &[[4.0, 1.0, 0.5], [-0.5, 4.5, 1.0], [1.0, 0.25, 3.5]],
        "general",
    );
    for frame in [general, dump] {
        for (a, b) in distances(frame).iter().zip(distances(restricted)) {
            assert!((a - b).abs() < 1e-13, "{a} {b}");
        }
    }
}
