//! What the arrays must hold in the end, and the table of rates.

use portax::{Error, Result};

/// The number that mul and triad multiply with.
pub const SCALAR: f64 = 0.4;

/// Names of the kernels and how many arrays each reads and writes.
const KERNELS: [(&str, usize); 5] = [
    ("Copy", 2),
    ("Mul", 2),
    ("Add", 3),
    ("Triad", 3),
    ("Dot", 2),
];

/// What runs where.
pub fn title(device: &str, times: u32, n: usize, bytes: usize) {
    let megabytes = 1e-6 * (n * bytes) as f64;
    println!("BabelStream in portax on {device}");
    println!("Running kernels {times} times");
    println!("Precision: {}", if bytes == 4 { "float" } else { "double" });
    println!(
        "Array size: {megabytes:.1} MB (={:.1} GB)",
        1e-3 * megabytes
    );
    println!(
        "Total size: {:.1} MB (={:.1} GB)",
        3.0 * megabytes,
        3e-3 * megabytes
    );
}

/// Seconds of every run of each kernel.
#[derive(Default)]
pub struct Times([Vec<f64>; KERNELS.len()]);

impl Times {
    /// Notes a run.
    pub fn add(&mut self, kernel: usize, seconds: f64) {
        self.0[kernel].push(seconds);
    }

    /// The table for arrays of this size; the first run of each kernel is left out.
    pub fn print(&self, bytes: usize) {
        println!(
            "{:<12}{:<12}{:<12}{:<12}{:<12}",
            "Function", "MBytes/sec", "Min (sec)", "Max", "Average"
        );
        for ((name, arrays), times) in KERNELS.iter().zip(&self.0) {
            let times = &times[1..];
            let min = times.iter().copied().fold(f64::INFINITY, f64::min);
            let max = times.iter().copied().fold(0.0, f64::max);
            let average = times.iter().sum::<f64>() / times.len() as f64;
            let rate = 1e-6 * (arrays * bytes) as f64 / min;
            println!("{name:<12}{rate:<12.3}{min:<12.5}{max:<12.5}{average:<12.5}");
        }
    }
}

/// Compares the results with the same operations on one element.
pub struct Check {
    expected: [f64; 3],
    n: usize,
    bytes: usize,
    faults: Vec<String>,
}

impl Check {
    /// What `times` rounds of the kernels leave of 0.1, 0.2 and 0.
    pub fn new(times: u32, n: usize, bytes: usize) -> Check {
        let (mut a, mut b, mut c) = (0.1, 0.2, 0.0);
        for _ in 0..times {
            c = a;
            b = SCALAR * c;
            c += b;
            a = b + SCALAR * c;
        }
        Check {
            expected: [a, b, c],
            n,
            bytes,
            faults: Vec::new(),
        }
    }

    /// The mean error of an array must be below 100 roundings.
    pub fn array(&mut self, k: usize, elements: impl Iterator<Item = f64>) {
        let (name, expected) = (["a", "b", "c"][k], self.expected[k]);
        let error = elements.map(|x| (x - expected).abs()).sum::<f64>() / self.n as f64;
        let epsilon = if self.bytes == 4 {
            f32::EPSILON.into()
        } else {
            f64::EPSILON
        };
        self.expect(error <= 100.0 * epsilon, || {
            format!("{name}: mean error {error:e} from {expected}")
        });
    }

    /// The dot product must agree to 8 digits, in f32 to 4.
    pub fn sum(&mut self, sum: f64) {
        let expected = self.expected[0] * self.expected[1] * self.n as f64;
        let error = ((sum - expected) / expected).abs();
        let tolerance = if self.bytes == 4 { 1e-4 } else { 1e-8 };
        self.expect(error <= tolerance, || {
            format!("dot: {sum} where {expected} is right")
        });
    }

    fn expect(&mut self, holds: bool, fault: impl Fn() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }

    /// An error that names what is wrong.
    pub fn into_result(self) -> Result<()> {
        match self.faults.is_empty() {
            true => Ok(()),
            false => Err(Error::Invalid(format!(
                "validation failed: {}",
                self.faults.join("; ")
            ))),
        }
    }
}
