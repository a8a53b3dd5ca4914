//! Every SNAP stage at 2J=4: its program in few lines, in `stages/`, and its source in every dialect, in the target folder
//! for the vendors' compilers.

mod support;

use portax::{AUTO, IntRow, Space, TeamPolicy, View, backend::Properties};
use portax_golden::{Printed, Printer};
use portax_opencl::dialect::OPENCL;
use snap_core::{
    Element, Form, Precision, Snap, SnapOptions, SnapParams, SnapPotential, System, Zbl,
    descriptors::ComputeBi,
    mapping::Reason,
    neighbor::Cell,
    tables::{BispectrumTerms, CubicForm},
};
use std::collections::BTreeMap;
use support::{DIALECTS, golden, keep};

/// Bytes of team scratch in which the fused stages fit for that many lanes.
const SCRATCH: usize = 64 << 10;
const FUSED_LANES: usize = 32;

/// Form and precision of the stages that have one.
const DOUBLE: (Form, Precision) = (Form::StagedReverse, Precision::Double);

const STAGES: [&str; 12] = [
    "compute_rij",
    "compute_ui",
    "moments_to_v",
    "compute_yi_direct",
    "compute_yi_reverse",
    "compute_yi_orbit",
    "gradient_to_c",
    "compute_duidrj_deidrj",
    "compute_forces",
    "compute_ui_fused",
    "gradient_to_pairs",
    "compute_deidrj_fused",
];

/// Keeps a stage's source, which names every pointer's memory where the dialect has to, and compares its program once.
fn check(stage: &str, extension: &str, printed: &Printed) {
    keep(stage, extension, &printed.source);
    match extension {
        "cl" => names_address_spaces(stage, &printed.source.text),
        "cu" => golden("stages", &format!("{stage}.txt"), &printed.summary),
        _ => {}
    }
}

/// OpenCL C 1.2 has no generic pointers: every one names its memory.
fn names_address_spaces(stage: &str, text: &str) {
    let mut pointers = 0;
    for (at, _) in text.match_indices('*') {
        if !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric()) {
            continue;
        }
        let line = text[..at].lines().last().unwrap_or_default();
        let spaces = ["__global ", "__local ", "SPACE "];
        let is_named = spaces.iter().any(|space| line.contains(space));
        assert!(is_named, "{stage}: {line}*");
        pointers += 1;
    }
    assert!(pointers > 2, "{stage} has {pointers} pointers");
}

/// One element with coefficients of one.
fn potential() -> SnapPotential {
    potential_with(SnapParams::new(4.7, 4))
}

fn potential_with(params: SnapParams) -> SnapPotential {
    let coeff = vec![1.0; params.ncoeff(1)];
    let element = Element {
        name: "W".to_string(),
        radius: 0.5,
        weight: 1.0,
        coeff,
        sinner: 0.0,
        dinner: 0.0,
    };
    SnapPotential::new(params, vec![element]).expect("the potential is valid")
}

/// Two atoms.
fn system() -> System {
    let cell = Cell::orthogonal([9.0; 3], [true; 3]).expect("the cell is valid");
    System::of_one_element(cell, vec![[0.0; 3], [2.0, 2.0, 2.0]])
}

#[test]
fn every_stage_is_printed_as_before() {
    let system = system();
    for (dialect, extension, width) in DIALECTS {
        let mut texts = BTreeMap::new();
        let staged = Printer::new(dialect, width);
        let fused = Printer::with_scratch(dialect, width.min(FUSED_LANES), SCRATCH);
        // A stage of several mappings is printed as the last has it.
        for (printer, form) in [
            (fused.clone(), Form::FusedDirect),
            (staged.clone(), Form::StagedDirect),
            (staged, Form::StagedReverse),
            (fused, Form::FusedOrbit),
        ] {
            let options = SnapOptions {
                mapping: form.into(),
                ..SnapOptions::default()
            };
            let mut snap = Snap::new(&printer.space(), &potential(), &system, options)
                .expect("the mapping is possible");
            snap.compile().expect("the stages are printed");
            assert_eq!(snap.mapping().mapping.form(), form);
            texts.extend(
                printer
                    .take()
                    .into_iter()
                    .map(|p| (p.source.entry.replace("px_kernel_", ""), p)),
            );
        }
        for stage in STAGES {
            let printed = texts.get(stage).unwrap_or_else(|| {
                panic!("{stage} was not compiled; there are {:?}", texts.keys())
            });
            check(stage, extension, printed);
        }
    }
}

