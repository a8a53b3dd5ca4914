//! compute_yi at twojmax 8 on one core, direct and reverse, through portax and in intrinsics:
//! `cargo bench -p snap-core --bench yi [-- FILTER]`. Both sides are checked against the gradient of the cubic form.

#[cfg(target_arch = "x86_64")]
mod cases;
#[cfg(target_arch = "x86_64")]
mod hand;
#[cfg(target_arch = "x86_64")]
#[path = "../../../backends/benches/paired/mod.rs"]
mod paired;

#[cfg(target_arch = "x86_64")]
fn main() -> portax::Result<()> {
    cases::run()
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    println!("the hand-written yardsticks exist for x86-64 only");
}
