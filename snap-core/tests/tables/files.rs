//! Reading potentials: the published files, what FitSNAP writes, every mistake, and any text at all.

use proptest::prelude::*;
use snap_core::io::{snapcoeff, snapparam};
use snap_core::tables::{CubicForm, YiDirect};
use snap_core::{Element, Error, SnapParams, SnapPotential};

macro_rules! files {
    ($name:literal) => {
        SnapPotential::from_text(
            (
                concat!($name, ".snapcoeff"),
                include_str!(concat!("../../potentials/", $name, ".snapcoeff")),
            ),
            (
                concat!($name, ".snapparam"),
                include_str!(concat!("../../potentials/", $name, ".snapparam")),
            ),
        )
    };
}

#[test]
fn published_potentials() {
    for (potential, twojmax, count, rcut, nonzero) in [
        (files!("W_2J8").unwrap(), 8, 55, 4.73442, 55),
        (files!("W_2J14").unwrap(), 14, 204, 4.87644, 91),
        (files!("W_2J14_dense").unwrap(), 14, 204, 4.87644, 204),
    ] {
        assert_eq!(potential.params().twojmax, twojmax);
        assert_eq!(potential.elements()[0].name, "W");
        assert_eq!(potential.beta(0).len(), count);
        assert_eq!(
            potential
                .beta(0)
                .iter()
                .filter(|&&beta| beta != 0.0)
                .count(),
            nonzero
        );
        assert_eq!((potential.rcut(0, 0), potential.rcut_max()), (rcut, rcut));
    }
}

#[test]
fn files_on_disk() {
    let path = |name: &str| format!("{}/potentials/{name}", env!("CARGO_MANIFEST_DIR"));
    if let Err(error) = SnapPotential::read(path("W_2J8.snapcoeff"), path("W_2J8.snapparam")) {
        panic!("{error}");
    }
    let error = SnapPotential::read("absent.snapcoeff", path("W_2J8.snapparam")).unwrap_err();
    assert!(matches!(error, Error::Read { .. }) && error.to_string().contains("absent.snapcoeff"));
}

/// Two elements in FitSNAP's style: comments after values and in the middle of the file.
const COEFF: &str = "# fitsnap fit\n\n2 3\nW 0.5 1.0 # tungsten\n 0.25 # B[0]\n-1.5e-1 #B[0, 0, 0]\n\n# half way\n2\nBe 0.4 .9\n1\n2\n3\n";
const PARAM: &str = "# required\nrcutfac 4.0 # angstrom\ntwojmax 1\nrmin0 0.5\nbnormflag 1\nswitchinnerflag 1\nsinner 1.0 2.0\ndinner 0.1 0.3\nchunksize 100\n";

#[test]
fn two_elements() {
    let potential = SnapPotential::from_text(("c", COEFF), ("p", PARAM)).unwrap();
    assert_eq!(potential.element_index("Be").unwrap(), 1);
    assert_eq!(potential.rcut(0, 1), 0.9 * 4.0);
    assert_eq!(
        (potential.rcut_max(), potential.beta(0)),
        (4.0, &[-0.15, 2.0][..])
    );
    let pair = potential.pair(0, 1);
    assert_eq!((pair.weight, pair.sinner, pair.dinner), (0.9, 1.5, 0.2));
    assert_eq!(potential.energy_constant(1), 1.0 - 2.0 - 3.0);
    assert!(!potential.params().wselfallflag && potential.params().rfac0 == 0.99363);
    let error = potential.element_index("Ta").unwrap_err().to_string();
    assert_eq!(error, "the potential has no element `Ta`; it has W, Be");
    let form = CubicForm::new(1, true);
    let table = YiDirect::new(&form).table;
    let w = table.for_elements(&form.classes.sums, &potential);
    assert_eq!(w[..table.len()], table.with_beta(potential.beta(0)));
    assert_eq!(w[table.len()..], table.with_beta(potential.beta(1)));
}

