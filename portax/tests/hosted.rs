//! What fails in `#[device(host)]` functions is a panic on the host.

use portax::device;

#[device(host)]
fn root(x: f64) -> f64 {
    kernel_assert!(x >= 0.0, "no root of {x}");
    x.sqrt()
}

#[device(host)]
fn weight(k: i32) -> f64 {
    let mut weights = [0.25, 0.5, 0.25];
    weights[1] = 2.0 * weights[0];
    weights[k]
}

#[test]
fn what_does_not_fail_gives_its_value() {
    assert_eq!((root(6.25), weight(1)), (2.5, 0.5));
}

#[test]
#[should_panic(expected = "`root`: no root of -1 (")]
fn an_assertion_that_fails_is_a_panic() {
    root(-1.0);
}

#[test]
#[should_panic(expected = "`weight`: `weights` is indexed with [3] but has extents [3] (")]
fn an_index_outside_is_a_panic() {
    weight(3);
}

#[test]
#[should_panic(expected = "`weight`: `weights` is indexed with [-1] but has extents [3] (")]
fn a_negative_index_is_a_panic() {
    weight(-1);
}
