//! Each mistake in `refusals/` gives one error, on the user's own token, that says what to do; what is in `accepted/` compiles.
//!
//! `TRYBUILD=overwrite cargo test -p portax-ui` writes the expected messages anew.

#[test]
fn mistakes_are_refused_with_one_error_each() {
    trybuild::TestCases::new().compile_fail("tests/refusals/*.rs");
}

#[test]
fn what_is_safe_is_accepted() {
    trybuild::TestCases::new().pass("tests/accepted/*.rs");
}
