//! Kernels in the words of a device's dialect, and what the tests do with them.

use portax::{
    backend::{Arg, Buffer, Device, Grid, Source},
    error::Result,
};

/// The text with the dialect's words in the place of those in angle brackets.
pub(crate) fn source(device: &dyn Device, entry: &str, text: &str) -> Source {
    let d = device.dialect();
    let words = [
        ("<kernel>", d.kernel),
        ("<global>", d.global),
        ("<scratch>", d.scratch),
        ("<u32>", d.u32),
        ("<i64>", d.i64),
        ("<group>", d.group_rank),
        ("<lane>", d.lane_rank),
        ("<thread>", d.team_rank),
        ("<lanes>", d.vector_length),
        ("<threads>", d.team_size),
        ("<barrier>", d.barrier),
        ("<no_unroll>", d.no_unroll),
    ];
    let put = |text: String, (word, own): (&str, &str)| text.replace(word, own);
    Source::new(words.into_iter().fold(text.to_string(), put), entry)
}

pub(crate) fn axpy(device: &dyn Device, entry: &str) -> Source {
    let text =
        "<kernel> axpy(const float a, <global>const float* x, <global>float* y, const int n) {
        const int i = (int)((<group> * <threads> + <thread>) * <lanes> + <lane>);
        if (i < n) y[i] += a * x[i] + 1000 * (float)<thread>;
    }";
    source(device, entry, text)
}

pub(crate) fn reverse(device: &dyn Device, bytes: usize) -> Source {
    let text = "<kernel> reverse(<global>int* a) {
        <scratch>int s[<n>];
        for (int i = (int)<lane>; i < <n>; i += (int)<lanes>) s[i] = a[i];
        <barrier>
        for (int i = (int)<lane>; i < <n>; i += (int)<lanes>) a[i] = s[<n> - 1 - i];
    }";
    let text = text.replace("<n>", &(bytes / 4).to_string());
    source(device, "reverse", &text)
}

/// Takes many steps of a generator, whose result is kept so that no compiler removes them.
pub(crate) fn slow_add(device: &dyn Device) -> (Source, Arg) {
    let text = "<kernel> slow_add(<global>int* a, const int v, const int steps) {
        <u32> x = (<u32>)a[1];
        <no_unroll>
        for (int k = 0; k < steps; ++k) x = (x ^ (x >> 7)) * 1664525u + 1013904223u;
        a[1] = (int)x;
        a[0] += v;
    }";
    (source(device, "slow_add", text), Arg::I32(10_000_000))
}

/// Groups of a line of lanes.
pub(crate) fn grid(groups: usize, lanes: usize) -> Grid {
    Grid {
        groups,
        group_size: [lanes, 1],
    }
}

/// All of a buffer.
pub(crate) fn integers(device: &dyn Device, buffer: Buffer) -> Result<Vec<i32>> {
    let mut back = vec![0; buffer.bytes];
    // SAFETY: the whole of a live buffer.
    unsafe { device.copy_out(buffer, 0, &mut back)? };
    let words = back.chunks_exact(4);
    Ok(words
        .map(|b| i32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
        .collect())
}
