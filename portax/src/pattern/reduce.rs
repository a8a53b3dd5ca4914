//! `parallel_reduce`: a fixed tree over a policy's iterations.

use crate::{
    error::Result,
    kernel::value::{Element, Reducer},
    launch::{Collective, Prepared, observe},
    space::Space,
    tools::Kind,
    view::{View, ViewElement},
};

/// A policy that joins what iterations of kernel `K` contribute.
#[diagnostic::on_unimplemented(
    message = "`{K}` has no reduction for the policy `{Self}`",
    note = "implement `ReduceKernel`, `MdReduceKernel` or `TeamReduceKernel` with `#[kernel]`, for the policy's tag"
)]
pub trait ReducePolicy<K> {
    /// What an iteration contributes.
    type Value: Element;
    /// Checks and compiles a reduction.
    ///
    /// # Errors
    /// As for [`Space::parallel_reduce`].
    #[doc(hidden)]
    fn collect<R: Reducer<Self::Value>>(
        self,
        space: &Space,
        label: &str,
        functor: &K,
        reducer: R,
    ) -> Result<Collective<Self::Value>>;
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
    pub fn prepare_reduce<K, P: ReducePolicy<K>, R: Reducer<P::Value>>(
        &self,
        label: &str,
        policy: P,
        functor: &K,
        reducer: R,
    ) -> Result<Prepared<P::Value>> {
        let collective = policy.collect(self, label, functor, reducer)?;
        let prepared = collective.into_value::<R>();
        Ok(observe::observe(prepared, self, Kind::Reduce, label))
    }

    /// As [`parallel_reduce`](Self::parallel_reduce), to a view of one element in the space's memory. On a device this waits
    /// for nothing; the last bits may be others than those of a value, since the device joins what the host joins there.
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
        self.prepare_reduce_to(label, policy, functor, reducer, result)?
            .launch()
    }

    /// Checks once a reduction to a view that is launched often, also in a [`Graph`](crate::Graph).
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_reduce_to<K, P: ReducePolicy<K, Value: ViewElement>, R: Reducer<P::Value>>(
        &self,
        label: &str,
        policy: P,
        functor: &K,
        reducer: R,
        result: &View<P::Value, 0>,
    ) -> Result<Prepared> {
        let collective = policy.collect(self, label, functor, reducer)?;
        let prepared = collective.into_view::<R>(self, label, result)?;
        Ok(observe::observe(prepared, self, Kind::Reduce, label))
    }
}
