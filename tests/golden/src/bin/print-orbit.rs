//! Prints the text of compute_yi in orbit form for CUDA: `print-orbit [TWOJMAX [TUNING]]`.

use portax_golden::Printer;
use snap_core::{
    Changes, Element, Snap, SnapOptions, SnapParams, SnapPotential, System, YiForm, neighbor::Cell,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let twojmax = arguments.next().map_or(Ok(8), |s| s.parse())?;
    let mut mapping: Changes = arguments.next().unwrap_or_default().parse()?;
    mapping.yi = Some(YiForm::Orbit);
    let params = SnapParams::new(4.7, twojmax);
    let coeff = vec![1.0; params.ncoeff(1)];
    let element = Element {
        name: "W".to_string(),
        radius: 0.5,
        weight: 1.0,
        coeff,
        sinner: 0.0,
        dinner: 0.0,
    };
    let potential = SnapPotential::new(params, vec![element])?;
    let cell = Cell::orthogonal([9.0; 3], [true; 3])?;
    let system = System::of_one_element(cell, vec![[0.0; 3], [2.0, 2.0, 2.0]]);
    let printer = Printer::with_scratch(&portax_cuda::CUDA, 32, 227 << 10);
    let options = SnapOptions {
        mapping,
        ..SnapOptions::default()
    };
    Snap::new(&printer.space(), &potential, &system, options)?.compile()?;
    let texts = printer.take();
    let text = texts
        .iter()
        .find(|s| s.source.entry.contains("yi"))
        .ok_or("compute_yi was not compiled")?;
    print!("{}", text.source.text);
    Ok(())
}
