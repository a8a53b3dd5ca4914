use portax::{Result, Space, View, parallel_for};

fn sum(space: &Space, y: View<f64, 1>, v: [f64; 24]) -> Result<()> {
    let [a, b, c, d, e, f, g, h, j, k, l, m, n, o, p, q, r, s, t, u, w, x, z, last] = v;
    parallel_for!(space, "sum", 8, |i| {
        y[i] = a + b + c + d + e + f + g + h + j + k + l + m;
        y[i] += n + o + p + q + r + s + t + u + w + x + z + last;
    })
}

fn main() {}
