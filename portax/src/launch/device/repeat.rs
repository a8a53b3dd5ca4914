//! Plain launches on devices that were made before: found by what they are made from, without validating anew.

use crate::{
    error::Result,
    launch::{Prepared, source::Source},
    space::{Instance, Recorded, Space},
};
use std::{cell::Cell, sync::Arc};

thread_local! {
    /// Memory for signatures.
    static WORDS: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Launches a kernel for its functor and the numbers of the policy, as before or as `prepare` makes it.
///
/// # Errors
/// What recording finds, what `prepare` gives, and what the device reports.
pub(crate) fn launch_again(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    policy: &[usize],
    prepare: &dyn Fn() -> Result<Prepared>,
) -> Result<()> {
    let recorded = kernel.recorded(space)?;
    let mut words = WORDS.take();
    words.clear();
    words.push(instance.id());
    put_label(label, &mut words);
    words.extend(policy.iter().map(|&n| n as u64));
    kernel.sign(&mut words);
    // SAFETY: the functor, which is alive, has the views of the signature: sources are of this crate and sign all that they bind.
    let done = unsafe { launch_as(&words, instance, &recorded, prepare) };
    WORDS.set(words);
    done
}

/// The launch of a signature.
///
/// # Safety
/// The views of the signature are alive.
unsafe fn launch_as(
    words: &[u64],
    instance: &Arc<Instance>,
    recorded: &Recorded,
    prepare: &dyn Fn() -> Result<Prepared>,
) -> Result<()> {
    if let Some(known) = recorded.launches().get(words) {
        // SAFETY: equal signatures mean that the launch's views are those of this one, and the instance is the launch's.
        return unsafe { known.repeat(instance) };
    }
    let prepared = prepare()?;
    let made = prepared.device_launch().map(|made| &made.launches[..]);
    if let Some([launch]) = made
        && launch.is_light()
    {
        recorded.launches().put(words, launch.clone());
    }
    prepared.launch()
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
