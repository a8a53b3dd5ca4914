//! Writes the CUDA text of every SNAP stage of a potential with coefficients of one, to look at what the compiler makes of
//! it: `print-stages DIRECTORY [TWOJMAX] [KEY=VALUE,...] [mixed]`, then `tools/compile-cuda DIRECTORY/*.cu`.

use portax_golden::{Printed, Printer};
use snap_core::{
    Changes, Element, Precision, Snap, SnapOptions, SnapParams, SnapPotential, System, YiForm,
    neighbor::Cell,
};
use std::{error::Error, fs, path::Path};

const USAGE: &str = "usage: print-stages DIRECTORY [TWOJMAX] [KEY=VALUE,...] [mixed]";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next();
    let directory = directory.ok_or(USAGE)?;
    let twojmax = arguments.next().map_or(Ok(8), |text| text.parse())?;
    let mut mapping: Changes = arguments.next().unwrap_or_default().parse()?;
    mapping.yi = mapping.yi.or(Some(YiForm::Direct));
    let precision = match arguments.next().as_deref() {
        None => Precision::Double,
        Some("mixed") => Precision::Mixed,
        Some(_) => return Err(USAGE.into()),
    };
    fs::create_dir_all(&directory)?;
    let printer = Printer::with_scratch(&portax_cuda::CUDA, 32, 227 << 10);
    let options = SnapOptions {
        mapping,
        precision,
        ..SnapOptions::default()
    };
    Snap::new(&printer.space(), &potential(twojmax)?, &system()?, options)?.compile()?;
    for Printed { source, .. } in printer.take() {
        let name = source.entry.replace("px_kernel_", "");
        fs::write(
            Path::new(&directory).join(format!("{name}.cu")),
            &source.text,
        )?;
    }
    Ok(())
}

fn potential(twojmax: usize) -> Result<SnapPotential, snap_core::Error> {
    let params = SnapParams::new(4.73442, twojmax);
    let element = Element {
        name: "W".to_string(),
        radius: 0.5,
        weight: 1.0,
        coeff: vec![1.0; params.ncoeff(1)],
        sinner: 0.0,
        dinner: 0.0,
    };
    SnapPotential::new(params, vec![element])
}

/// A few cells of bcc tungsten.
fn system() -> Result<System, snap_core::Error> {
    const EDGE: f64 = 3.1803;
    let cell = Cell::orthogonal([4.0 * EDGE; 3], [true; 3])?;
    let corner = (0..64).map(|i| [i % 4, i / 4 % 4, i / 16].map(f64::from));
    let positions = corner
        .flat_map(|c| [c, c.map(|x| x + 0.5)])
        .map(|c| c.map(|x| x * EDGE));
    Ok(System::of_one_element(cell, positions.collect()))
}
