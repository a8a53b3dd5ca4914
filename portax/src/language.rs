#![doc = include_str!("language.md")]
//!
//! # What messages of the compiler name
//!
//! | in a kernel | in a message |
//! |---|---|
//! | `T`, `f64`, `f32`, `i32`, `u32`, `i64`, `u64` | [`Varying`] |
//! | `bool` | [`Bool`] |
//! | `Uniform<bool>`; `bool` fields, comparisons of uniforms | [`UniformBool`] |
//! | `Uniform<T>` | [`UniformOf`] |
//! | `Int` | [`IntOf`] |
//! | `Index` | [`IndexOf`] |
//! | `Complex<T>` | [`Complex`] of the above |
//! | literals, `usize`, const generics, `comptime!` | plain Rust |
//! | `View<T, R, L>` | [`ViewIn`] |
//!
//! None of it is to be named in a program: it changes without notice.

#[doc(no_inline)]
pub use crate::kernel::{
    exec::*, function::*, functor::*, hosted::*, team::*, trace::Trace, value::mask::*, value::*,
    view::*,
};

#[cfg(test)]
mod tests {
    /// The methods that a source file gives to numbers: by functions, and by lines of tables. What macros alone call begins with `_`.
    fn methods(source: &str) -> Vec<&str> {
        let by_function = source.lines().filter_map(|line| {
            let line = line.trim().strip_prefix("pub fn ")?;
            Some(&line[..line.find(['(', '<'])?])
        });
        let by_table = source.lines().filter_map(|line| {
            let (name, op) = line.strip_prefix("    ")?.split_once(' ')?;
            let is_op = op.starts_with(|c: char| c.is_ascii_uppercase());
            let is_row = is_op && op.strip_suffix(';')?.chars().all(char::is_alphanumeric);
            is_row.then_some(name)
        });
        let all = by_function.chain(by_table);
        all.filter(|name| !name.starts_with(['$', '_'])).collect()
    }

    #[test]
    fn tables_have_every_method_of_numbers() {
        let text = include_str!("language.md");
        let (_, numbers) = text.split_once("# Numbers").expect("a section");
        let (numbers, _) = numbers.split_once("# Memory").expect("the next");
        let mut count = 0;
        for source in [
            include_str!("kernel/value/functions.rs"),
            include_str!("kernel/value/bits.rs"),
            include_str!("kernel/value/arithmetic.rs"),
            include_str!("kernel/value/complex/mod.rs"),
            include_str!("kernel/value/complex/functions.rs"),
        ] {
            for name in methods(source) {
                let is_known = ["`", "("].iter().any(|end| {
                    numbers.contains(&format!("`{name}{end}"))
                        || numbers.contains(&format!("`Complex::{name}{end}"))
                });
                assert!(is_known, "`{name}` is in no table of the section Numbers");
                count += 1;
            }
        }
        assert!(count > 70, "{count}");
    }
}
