//! Definitions before the kernel: those that its text mentions.

use super::Dialect;

/// Helpers that read the same in every C-like language; `{fn}` stands for the word before a function, `{u32}`, `{i64}`,
/// `{u64}` and `{uindex}` for types.
const COMMON: &[(&str, &str)] = &[
    (
        "px_inside",
        "{fn} bool px_inside(px_index i, px_index n) { return ({uindex})i < ({uindex})n; }",
    ),
    (
        "px_div_i32",
        "{fn} int px_div_i32(int a, int b) { return b == 0 ? 0 : b == -1 ? (int)(0u - ({u32})a) : a / b; }",
    ),
    (
        "px_rem_i32",
        "{fn} int px_rem_i32(int a, int b) { return b == 0 || b == -1 ? 0 : a % b; }",
    ),
    (
        "px_div_u32",
        "{fn} {u32} px_div_u32({u32} a, {u32} b) { return b == 0u ? 0u : a / b; }",
    ),
    (
        "px_rem_u32",
        "{fn} {u32} px_rem_u32({u32} a, {u32} b) { return b == 0u ? 0u : a % b; }",
    ),
    (
        "px_div_i64",
        "{fn} {i64} px_div_i64({i64} a, {i64} b) { return b == 0 ? 0 : b == -1 ? ({i64})(0u - ({u64})a) : a / b; }",
    ),
    (
        "px_rem_i64",
        "{fn} {i64} px_rem_i64({i64} a, {i64} b) { return b == 0 || b == -1 ? 0 : a % b; }",
    ),
    (
        "px_div_u64",
        "{fn} {u64} px_div_u64({u64} a, {u64} b) { return b == 0u ? 0u : a / b; }",
    ),
    (
        "px_rem_u64",
        "{fn} {u64} px_rem_u64({u64} a, {u64} b) { return b == 0u ? 0u : a % b; }",
    ),
    (
        "px_div_index",
        "{fn} px_index px_div_index(px_index a, px_index b) { return b == 0 ? 0 : b == -1 ? -a : a / b; }",
    ),
    (
        "px_rem_index",
        "{fn} px_index px_rem_index(px_index a, px_index b) { return b == 0 || b == -1 ? 0 : a % b; }",
    ),
    (
        "px_of_bf16",
        "{fn} float px_of_bf16(unsigned short u) { return px_bits_f32(({u32})u << 16); }",
    ),
    ("px_to_bf16", TO_BF16),
];

/// Adds almost half of the last bit that stays, or all of the half where that bit is odd; NaN keeps its sign and upper bits.
const TO_BF16: &str = "{fn} unsigned short px_to_bf16(float x) {
  const {u32} u = px_bits_u32(x);
  const {u32} nearest = u + 0x7fffu + (u >> 16 & 1u);
  return (unsigned short)((x != x ? u | 0x400000u : nearest) >> 16);
}";

/// The kernel with the preamble, the index type and the helpers it needs.
pub(super) fn with_helpers(dialect: &Dialect, wide: bool, kernel: &str) -> String {
    let index = if wide { dialect.i64 } else { "int" };
    let unsigned = if wide { dialect.u64 } else { dialect.u32 };
    let fill = |t: &str| {
        t.replace("{fn}", dialect.function)
            .replace("{u32}", dialect.u32)
            .replace("{i64}", dialect.i64)
            .replace("{u64}", dialect.u64)
            .replace("{uindex}", unsigned)
    };
    let all: Vec<(&str, String)> = dialect
        .helpers
        .iter()
        .copied()
        .flatten()
        .chain(COMMON)
        .map(|(n, t)| (*n, fill(t)))
        .collect();
    let mut body = kernel.to_string();
    for (name, text) in all.iter().rev() {
        if mentions(&body, name) {
            body = format!("{text}\n{body}");
        }
    }
    let mut text = String::new();
    if !dialect.preamble.is_empty() {
        text.push_str(dialect.preamble);
        text.push('\n');
    }
    text.push_str(&format!("typedef {index} px_index;\n"));
    text + &body
}

/// Does `name` occur as a whole word?
fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word)
    })
}
