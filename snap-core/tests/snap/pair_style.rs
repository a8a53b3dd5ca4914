//! Potentials by LAMMPS' lines: what they make, and what is refused by which words.

use std::path::{Path, PathBuf};

use snap_core::neighbor::Cell;
use snap_core::{Error, PairStyle, SnapOptions, System};

use crate::support::{computed, spaces, tungsten};

/// Two elements with inner switches of their own.
const COEFF: &str = "2 3\nA 0.5 1.0\n0.1\n0.2\n-0.3\nB 0.42 0.7\n0.05\n-0.4\n0.6\n";
const PARAM: &str = "rcutfac 6.0\ntwojmax 1\nswitchinnerflag 1\nsinner 1.5 2.5\ndinner 0.5 0.3\n";

/// A folder with the two files `ab`, which goes when this does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = format!("snap-core-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("ab.snapcoeff"), COEFF).unwrap();
        std::fs::write(folder.join("ab.snapparam"), PARAM).unwrap();
        Self(folder)
    }

    fn read(&self, text: &str) -> Result<PairStyle, Error> {
        PairStyle::from_text("in", text, &self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn tungsten_is_read_with_its_repulsion() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("potentials/W_2J8.snap");
    let style = PairStyle::read(path).unwrap();
    assert_eq!(style.elements, [Some(0)]);
    assert_eq!(style.names(), [Some("W")]);
    let zbl = style.potential.zbl().unwrap();
    assert_eq!((zbl.inner(), zbl.outer()), (4.0, 4.8));
    assert_eq!(zbl.charges(0, 0), Some([74.0, 74.0]));
    assert_eq!(style.potential.cutoff(), 4.8);
    assert_eq!(style.potential, tungsten().with_zbl(zbl.clone()));
}

/// LAMMPS of 22 July 2025 with these files: the values of `sinner` and `dinner` belong to the elements as `pair_coeff` names
/// them.
#[test]
fn elements_are_in_the_order_of_the_line() {
    let folder = Folder::new("order");
    let (_, space) = spaces().remove(0);
    for (names, types, expected) in [
        ("A B", [0, 1, 0], -0.7396049385350472),
        ("B A", [1, 0, 1], 0.8558511659802686),
    ] {
        let text = format!("pair_style snap\npair_coeff * * ab.snapcoeff ab.snapparam {names}\n");
        let style = folder.read(&text).unwrap();
        let system = System {
            cell: Cell::orthogonal([20.0; 3], [false; 3]).unwrap(),
            positions: vec![[5.0; 3], [7.3, 5.0, 5.0], [5.0, 7.1, 5.5]],
            types: types.to_vec(),
            elements: style.elements.clone(),
        };
        let potential = &style.potential;
        let snap = computed(&space, potential, &system, SnapOptions::default());
        let found = snap.energy().unwrap();
        assert!((found - expected).abs() < 1e-12, "{names}: {found}");
    }
}

#[test]
fn types_may_share_an_element_or_have_none() {
    let text = "units metal # as ever\n\
        pair_style hybrid/overlay snap &\n zbl 1 2.5\n\
        pair_coeff * * zbl 9 9\npair_coeff 1*2 3* zbl 4 5\npair_coeff 4 2 zbl 6 6.5\n\
        pair_coeff * * snap ab.snapcoeff ab.snapparam B NULL A B\n";
    let style = Folder::new("types").read(text).unwrap();
    assert_eq!(style.elements, [Some(0), None, Some(1), Some(0)]);
    assert_eq!(style.names(), [Some("B"), None, Some("A"), Some("B")]);
    assert_eq!(style.potential.elements()[0].sinner, 1.5);
    let zbl = style.potential.zbl().unwrap();
    for (i, j, charges) in [
        (0, 0, [9.0, 9.0]),
        (0, 1, [9.0, 9.0]),
        (0, 2, [4.0, 5.0]),
        (1, 3, [6.0, 6.5]),
        (2, 1, [5.0, 4.0]),
        (3, 2, [9.0, 9.0]),
    ] {
        assert_eq!(zbl.charges(i, j), Some(charges), "{i} {j}");
    }
}

#[test]
fn some_elements_of_a_file_are_enough() {
    let folder = Folder::new("some");
    std::fs::write(folder.0.join("ab.snapparam"), "rcutfac 6.0\ntwojmax 1\n").unwrap();
    let text = "pair_style snap\npair_coeff * * ab.snapcoeff ab.snapparam B\n";
    let style = folder.read(text).unwrap();
    assert_eq!(
        (style.potential.elements().len(), style.names()),
        (1, vec![Some("B")])
    );
}

#[test]
fn what_makes_no_potential_is_refused_by_name() {
    let folder = Folder::new("faults");
    const SNAP: &str = "pair_coeff * * snap ab.snapcoeff ab.snapparam A B";
    const HYBRID: &str = "pair_style hybrid/overlay zbl 1 2 snap";
    let hybrid = |lines: &str| format!("{HYBRID}\n{lines}\n{SNAP}\n");
    for (text, expected) in [
        (
            "units real".into(),
            "in:1: `units real` is not `units metal`",
        ),
        (
            "\nmass 1 180.9".into(),
            "in:2: `mass` is no command of a potential",
        ),
        (String::new(), "in: there is no line `pair_style snap`"),
        ("pair_style snap".into(), "there is no line `pair_coeff * *"),
        (
            "pair_style snap\npair_style snap".into(),
            "in:2: there is a `pair_style` before",
        ),
        (
            "pair_style hybrid zbl 1 2 snap".into(),
            "write hybrid/overlay",
        ),
        ("pair_style zbl 1 2".into(), "`zbl` alone has no SNAP"),
        ("pair_style hybrid/overlay zbl 1 2".into(), "has no SNAP"),
        (
            "pair_style snap snap".into(),
            "`snap` is a potential that is not computed here",
        ),
        (
            "pair_style hybrid/overlay snap snap".into(),
            "`snap` appears twice",
        ),
        (
            "pair_style hybrid/overlay zbl 1 2 snap table spline 1000".into(),
            "`table` is a potential that is not computed here",
        ),
        (
            "pair_style hybrid/overlay snap zbl 1".into(),
            "write `zbl INNER OUTER`",
        ),
        (
            "pair_style hybrid/overlay zbl 1 x snap".into(),
            "`x` is no number",
        ),
        (
            "pair_style hybrid/overlay zbl 2 1 snap".into(),
            "0 < inner <= outer",
        ),
        (SNAP.into(), "`pair_coeff` stands before `pair_style`"),
        (
            "pair_style snap\npair_coeff * * ab.snapcoeff ab.snapparam".into(),
            "is not `pair_coeff * * FILE.snapcoeff FILE.snapparam ELEMENT...`",
        ),
        (
            "pair_style snap\npair_coeff 1 1 a b A".into(),
            "is not `pair_coeff * *",
        ),
        (
            format!("{HYBRID}\n{SNAP}\n{SNAP}"),
            "in:3: there is a `pair_coeff` for snap",
        ),
        (
            format!("{HYBRID}\n{SNAP}"),
            "there is no line `pair_coeff I J zbl ZI ZJ`",
        ),
        (
            format!("{HYBRID}\npair_coeff 1 1 zbl 4 4"),
            "there is no line `pair_coeff * *",
        ),
        (
            hybrid("pair_coeff 1 1 lj 1 2"),
            "`lj` is no potential of the `pair_style`",
        ),
        (
            hybrid("pair_coeff 1 1 zbl 4"),
            "is not `pair_coeff I J zbl ZI ZJ`",
        ),
        (
            hybrid("pair_coeff 1 1 zbl 4 5"),
            "in:2: type 1 has the nuclear charges 4 and 5",
        ),
        (
            hybrid("pair_coeff 1 1 zbl -4 -4"),
            "in:2: `-4` is no charge of a nucleus",
        ),
        (
            hybrid("pair_coeff 1 3 zbl 4 4"),
            "`3` is no type or range of types",
        ),
        (hybrid("pair_coeff 0 1 zbl 4 4"), "`0` is no type"),
        (hybrid("pair_coeff 2*1 1 zbl 4 4"), "`2*1` is no type"),
        (hybrid("pair_coeff 1** 1 zbl 4 4"), "`1**` is no type"),
        (
            hybrid("pair_coeff 2* 1 zbl 4 4"),
            "`2* 1` names no pair of types I <= J",
        ),
        (
            hybrid("pair_coeff 1 1 zbl ${z} 4"),
            "in:2: there is no variable `z`",
        ),
        (
            "pair_style snap\npair_coeff * * ab.snapcoeff ab.snapparam A NULL".into(),
            "types 1 and 2 have no potential, since one is NULL",
        ),
        (
            format!("{HYBRID}\npair_coeff * * zbl 4 4\n{SNAP} NULL").replace("A B", "NULL"),
            "every type is NULL",
        ),
        (
            "pair_style snap\npair_coeff * * ab.snapcoeff ab.snapparam A C".into(),
            "no element `C`; it has A, B",
        ),
        (
            "pair_style snap\npair_coeff * * absent ab.snapparam A".into(),
            "absent`",
        ),
    ] {
        let error = folder.read(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
