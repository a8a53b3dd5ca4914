//! Where the value of a collective goes: to the host, which joins what the groups have left, or to a view, by one more
//! kernel.

use super::{
    element::scalars,
    partials::{self, Partials, record_join},
    prepare, prepare_fitting,
};
use crate::{
    backend::Grid,
    error::Result,
    kernel::{
        exec::Exec,
        functor::{Binder, Functor},
        value::{Element, Reducer},
        view::ViewElement,
    },
    launch::{
        Prepared,
        bind::Arguments,
        check::{CheckedLaunch, Ranges},
        host::reduce::tree,
        record::recorded,
    },
    policy::Hints,
    space::{Body, Findings, Instance, Space},
    view::{View, places},
};
use std::{hash::Hasher, sync::Arc};

/// Lanes of the group that joins.
const GROUP: usize = 256;

/// A launch and what its groups leave.
pub(crate) struct Parts {
    pub label: String,
    pub launch: Prepared,
    pub partials: Partials,
}

impl Parts {
    /// A launch that waits for the value and gives it.
    pub(crate) fn into_value<V: Element, R: Reducer<V>>(self) -> Prepared<V> {
        let (launch, partials) = (self.launch, self.partials);
        Prepared::on_host(self.label, Vec::new(), move || {
            let _alone = partials.alone();
            launch.launch()?;
            Ok(tree::<V, R>(&mut partials.fetch::<V, R>()?))
        })
    }

    /// A launch that leaves the value in a view.
    ///
    /// # Errors
    /// What the device refuses.
    pub(crate) fn into_view<V: ViewElement + Element, R: Reducer<V>>(
        self,
        space: &Space,
        instance: &Arc<Instance>,
        label: &str,
        result: &View<V, 0>,
    ) -> Result<Prepared> {
        let types = scalars::<V, R>();
        let numbers = [self.partials.len()]
            .into_iter()
            .chain(places::<V>(result.mapping()));
        let numbers = numbers.map(|n| partials::number(label, n));
        let numbers: Vec<i32> = numbers.collect::<Result<_>>()?;
        let join = prepare_fitting(GROUP, |largest| {
            let group = partials::group(largest, &types, instance.device().properties());
            let body = Body::Join(group);
            let recorded =
                recorded::<Join, (V, R)>(space, &Join, body, &|| record_join::<V, R>(group))?;
            let nothing = CheckedLaunch {
                label: label.to_string(),
                recorded: recorded.clone(),
                arguments: Arguments::default(),
                ranges: Ranges::team(label, 1, 1, 1)?,
                findings: Arc::new(Findings::default()),
            };
            let results = types.iter().map(|_| (result.allocation().clone(), 1));
            let buffers = self.partials.buffers().chain(results);
            let launch = partials::launch(&nothing, recorded, 1, buffers, numbers.clone())?;
            let grid = Grid {
                groups: 1,
                group_size: [group, 1],
            };
            prepare(instance, launch, grid, &[], Hints::default())
        })?;
        Ok(Prepared::in_order(instance, label, vec![self.launch, join]))
    }
}

/// The functor of the kernel that joins: it has no fields.
struct Join;

// SAFETY: it has no fields.
unsafe impl Functor for Join {
    type In<E: Exec> = ();
    type Comptime = ();
    fn bind<E: Exec>(&self, _: &mut impl Binder<E>) {}
    fn comptime(&self, _: &mut impl Hasher) {}
}
