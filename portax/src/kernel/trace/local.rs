//! Local arrays become groups of variables that are indexed at run time.

use super::builder::{Builder, with};
use crate::{
    ir::{Access, AccessId, AccessKind, ArrayId, Expr, Id, Stmt, Ty, ViewInfo, ViewPlace},
    kernel::exec::{Coordinate, LocalPlace},
};

type Place = LocalPlace<super::Trace>;

/// The element of these, which are variables or values, at the place.
pub(super) fn load(elements: Vec<Id>, ty: Ty, place: &Place) -> Id {
    with(|b| {
        if let Some(k) = b.known_element(&elements, place) {
            return b.read(ty, elements[k]);
        }
        let array = b.array(elements, ty, place);
        let (index, access) = b.element_access(array, AccessKind::Read, place);
        b.emit(
            ty,
            Expr::Element {
                array,
                index,
                access,
            },
        )
    })
}

/// Assigns the variable of these at the place.
pub(super) fn store(elements: Vec<Id>, ty: Ty, place: &Place, value: Id) {
    with(|b| {
        if let Some(k) = b.known_element(&elements, place) {
            return b.assign(elements[k], value);
        }
        let array = b.array(elements, ty, place);
        let (index, access) = b.element_access(array, AccessKind::Write, place);
        b.push(Stmt::AssignElement {
            array,
            index,
            value,
            access,
        });
    });
}

impl Builder {
    /// Which element it is, where that is known when the kernel is recorded.
    fn known_element(&mut self, elements: &[Id], place: &Place) -> Option<usize> {
        let mut known = |at: &Coordinate<super::Trace>| {
            let index = at.varying.unwrap_or(at.base);
            let program = self.program();
            let (index, extent) = (program.as_constant(index)?, program.as_constant(at.extent)?);
            usize::try_from(index).ok().filter(|_| index < extent)
        };
        let mut parts = place.of_row.iter().flatten();
        let are_inside = parts.all(|part| known(part).is_some());
        known(&place.at).filter(|&k| k < elements.len() && are_inside)
    }

    /// The array of these elements. Variables are its own; values are copied into new ones, once in a block.
    fn array(&mut self, elements: Vec<Id>, ty: Ty, place: &Place) -> ArrayId {
        let is_open = |scope: Option<u32>| scope.is_none_or(|s| self.scopes.contains(&s));
        if let Some(&(scope, array)) = self.locals.get(&elements)
            && is_open(scope)
        {
            return array;
        }
        let (mut variables, mut scope) = (elements.clone(), None);
        if !elements.iter().all(|&id| self.is_variable(id)) {
            variables = elements.iter().map(|&id| self.declare(ty, id)).collect();
            scope = self.scopes.last().copied();
        }
        let program = self.program();
        let array = program.locals.len() as ArrayId;
        program.locals.push(variables);
        program.views.push(ViewInfo {
            field: place.name.into(),
            rank: 1,
            place: ViewPlace::Local(array),
        });
        self.locals.insert(elements, (scope, array));
        array
    }

    fn element_access(
        &mut self,
        array: ArrayId,
        kind: AccessKind,
        place: &Place,
    ) -> (Id, AccessId) {
        let is_it = |view: &ViewInfo| view.place == ViewPlace::Local(array);
        let view = self.program().views.iter().position(is_it);
        let index = self.index(&place.at);
        let (indices, extents) = match &place.of_row {
            None => (vec![index], vec![place.at.extent]),
            Some(parts) => (
                parts.iter().map(|part| self.index(part)).collect(),
                parts.iter().map(|part| part.extent).collect(),
            ),
        };
        let access = self.record(Access {
            view: view.expect("a local array belongs to a view"),
            kind,
            indices,
            extents,
            location: place.location,
        });
        (index, access)
    }

    fn index(&mut self, at: &Coordinate<super::Trace>) -> Id {
        match at.varying {
            Some(varying) => self.cast(Ty::Index, varying),
            None => at.base,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        ir::{Expr, Stmt, visit},
        kernel::{
            exec::*,
            trace::{Trace, tests::team},
        },
    };
    use std::panic::Location;

    fn place(base: u32, len: usize) -> LocalPlace<Trace> {
        LocalPlace {
            at: Coordinate {
                base,
                step: Trace::int(0),
                varying: None,
                long: Trace::no_long(),
                extent: Trace::int(len as i64),
            },
            of_row: None,
            stride: size_of::<u32>(),
            name: "a",
            location: Location::caller(),
        }
    }

    #[test]
    fn variables_are_indexed_in_place_and_values_copied_once() {
        let program = team("arrays", || {
            let first = [1.0, 2.0, 3.0].map(|x| Trace::splat::<f64>(Trace::lit(x)));
            let rank = Trace::team_rank(());
            let mut variables = first.map(Trace::var::<f64>);
            // SAFETY: recording touches the array of ids alone.
            unsafe {
                let first = &raw const first[0];
                Trace::load_local::<f64>(first, 3, &place(rank, 3), None);
                let x = Trace::load_local::<f64>(first, 3, &place(rank, 3), None);
                let variables = &raw mut variables[0];
                Trace::store_local::<f64>(variables, 3, &place(rank, 3), x, None);
                Trace::store_local::<f64>(variables, 3, &place(Trace::int(1), 3), x, None);
            }
        });
        let (mut elements, mut stores, mut declared) = (0, 0, 0);
        visit(&program.body, &mut |s| match s {
            Stmt::Let(_, Expr::Element { .. }) => elements += 1,
            Stmt::AssignElement { .. } => stores += 1,
            Stmt::Declare(..) => declared += 1,
            _ => {}
        });
        assert_eq!(
            (elements, stores, declared, program.locals.len()),
            (2, 1, 6, 2)
        );
    }
}
