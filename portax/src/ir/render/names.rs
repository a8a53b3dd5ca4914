//! Readable names that clash with nothing.

use super::Dialect;
use crate::ir::{Param, Program, ViewPlace};
use std::collections::HashSet;

/// Words of C, C++ and OpenCL C, functions that the printer calls, and builtin variables.
const RESERVED: &str = "alignas alignof and asm auto bitand bitor bool break case catch char class compl const constexpr \
    continue decltype default delete do double else enum explicit export extern false final float for friend goto half if \
    image inline int kernel global local constant private generic long mutable namespace new noexcept not nullptr operator \
    or override pipe private protected public read_only register restrict return sampler_t short signed sizeof static \
    struct switch template this throw true try typedef typename uchar uint ulong union unsigned ushort using vec_step \
    virtual void volatile wchar_t while write_only xor min max abs fabs fmin fmax fma sqrt rsqrt sin cos floor barrier \
    event_t size_t ptrdiff_t intptr_t uintptr_t float2 double2 int4 make_float2 make_double2 main linux unix M_PI INFINITY NAN";

/// Names of arguments and scratch arrays.
pub(super) struct Names {
    /// By argument number
    pub params: Vec<String>,
    /// By number of the scratch array
    pub scratch: Vec<String>,
}

impl Names {
    pub fn new(program: &Program, dialect: &Dialect) -> Names {
        let mut taken: HashSet<String> = RESERVED
            .split_whitespace()
            .chain(dialect.reserved.iter().copied())
            .map(String::from)
            .collect();
        taken.insert(program.name.clone());
        let fields = program
            .views
            .iter()
            .map(|v| v.field.clone())
            .collect::<Vec<_>>();
        // buffers first: an extent is named after its view
        let views: Vec<String> = fields.iter().map(|f| pick(f, &mut taken)).collect();
        let params = program.params.iter().map(|p| match p {
            Param::Buffer { view, .. } => views[*view].clone(),
            Param::Extent { view, dim } => pick(&format!("{}_n{dim}", views[*view]), &mut taken),
            Param::Stride { view, dim } => pick(&format!("{}_s{dim}", views[*view]), &mut taken),
            Param::Scalar { field, .. } => pick(field, &mut taken),
            Param::Begin(d) => pick(&format!("begin{d}"), &mut taken),
            Param::End(d) => pick(&format!("end{d}"), &mut taken),
        });
        let params = params.collect();
        let mut scratch = vec![String::new(); program.scratch.len()];
        for (view, name) in program.views.iter().zip(&views) {
            if let ViewPlace::Scratch(k, _) = view.place {
                scratch[k] = name.clone();
            }
        }
        Names { params, scratch }
    }
}

/// A free C identifier like `field`.
fn pick(field: &str, taken: &mut HashSet<String>) -> String {
    let plain: String = field
        .trim_matches(|c| c == '<' || c == '>')
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let needs_prefix = plain.is_empty()
        || plain.starts_with(|c: char| c.is_ascii_digit())
        || plain.starts_with("__")
        || is_generated(&plain);
    let first = if needs_prefix {
        format!("f_{plain}")
    } else {
        plain
    };
    let mut name = first.clone();
    let mut n = 1;
    while !taken.insert(name.clone()) {
        n += 1;
        name = format!("{first}_{n}");
    }
    name
}

/// Is it a name that the printer gives to temporaries (`t12`), variables, loops, pointers or helpers?
fn is_generated(name: &str) -> bool {
    let numbered = |c: char| matches!(c, 't' | 'v' | 'i' | 'p');
    let rest = name.strip_prefix(numbered);
    name.starts_with("px_")
        || name.starts_with("PX_")
        || rest.is_some_and(|r| !r.is_empty() && r.chars().all(|c| c.is_ascii_digit()))
}
