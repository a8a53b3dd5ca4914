use portax::ir::Ty;
use portax::kernel::exec::Exec;
use portax::kernel::view::{Placer, ViewElement};
use portax::layout::Mapping;

#[derive(Clone, Copy)]
struct Reference(&'static u64);
impl ViewElement for Reference {
    type Scalar = f64;
    type Parts<E: Exec> = ();
    const COMPONENTS: usize = 1;
    const TY: Ty = Ty::F64;
    fn placed<E: Exec>(_: &mut impl Placer<E>) {}
    fn tile(width: usize) -> usize {
        8 * width
    }
    unsafe fn read<const R: usize>(_: *mut u8, _: &Mapping<R>, _: [usize; R]) -> Self {
        Reference(&5)
    }
    unsafe fn write<const R: usize>(self, _: *mut u8, _: &Mapping<R>, _: [usize; R]) {}
}

fn main() {}
