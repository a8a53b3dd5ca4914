//! Time of each stage on a bcc tungsten crystal, microseconds per atom, the smallest of several computations.
//!
//! `cargo run --release -p snap-core --example stage-times -- [SPACE] [2J8 | 2J14] [CELLS] [direct | reverse]`

use std::error::Error;

use snap_core::neighbor::Cell;
use snap_core::{Changes, Snap, SnapOptions, SnapPotential, System, YiForm};

/// Lattice constant, Å.
const LATTICE: f64 = 3.1803;
/// Computations of which the fastest counts.
const REPEATS: usize = 20;

macro_rules! potential {
    ($name:literal) => {
        SnapPotential::from_text(
            (
                $name,
                include_str!(concat!("../potentials/", $name, ".snapcoeff")),
            ),
            (
                $name,
                include_str!(concat!("../potentials/", $name, ".snapparam")),
            ),
        )
    };
}

/// `cells` cubed unit cells of two atoms, each atom displaced by up to 0.05 Å.
fn crystal(cells: usize) -> Result<System, snap_core::neighbor::Error> {
    let corners = (0..cells.pow(3))
        .map(|i| [i % cells, i / cells % cells, i / cells.pow(2)].map(|x| x as f64));
    let sites = corners.flat_map(|c| [c, c.map(|x| x + 0.5)]);
    let noise = |s: [f64; 3], d: usize| {
        0.05 * (12.9 * s[0] + 78.2 * s[1] + 37.7 * s[2] + 4.1 * d as f64).sin()
    };
    let positions = sites
        .map(|s| [0, 1, 2].map(|d| LATTICE * s[d] + noise(s, d)))
        .collect();
    Ok(System::of_one_element(
        Cell::orthogonal([LATTICE * cells as f64; 3], [true; 3])?,
        positions,
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |k: usize, default: &'static str| args.get(k).map_or(default, |a| a.as_str());
    let space = portax_backends::by_name(arg(0, "rayon"))?;
    let potential = if arg(1, "2J8") == "2J14" {
        potential!("W_2J14_dense")
    } else {
        potential!("W_2J8")
    }?;
    let system = crystal(arg(2, "8").parse()?)?;
    let mapping = match arg(3, "") {
        "direct" => YiForm::Direct.into(),
        "reverse" => YiForm::Reverse.into(),
        _ => Changes::default(),
    };
    let mut snap = Snap::new(
        &space,
        &potential,
        &system,
        SnapOptions {
            mapping,
            skin: 0.3,
            timing: true,
            ..SnapOptions::default()
        },
    )?;
    let mut best: Vec<(&'static str, f64)> = vec![];
    for _ in 0..REPEATS {
        snap.compute()?;
        let times = snap.stage_times();
        best.resize(times.len(), ("", f64::INFINITY));
        for (best, time) in best.iter_mut().zip(times) {
            *best = (time.name, best.1.min(time.seconds));
        }
    }
    let (natoms, pairs) = (snap.natoms() as f64, snap.neighbor_list().pairs() as f64);
    println!(
        "{}: {natoms} atoms, {:.1} listed neighbours an atom, {:.12} eV an atom",
        space.name(),
        pairs / natoms,
        snap.energy()? / natoms
    );
    for (name, seconds) in &best {
        println!("{name:22} {:8.3} us/atom", 1e6 * seconds / natoms);
    }
    println!(
        "{:22} {:8.3} us/atom",
        "all stages",
        1e6 * best.iter().map(|b| b.1).sum::<f64>() / natoms
    );
    Ok(())
}
