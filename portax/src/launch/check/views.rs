//! Views of a launch: where they live, how they are stored, which of them are one allocation.

use crate::{
    error::{Error, Result},
    ir::{Program, ViewPlace, summary::Binding},
    launch::bind::Arguments,
    space::{Space, memory::Allocation},
};
use std::sync::Arc;

/// Every view lives where the launch runs, stored as its executor expects.
pub(super) fn check_views(space: &Space, label: &str, arguments: &Arguments) -> Result<()> {
    let storage = space.storage();
    for view in &arguments.views {
        let allocation = &view.allocation;
        let fits = view
            .natural_width
            .is_none_or(|w| w == storage.natural_width)
            && view
                .split_complex
                .is_none_or(|split| split == storage.split_complex);
        if !allocation.is_accessible_from(space) || !fits {
            let how = if fits {
                String::new()
            } else {
                ", stored for another executor".to_string()
            };
            return Err(Error::WrongSpace {
                view: allocation.label().to_string(),
                found: allocation.space_name() + &how,
                launch: label.to_string(),
                expected: space.name().to_string(),
            });
        }
    }
    Ok(())
}

/// Memory that a launch uses can be reached from its space.
///
/// # Errors
/// [`Error::WrongSpace`].
pub(crate) fn check_uses(
    space: &Space,
    label: &str,
    uses: &[(Arc<Allocation>, bool)],
) -> Result<()> {
    match uses.iter().find(|(a, _)| !a.is_accessible_from(space)) {
        None => Ok(()),
        Some((allocation, _)) => Err(Error::WrongSpace {
            view: allocation.label().to_string(),
            found: allocation.space_name(),
            launch: label.to_string(),
            expected: space.name().to_string(),
        }),
    }
}

/// How the launch binds each view of the program.
pub(super) fn bindings(program: &Program, arguments: &Arguments) -> Vec<Binding> {
    let of = |k: usize| match &program.views[k].place {
        ViewPlace::Buffer(_) => Binding {
            allocation: arguments.views[k].allocation.id(),
            whole: arguments.whole(k),
            unique: arguments.views[k].unique,
        },
        ViewPlace::Scratch(..) | ViewPlace::Local(_) | ViewPlace::Report(_) => Binding {
            allocation: 0,
            whole: k,
            unique: true,
        },
    };
    (0..program.views.len()).map(of).collect()
}

/// Label of a view, or the field's name of scratch; of a part of a view's structs, as in `particles.position[2]`.
pub(crate) fn view_label(program: &Program, arguments: &Arguments, view: usize) -> String {
    let field = |k: usize| &program.views[k].field;
    match arguments.views.get(view) {
        Some(v) => {
            let path = v
                .part_of
                .and_then(|k| field(view).strip_prefix(&field(k)[..]));
            format!("{}{}", v.allocation.label(), path.unwrap_or(""))
        }
        None => field(view).clone(),
    }
}
