//! Golden text of printed kernels