#[test]
fn mistakes_are_named() {
    for (from, to, message) in [
        (
            "0.25 #",
            "O.25 #",
            "c:5: `O.25` is not a finite number, which coefficient 0 of `W` must be",
        ),
        ("0.25 #", "inf #", "c:5: `inf` is not a finite number"),
        (
            "2 3\n",
            "2 x\n",
            "c:3: `x` is not a whole number, which ncoeff must be",
        ),
        (
            "2 3\n",
            "2\n",
            "c:3: expected the line `nelem ncoeff`, found `2`",
        ),
        (
            "2 3\n",
            "1 3\n",
            "c:10: expected the end after 1 elements, found `Be 0.4 .9`",
        ),
        (
            "2 3\n",
            "3 3\n",
            "c: the file ends where an element's line `name radius weight` should follow",
        ),
        (
            "0.25",
            "",
            "c:10: element `W` has 2 coefficients, but the file's first line announces 3",
        ),
        (
            "2\n3\n",
            "2\n3\n4\n",
            "c:14: element `Be` has 4 coefficients",
        ),
        ("2\n3\n", "2\n", "c:12: element `Be` has 2 coefficients"),
        (
            "0.5 1.0",
            "0.5",
            "c:4: expected an element's line `name radius weight`, found `W 0.5`",
        ),
        (
            "0.5 1.0",
            "-0.5 1.0",
            "c with p: radius of element `W` is -0.5; it must be positive",
        ),
        ("Be", "W", "element `W` appears twice"),
    ] {
        let error = SnapPotential::from_text(("c", &COEFF.replacen(from, to, 1)), ("p", PARAM))
            .unwrap_err();
        assert!(
            error.to_string().contains(message),
            "{from:?} -> {to:?}: {error}"
        );
    }
    for (from, to, message) in [
        (
            "twojmax 1",
            "twojmax",
            "p:3: expected a line `key value`, found `twojmax`",
        ),
        (
            "twojmax 1",
            "twojmax 1.5",
            "p:3: `1.5` is not a whole number, which twojmax must be",
        ),
        (
            "twojmax 1\n",
            "",
            "p: the required key `twojmax` is missing",
        ),
        (
            "rcutfac",
            "rcutfak",
            "p:2: unknown key `rcutfak`; known keys are rcutfac, twojmax",
        ),
        (
            "bnormflag 1",
            "bnormflag yes",
            "p:5: `yes` is not 0 or 1, which bnormflag must be",
        ),
        (
            "sinner 1.0 2.0\n",
            "",
            "p: the required key `sinner` is missing",
        ),
        (
            "dinner 0.1 0.3",
            "dinner 0.1",
            "p: `dinner` has 1 values, but there are 2 elements",
        ),
        (
            "dinner 0.1",
            "dinner 0.0",
            "dinner of element `W` is 0; it must be positive with switchinnerflag",
        ),
        (
            "twojmax 1",
            "twojmax 15",
            "twojmax is 15; it must be from 0 to 14",
        ),
        (
            "rcutfac 4.0",
            "rcutfac 0",
            "rcutfac is 0; it must be positive",
        ),
        (
            "rmin0 0.5",
            "rmin0 3.3",
            "rmin0 is 3.3; it must be below the smallest pair cutoff, 3.2",
        ),
        (
            "twojmax 1",
            "twojmax 2",
            "c:4 with p: element `W` has 3 coefficients, but twojmax 2 needs 6; 3 are for twojmax 1: correct the parameters, or \
             give the coefficients that belong to them",
        ),
        (
            "twojmax 1",
            "twojmax 1\nquadraticflag 1",
            "has 3 coefficients, but twojmax 1 with quadraticflag 1 needs 6; 3 are for twojmax 1: ",
        ),
        (
            "twojmax 1",
            "twojmax 1\nchemflag 1",
            "has 3 coefficients, but twojmax 1 with chemflag 1 of 2 elements needs 17; 3 are for twojmax 1: ",
        ),
    ] {
        let error = SnapPotential::from_text(("c", COEFF), ("p", &PARAM.replacen(from, to, 1)))
            .unwrap_err();
        assert!(
            error.to_string().contains(message),
            "{from:?} -> {to:?}: {error}"
        );
    }
}

#[test]
fn plain_values() {
    let element = |coeff| Element {
        name: "W".into(),
        radius: 0.5,
        weight: 1.0,
        coeff,
        sinner: 0.0,
        dinner: 0.0,
    };
    let params = SnapParams::new(4.8, 0);
    assert!(SnapPotential::new(params.clone(), vec![element(vec![1.0, 2.0])]).is_ok());
    assert!(matches!(
        SnapPotential::new(params.clone(), vec![]),
        Err(Error::NoElements)
    ));
    assert!(SnapPotential::new(params.clone(), vec![element(vec![1.0, f64::NAN])]).is_err());
    let quadratic = SnapParams {
        quadraticflag: true,
        ..params
    };
    let potential = SnapPotential::new(quadratic, vec![element(vec![1.0, 2.0, 3.0])]).unwrap();
    assert_eq!(potential.beta(0), [2.0]);
    assert_eq!(potential.alpha(0), [[3.0]]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_an_error_or_a_potential(text in "(?s).{0,200}", cut in 0..300_usize, word in "[a-z0-9.#\\- ]{0,6}") {
        let _ = snapcoeff::parse("any", &text);
        let _ = snapparam::parse("any", &text);
        for (original, is_coeff) in [(COEFF, true), (PARAM, false)] {
            let cut = cut.min(original.len());
            let broken = format!("{}{word}{}", &original[..cut], &original[cut..]);
            let (coeff, param) = if is_coeff { (broken.as_str(), PARAM) } else { (COEFF, broken.as_str()) };
            if let Err(error) = SnapPotential::from_text(("coeff", coeff), ("param", param)) {
                let message = error.to_string();
                prop_assert!(message.contains("coeff") || message.contains("param"), "{}", message);
            }
        }
    }

    #[test]
    fn written_values_come_back(coeff in prop::collection::vec(-1e6..1e6_f64, 2), radius in 0.1..1.0_f64) {
        let text = format!("1 2\nX {radius} 1\n{}\n{}\n", coeff[0], coeff[1]);
        let potential = SnapPotential::from_text(("c", &text), ("p", "rcutfac 4\ntwojmax 0\n")).unwrap();
        prop_assert_eq!(&potential.elements()[0].coeff, &coeff);
        prop_assert_eq!(potential.elements()[0].radius, radius);
    }
}
