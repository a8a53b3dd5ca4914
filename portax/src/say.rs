//! The macros of messages, as host code has them: in kernels `#[kernel]` reads them itself.

/// Asserts in a kernel: where the condition does not hold, the launch is an [`Error::Assertion`](crate::Error::Assertion) that
/// names the label, the indices, the text, file and line.
///
/// `kernel_assert!(condition)` or `kernel_assert!(condition, "text {} {x:.3}", i)`, with texts as `format!` takes them and
/// numbers, indices and conditions as arguments. Kernels need no import. A host's launch ends at once; on a device the
/// others go on, as does what follows in the kernel, and the error is that of the next fence or copy to the host. It
/// is always on: a condition that holds costs a comparison. In host code, which has it of `#[device(host)]` functions, it
/// is [`assert!`].
///
/// ```
/// use portax::{Error, View, parallel_for};
///
/// let space = portax_backends::by_name("rayon")?;
/// let x = View::<f64, 1>::from_slice(&space, "x", [3], &[1.0, 4.0, -9.0])?;
/// let failed = parallel_for!(space, "roots", 3, |i| {
///     kernel_assert!(x[i] >= 0.0, "no root of {}", x[i]);
///     x[i] = x[i].sqrt();
/// });
/// let text = failed.unwrap_err().to_string();
/// assert!(text.starts_with("launch `roots`: at [2]: no root of -9 ("), "{text}");
/// # Ok::<(), Error>(())
/// ```
#[macro_export]
macro_rules! kernel_assert {
    ($($said:tt)*) => { ::std::assert!($($said)*) };
}

/// Prints a line from a kernel, to standard error: `debug_print!("x is {}", x[i])` gives `src/main.rs:7:9: [12] x is 1.5`, with
/// the place and the indices in front.
///
/// Texts and arguments are those of [`kernel_assert!`](crate::kernel_assert). Lines of a host appear at once, those of a
/// device at the next fence or copy to the host, in no order of items; it keeps 512 KiB of them between two. In host code it
/// is [`eprintln!`].
#[macro_export]
macro_rules! debug_print {
    ($($said:tt)*) => { ::std::eprintln!($($said)*) };
}
