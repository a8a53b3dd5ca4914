//! Kernels that must not compile, and what the user reads then
