//! Prefix sums.
