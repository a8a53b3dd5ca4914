//! A kernel and its functor behind a pointer: what prepares launches is compiled once, not for each kernel.

use super::{
    bind::{Arguments, Signature},
    check::{CheckedLaunch, Ranges, check},
};
use crate::{
    error::Result,
    kernel::{exec::Lane, functor::Functor},
    space::{Recorded, Space},
};
use std::sync::Arc;

/// What a launch asks of a kernel and its functor, whatever their types.
pub(crate) trait Source {
    /// The program, recorded at first use.
    fn recorded(&self, space: &Space) -> Result<Arc<Recorded>>;
    /// What the functor passes.
    fn arguments(&self) -> Arguments;
    /// The same as words, behind others.
    fn sign(&self, words: &mut Vec<u64>);
}

/// A functor, and what records a kernel of it.
pub(crate) struct Kernel<'a, K, F> {
    pub functor: &'a K,
    pub record: F,
}

impl<K: Functor, F: Fn(&Space, &K) -> Result<Arc<Recorded>>> Source for Kernel<'_, K, F> {
    fn recorded(&self, space: &Space) -> Result<Arc<Recorded>> {
        (self.record)(space, self.functor)
    }

    fn arguments(&self) -> Arguments {
        Arguments::of(self.functor)
    }

    fn sign(&self, words: &mut Vec<u64>) {
        self.functor.bind::<Lane>(&mut Signature(words));
    }
}

impl dyn Source + '_ {
    /// The launch over these ranges, checked.
    ///
    /// # Errors
    /// What recording and the checks find.
    pub(crate) fn checked(
        &self,
        space: &Space,
        label: &str,
        ranges: Ranges,
    ) -> Result<CheckedLaunch> {
        let recorded = self.recorded(space)?;
        check(space, label, recorded, self.arguments(), ranges)
    }
}
