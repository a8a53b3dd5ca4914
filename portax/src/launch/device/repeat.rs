//! Plain launches on devices that were made before: found by what they are made from, without validating anew.

use crate::{
    error::Result,
    kernel::functor::Functor,
    launch::{Prepared, bind::Signature},
    space::{Instance, Recorded},
};
use std::{cell::Cell, sync::Arc};

thread_local! {
    /// Memory for signatures.
    static WORDS: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Launches `recorded` for the functor and the numbers of the policy, as before or as `prepare` makes it.
pub(crate) fn launch_again<K: Functor>(
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
    put_label(label, &mut words);
    words.extend(policy.iter().map(|&n| n as u64));
    functor.bind::<crate::kernel::exec::Lane>(&mut Signature(&mut words));
    let done = match recorded.launches().get(&words) {
        // SAFETY: equal signatures mean that the functor, which is alive, has the launch's views, and the instance is
        // the launch's.
        Some(known) => unsafe { known.repeat(instance) },
        None => prepare().and_then(|prepared| {
            if let Some(made) = prepared.device_launch() {
                recorded.launches().put(&words, made.launch.clone());
            }
            prepared.launch()
        }),
    };
    WORDS.set(words);
    done
}

/// The label as words, its length first.
fn put_label(label: &str, words: &mut Vec<u64>) {
    words.push(label.len() as u64);
    for bytes in label.as_bytes().chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        words.push(u64::from_ne_bytes(word));
    }
}
