//! Plain launches on devices that were made before: found by what they are made from, without validating anew.

use crate::launch::bind::nowhere;
use crate::launch::prepared::Prepared;
use crate::{
    error::Result,
    kernel::{
        exec::{
            Exec, Lane, Scalar,
            native::{NativeInfo, NativePtr},
        },
        functor::{Binder, BoundView, Functor},
    },
    space::{Instance, Recorded},
};
use std::{cell::Cell, sync::Arc};

thread_local! {
    /// Memory for signatures.
    static WORDS: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Launches `recorded` for the functor and the numbers of the policy, as before or as `prepare` makes it.
pub(crate) fn launch<K: Functor>(
    instance: &Arc<Instance>,
    recorded: &Recorded,
    label: &str,
    functor: &K,
    policy: &[usize],
    prepare: impl FnOnce() -> Result<Prepared>,
) -> Result<()> {
    let mut words = WORDS.take();
    words.clear();
    words.push(instance.id());
    words.extend(policy.iter().map(|&n| n as u64));
    functor.bind::<Lane>(&mut Signature(&mut words));
    let done = match recorded.launches().get(label, &words) {
        // SAFETY: equal signatures mean that the functor, which is alive, has the launch's views, and the instance is
        // the launch's.
        Some(known) => unsafe { known.repeat(instance) },
        None => prepare().and_then(|prepared| {
            if let Some(made) = prepared.device_launch() {
                recorded.launches().put(label, &words, made.launch.clone());
            }
            prepared.launch()
        }),
    };
    WORDS.set(words);
    done
}

/// Binds to one lane, for everything that validation and arguments depend on: nothing runs on the result.
struct Signature<'a>(&'a mut Vec<u64>);

impl Binder<Lane> for Signature<'_> {
    fn view(&mut self, view: BoundView<'_>) -> (NativePtr, NativeInfo, bool) {
        let flags = u64::from(view.unique)
            | u64::from(view.split_complex) << 1
            | u64::from(view.natural_tiles) << 2
            | (view.natural_width as u64) << 3;
        self.0.extend([view.allocation.id(), flags]);
        nowhere()
    }
    fn extent(&mut self, _: usize, n: usize) -> i64 {
        self.0.push(n as u64);
        n as i64
    }
    fn stride(&mut self, _: usize, n: usize) -> i64 {
        self.0.push(n as u64);
        n as i64
    }
    fn scalar<T: Scalar>(&mut self, _: &'static str, x: T) -> <Lane as Exec>::Uni<T> {
        self.0.push(match T::TY {
            crate::ir::Ty::F32 | crate::ir::Ty::F64 => x.to_f64().to_bits(),
            _ => x.to_i64() as u64,
        });
        x
    }
}
