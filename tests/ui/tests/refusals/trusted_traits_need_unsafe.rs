use portax::Result;
use portax::backend::{Buffer, Host, HostExecutor, Pinned};
use portax::layout::{Layout, Order};
use std::ptr::NonNull;

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

struct Nowhere;
impl Pinned for Nowhere {
    fn alloc_pinned(&self, _: usize) -> Result<NonNull<u8>> {
        Ok(NonNull::dangling())
    }
    unsafe fn free_pinned(&self, _: NonNull<u8>) {}
    unsafe fn copy_in_async(&self, _: Buffer, _: NonNull<u8>, _: usize) -> Result<()> {
        Ok(())
    }
    unsafe fn copy_out_async(&self, _: Buffer, _: NonNull<u8>, _: usize) -> Result<()> {
        Ok(())
    }
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Mine;
impl Layout for Mine {
    const ORDER: Order = Order::Left;
    fn name() -> String {
        "Mine".to_string()
    }
}

fn main() {}
