//! `parallel_reduce`: a fixed tree over a policy's iterations.

use crate::{
    error::Result,
    kernel::value::{Element, Reducer},
    launch::{Prepared, observe},
    space::Space,
    tools::Kind,
    view::{View, ViewElement, deep_copy},
};

/// A policy that joins what iterations of kernel `K` contribute.
#[diagnostic::on_unimplemented(
    message = "`{K}` has no reduction for the policy `{Self}`",
    note = "implement `ReduceKernel` or `MdReduceKernel` with `#[kernel]`, for the policy's tag"
)]
pub trait ReducePolicy<K> {
    /// What an iteration contributes.
    type Value: Element;
    /// Checks and compiles a reduction.
    ///
    /// # Errors
    /// As for [`Space::parallel_reduce`].
    fn prepare<R: Reducer<Self::Value>>(
        self,
        space: &Space,
        label: &str,
        functor: &K,
        reducer: R,
    ) -> Result<Prepared<Self::Value>>;
}

impl Space {
    /// Joins the contributions of all iterations: [`Sum`](crate::Sum), [`Min`](crate::Min) and their like, a tuple of them for
    /// a tuple, or a [`Reducer`] of your own (associative and commutative). The result has the same bits for any number of
    /// threads of one backend; of an empty range it is the identity.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn parallel_reduce<K, P: ReducePolicy<K>>(
        &self,
        label: &str,
        policy: P,
        functor: &K,
        reducer: impl Reducer<P::Value>,
    ) -> Result<P::Value> {
        self.prepare_reduce(label, policy, functor, reducer)?
            .launch()
    }

    /// Checks once a reduction that is launched often.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_reduce<K, P: ReducePolicy<K>>(
        &self,
        label: &str,
        policy: P,
        functor: &K,
        reducer: impl Reducer<P::Value>,
    ) -> Result<Prepared<P::Value>> {
        let prepared = policy.prepare(self, label, functor, reducer)?;
        Ok(observe::observe(prepared, self, Kind::Reduce, label))
    }

    /// The same, written to a view of one element.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn parallel_reduce_to<K, P: ReducePolicy<K, Value: ViewElement>>(
        &self,
        label: &str,
        policy: P,
        functor: &K,
        reducer: impl Reducer<P::Value>,
        result: &View<P::Value, 0>,
    ) -> Result<()> {
        let value = self.parallel_reduce(label, policy, functor, reducer)?;
        let host = result.create_mirror_view()?;
        host.write()?.set([], value);
        deep_copy(result, &host)
    }
}
