use portax::backend::{Host, HostExecutor};
use portax::layout::{Layout, Order};

struct Twice;
impl Host for Twice {
    fn name(&self) -> &str {
        "twice"
    }
    fn executor(&self) -> HostExecutor {
        HostExecutor::Lane
    }
    fn concurrency(&self) -> usize {
        1
    }
    fn run(&self, tasks: usize, _: usize, task: &(dyn Fn(usize, &mut [u8]) + Sync)) {
        (0..tasks).chain(0..tasks).for_each(|t| task(t, &mut []));
    }
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Mine;
impl Layout for Mine {
    const ORDER: Order = Order::Left;
}

fn main() {}
