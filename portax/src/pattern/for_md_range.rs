//! `parallel_for` over boxes.

use super::ForPolicy;
use crate::{
    error::Result,
    ir::{AccessKind, Builtin, Program, Shape},
    kernel::{
        functor::MdRangeKernel,
        trace::{self, Trace},
        value::{AnyStep, IndexOf},
    },
    launch::{
        Prepared,
        bind::{Arguments, TraceBinder},
        check::{CheckedLaunch, Ranges},
        device, host,
        record::recorded,
        source::{Kernel, Source},
    },
    layout::Order,
    policy::{Iterate, MdRangePolicy},
    space::{Body, Instance, On, Recorded, Space},
};
use std::sync::Arc;

impl<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>> ForPolicy<K>
    for MdRangePolicy<R, Tag>
{
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let iterate = order::<R, Tag, K>(space, functor, self)?;
        let kernel = kernel::<R, Tag, K>(functor, iterate);
        match space.on() {
            On::Host(host) => {
                let launch = checked(space, label, &kernel, self.begin, self.end)?;
                Ok(host::md_range::prepare(
                    host, launch, functor, self, iterate,
                ))
            }
            On::Device(instance) => {
                on_device(space, instance, label, &kernel, self.tag::<()>(), iterate)
            }
        }
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        match space.on() {
            On::Host(_) => self.prepare(space, label, functor)?.launch(),
            On::Device(instance) => {
                let iterate = order::<R, Tag, K>(space, functor, self)?;
                let kernel = kernel::<R, Tag, K>(functor, iterate);
                launch_again(space, instance, label, &kernel, self.tag::<()>(), iterate)
            }
        }
    }
}

/// Launches a kernel of portax' own on a device: it is compiled for no executor of a host.
///
/// # Errors
/// What the checks find, and what the device refuses.
pub(crate) fn launch_on_device<const R: usize, K: MdRangeKernel<R>>(
    instance: &Arc<Instance>,
    label: &str,
    policy: MdRangePolicy<R>,
    functor: &K,
) -> Result<()> {
    let space = &Space::of_instance(instance);
    let iterate = policy.iterate.unwrap_or(Iterate::Left);
    let kernel = kernel::<R, (), K>(functor, iterate);
    launch_again(space, instance, label, &kernel, policy, iterate)
}

/// A kernel over boxes, in an order.
fn kernel<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    functor: &K,
    iterate: Iterate,
) -> impl Source {
    let record = move |space: &Space, functor: &K| record::<R, Tag, K>(space, functor, iterate);
    Kernel { functor, record }
}

/// Launches on a device, as before where such a launch was made.
fn launch_again<const R: usize>(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    policy: MdRangePolicy<R>,
    iterate: Iterate,
) -> Result<()> {
    let prepare = || on_device(space, instance, label, kernel, policy, iterate);
    let bounds = [policy.begin, policy.end, policy.tile];
    let numbers = bounds.as_flattened();
    device::launch_again(space, instance, label, kernel, numbers, &prepare)
}

fn on_device<const R: usize>(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    policy: MdRangePolicy<R>,
    iterate: Iterate,
) -> Result<Prepared> {
    let checked = || checked(space, label, kernel, policy.begin, policy.end);
    device::prepare_md_range(instance, policy, iterate, &checked)
}

fn checked<const R: usize>(
    space: &Space,
    label: &str,
    kernel: &dyn Source,
    begin: [usize; R],
    end: [usize; R],
) -> Result<CheckedLaunch> {
    let bounds: Vec<_> = begin.into_iter().zip(end).collect();
    kernel.checked(space, label, Ranges::work(label, &bounds)?)
}

/// The order that the policy asks for, or that of the layout of what the kernel writes.
fn order<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    space: &Space,
    functor: &K,
    policy: MdRangePolicy<R, Tag>,
) -> Result<Iterate> {
    if let Some(iterate) = policy.iterate {
        return Ok(iterate);
    }
    order_of(space, &kernel::<R, Tag, K>(functor, Iterate::Left))
}

fn order_of(space: &Space, kernel: &dyn Source) -> Result<Iterate> {
    let recorded = kernel.recorded(space)?;
    Ok(recorded.order(|program| order_of_writes(program, &kernel.arguments())))
}

/// The order of the first view that a program writes; left where it has none.
fn order_of_writes(program: &Program, arguments: &Arguments) -> Iterate {
    let writes = program
        .accesses
        .iter()
        .filter(|a| a.kind != AccessKind::Read);
    let written = writes.filter_map(|a| arguments.views.get(a.view)).next();
    match written.map(|view| view.order) {
        Some(Order::Right) => Iterate::Right,
        _ => Iterate::Left,
    }
}

fn record<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    space: &Space,
    functor: &K,
    iterate: Iterate,
) -> Result<Arc<Recorded>> {
    let (right, body) = match iterate {
        Iterate::Left => (false, Body::For),
        Iterate::Right => (true, Body::ForRight),
    };
    recorded::<K, (Tag, MdRangePolicy<R>)>(space, functor, body, &|| {
        trace::begin(K::NAME, Shape::Range { rank: R, right }, K::PROMISE);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, indices());
        trace::finish()
    })
}

/// The indices of a work item.
pub(super) fn indices<const R: usize>() -> [IndexOf<Trace, AnyStep>; R] {
    std::array::from_fn(|d| IndexOf {
        base: trace::builtin(Builtin::Work(d as u8)),
        step: AnyStep(false),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::trace::tests::{f64s, range, work},
        launch::bind::ArgumentView,
        space::memory::Allocation,
    };

    #[test]
    fn the_default_order_is_that_of_the_view_that_is_written() -> Result<()> {
        let program = range("copy", 2, || {
            let (x, y) = (f64s("x", 2), f64s("y", 2));
            let v = x.read(&[work(0), work(1)]);
            y.write(&[work(0), work(1)], v);
        });
        let view = |order| {
            let memory = Allocation::on_host("v", 8)?;
            Ok(ArgumentView {
                order,
                ..ArgumentView::plain(memory, 1)
            })
        };
        for (read, written, expected) in [
            (Order::Left, Order::Right, Iterate::Right),
            (Order::Right, Order::Left, Iterate::Left),
            (Order::Right, Order::Tiled(8), Iterate::Left),
        ] {
            let arguments = Arguments {
                views: vec![view(read)?, view(written)?],
                values: Vec::new(),
            };
            assert_eq!(order_of_writes(&program, &arguments), expected);
        }
        Ok(())
    }
}
