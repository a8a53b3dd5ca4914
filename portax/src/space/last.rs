//! The last launches of a program: a plain launch like one of them is not validated again.

use super::Instance;
use crate::error::Result;
use std::sync::{Arc, Mutex, PoisonError};

/// How many launches a program remembers: a loop that swaps buffers has two.
const MOST: usize = 8;

/// A launch that can be repeated as it is.
pub(crate) trait Repeat: Send + Sync {
    /// Enqueues it.
    ///
    /// # Safety
    /// The views that it was made for are alive, and `instance` is the one it was made for.
    unsafe fn repeat(&self, instance: &Instance) -> Result<()>;
}

/// Launches by what they were made from, the oldest replaced first. They hold no views: whoever repeats one has them,
/// since numbers of allocations are never used twice.
#[derive(Default)]
pub(crate) struct LastLaunches(Mutex<(usize, Vec<Last>)>);

struct Last {
    label: String,
    signature: Vec<u64>,
    launch: Arc<dyn Repeat>,
}

impl LastLaunches {
    /// The launch with this label and signature.
    pub fn get(&self, label: &str, signature: &[u64]) -> Option<Arc<dyn Repeat>> {
        let lasts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |last: &&Last| last.signature == signature && last.label == label;
        lasts.1.iter().find(same).map(|last| last.launch.clone())
    }

    /// Remembers a launch.
    pub fn put(&self, label: &str, signature: &[u64], launch: Arc<dyn Repeat>) {
        let mut lasts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (next, lasts) = &mut *lasts;
        let last = Last {
            label: label.to_string(),
            signature: signature.to_vec(),
            launch,
        };
        match lasts.get_mut(*next) {
            Some(oldest) => *oldest = last,
            None => lasts.push(last),
        }
        *next = (*next + 1) % MOST;
    }
}