/// Prepares stages, and compares those of these names with what is kept under the names behind them.
fn stages_of(
    potential: &SnapPotential,
    (form, precision): (Form, Precision),
    stages: &[(&str, &str)],
    prepare: impl Fn(&mut Snap) -> Result<(), snap_core::Error>,
) {
    for (dialect, extension, width) in DIALECTS {
        let printer = Printer::new(dialect, width);
        let options = SnapOptions {
            mapping: form.into(),
            precision,
            ..SnapOptions::default()
        };
        let snap = Snap::new(&printer.space(), potential, &system(), options);
        snap.and_then(|mut snap| prepare(&mut snap))
            .expect("the stages are printed");
        let printed = printer.take();
        for (stage, kept) in stages {
            let entry = format!("px_kernel_{stage}");
            let printed = printed.iter().find(|p| p.source.entry == entry);
            let printed = printed.unwrap_or_else(|| panic!("{stage} was not compiled"));
            check(kept, extension, printed);
        }
    }
}

/// What quadratic SNAP adds: coefficients of each atom, which compute_yi multiplies W0 with.
#[test]
fn stages_of_quadratic_potentials_are_printed_as_before() {
    let quadratic = potential_with(SnapParams {
        quadraticflag: true,
        ..SnapParams::new(4.7, 4)
    });
    for (form, yi) in [
        (
            Form::StagedReverse,
            ("compute_yi_reverse", "compute_yi_reverse_of_atoms"),
        ),
        (
            Form::StagedDirect,
            ("compute_yi_direct", "compute_yi_direct_of_atoms"),
        ),
    ] {
        let stages = [("compute_beta", "compute_beta"), yi];
        stages_of(
            &quadratic,
            (form, Precision::Double),
            &stages,
            Snap::compile,
        );
    }
}

/// Where f32 becomes f64: the other stages differ from double by the type alone.
#[test]
fn sums_of_mixed_precision_are_printed_as_before() {
    let stages = [
        ("compute_duidrj_deidrj", "compute_duidrj_deidrj_mixed"),
        ("compute_forces", "compute_forces_mixed"),
    ];
    let mixed = (Form::StagedReverse, Precision::Mixed);
    stages_of(&potential(), mixed, &stages, Snap::compile);
}

#[test]
fn repulsion_is_printed_as_before() {
    let zbl = Zbl::new(4.0, 4.8, &[74.0]).expect("the repulsion is valid");
    let potential = potential().with_zbl(zbl);
    let stages = [("compute_zbl", "compute_zbl")];
    stages_of(&potential, DOUBLE, &stages, Snap::compile);
}

#[test]
fn derivatives_are_printed_as_before() {
    let stages = ["compute_zi", "compute_dbidrj", "compute_snad"].map(|stage| (stage, stage));
    stages_of(&potential(), DOUBLE, &stages, Snap::compile_derivatives);
}

/// Launches compute_bi for one tile.
fn compute_bi(space: &Space) -> portax::Result<()> {
    let form = CubicForm::new(4, false);
    let terms = BispectrumTerms::new(&form);
    let (width, nterms, count) = (
        space.natural_width(),
        terms.w0.len(),
        terms.starts.len() - 1,
    );
    let functor = ComputeBi {
        tile_number: View::new(space, "tile_number", [1])?,
        ntiles: 1,
        ulisttot: View::new(space, "ulisttot", [width, form.half_plane.nvalues()])?,
        items: View::from_slice(space, "bi_items", [nterms], IntRow::rows(&terms.items))?,
        w0: View::from_slice(space, "bi_w0", [nterms], &terms.w0)?,
        starts: View::from_slice(space, "bi_starts", [count + 1], &terms.starts)?,
        blist: View::new(space, "blist", [width, count])?,
    };
    space.parallel_for("compute_bi", TeamPolicy::new(1, AUTO), &functor)
}

#[test]
fn descriptors_are_printed_as_before() {
    for (dialect, extension, width) in DIALECTS {
        let printer = Printer::new(dialect, width);
        compute_bi(&printer.space()).expect("the stage is printed");
        check("compute_bi", extension, &printer.take()[0]);
    }
}

#[test]
fn the_direct_form_runs_where_a_kernel_takes_no_team_of_the_orbit_form() {
    let form_with = |largest_group| {
        let limit = |p: &mut Properties| p.max_scratch_bytes = SCRATCH;
        let printer = Printer::limited(&OPENCL, FUSED_LANES, limit, Some(largest_group));
        let options = SnapOptions::default();
        let mut snap = Snap::new(&printer.space(), &potential(), &system(), options)
            .expect("the system is valid");
        snap.compile().expect("one form fits");
        let chosen = snap.mapping();
        assert!(
            chosen
                .given_up
                .iter()
                .all(|g| matches!(g.reason, Reason::Team(_)))
        );
        let given_up = chosen.given_up.iter().map(|g| g.mapping.form());
        (chosen.mapping.form(), given_up.collect::<Vec<_>>())
    };
    assert_eq!(form_with(512), (Form::FusedOrbit, vec![]));
    assert_eq!(form_with(256), (Form::FusedDirect, vec![Form::FusedOrbit]));
}
