//! The columns of each compute, and their names.

use super::What;
use crate::model::Model;

/// What a table has.
pub struct Columns {
    /// Names of what says which row it is, behind file and frame.
    pub labels: &'static [&'static str],
    /// Names of the values.
    pub values: Vec<String>,
    /// Name of the column of extended XYZ.
    pub name: &'static str,
}

impl Columns {
    pub fn new(what: What, model: &Model) -> Self {
        let potential = &model.potential;
        let k = potential.params().ncoeff(potential.elements().len()) - 1;
        let types = model.elements.len();
        let descriptors = || (1..=k).map(|k| format!("b{k}"));
        let of_types = |components: &[&str]| -> Vec<String> {
            let columns = (1..=types).flat_map(|kind| {
                components.iter().flat_map(move |component| {
                    descriptors().map(move |b| format!("type{kind}_{component}{b}"))
                })
            });
            columns.collect()
        };
        let named = |names: &[&str]| -> Vec<String> {
            let names = names.iter().map(ToString::to_string);
            names.chain(descriptors()).collect()
        };
        const ATOM: &[&str] = &["atom", "element"];
        let (labels, values, name): (&[&str], _, _) = match what {
            What::Descriptors => (ATOM, named(&[]), "descriptors"),
            What::Derivatives => (ATOM, of_types(&["x_", "y_", "z_"]), "snad"),
            What::Virials => {
                let components = ["xx_", "yy_", "zz_", "yz_", "xz_", "xy_"];
                (ATOM, of_types(&components), "snav")
            }
            What::Matrix { .. } => {
                let mut values = of_types(&[""]);
                values.push("reference".to_string());
                (&["row"], values, "snap")
            }
            What::Gradients => (&["row"], named(&["i", "j", "direction"]), "dgrad"),
            What::Grid { local: false, .. } => {
                (&["ix", "iy", "iz"], named(&["x", "y", "z"]), "grid")
            }
            What::Grid { local: true, .. } => {
                (&[], named(&["ix", "iy", "iz", "x", "y", "z"]), "grid")
            }
        };
        Self {
            labels,
            values,
            name,
        }
    }
}
