#![forbid(unsafe_code)]
use portax::View;
use portax::kernel::exec::Exec;
use portax::kernel::functor::{Bind, Binder};
use std::sync::atomic::{AtomicBool, Ordering};

struct Two {
    is_judged: AtomicBool,
    judged: View<f64, 1>,
    run: View<f64, 1>,
}
impl Bind for Two {
    type In<E: Exec> = <View<f64, 1> as Bind>::In<E>;
    type Comptime = ();
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> Self::In<E> {
        match self.is_judged.swap(true, Ordering::Relaxed) {
            false => self.judged.bind::<E>(field, binder),
            true => self.run.bind::<E>(field, binder),
        }
    }
}

fn main() {}
