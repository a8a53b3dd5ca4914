//! What is compared: each kernel, size, number of threads and instruction set.

use crate::{
    hand::{self, Stencil},
    paired::Paired,
};
use portax::{
    Float, Functor, MdRangeKernel, MdRangePolicy, RangeKernel, RangePolicy, ReduceKernel, Result,
    Space, Sum, View, backend::HostExecutor, error::Error, kernel,
};
use portax_backends::rayon::Rayon;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

#[derive(Functor)]
struct Axpy<T: Float> {
    a: T,
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Axpy<T> {
    fn axpy(&self, i: Index) {
        self.y[i] += self.a * self.x[i];
    }
}

#[derive(Functor)]
struct Dot<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for Dot<T> {
    type Value = T;
    fn dot(&self, i: Index) -> T {
        self.x[i] * self.y[i]
    }
}

#[derive(Functor)]
struct SevenPoint<T: Float> {
    centre: T,
    side: T,
    a: View<T, 3>,
    b: View<T, 3>,
}

#[kernel]
impl<T: Float> MdRangeKernel<3> for SevenPoint<T> {
    fn seven_point(&self, i: Index, j: Index, k: Index) {
        let x = self.a[(i - 1, j, k)] + self.a[(i + 1, j, k)];
        let y = self.a[(i, j - 1, k)] + self.a[(i, j + 1, k)];
        let z = self.a[(i, j, k - 1)] + self.a[(i, j, k + 1)];
        self.b[(i, j, k)] = self.side * (x + y + z) + self.centre * self.a[(i, j, k)];
    }
}

/// Memory of a view that outlives its use here.
#[derive(Clone, Copy)]
struct Memory {
    start: *mut f64,
    len: usize,
}
// SAFETY: both sides use the memory in turns.
unsafe impl Send for Memory {}
// SAFETY: as above; parts of it go to different threads.
unsafe impl Sync for Memory {}

impl Memory {
    fn of<const R: usize>(view: &View<f64, R>) -> Memory {
        let start = view.allocation().host().expect("a host space");
        Memory {
            start: start.as_ptr().cast(),
            len: view.len(),
        }
    }

    fn at(self, offset: usize) -> *mut f64 {
        self.start.wrapping_add(offset)
    }

    /// # Safety
    /// Nobody writes the part meanwhile.
    unsafe fn part<'a>(self, part: usize, parts: usize) -> &'a [f64] {
        // SAFETY: inside the view; the caller's promise.
        unsafe { self.part_mut(part, parts) }
    }

    /// # Safety
    /// Nobody else uses the part meanwhile.
    #[allow(clippy::mut_from_ref)]
    unsafe fn part_mut<'a>(self, part: usize, parts: usize) -> &'a mut [f64] {
        let at = |part: usize| self.len / 8 * part / parts * 8;
        let end = if part + 1 == parts {
            self.len
        } else {
            at(part + 1)
        };
        // SAFETY: inside the view; the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(at(part)), end - at(part)) }
    }
}

/// One thread (no pool) or two, with an executor.
struct Setting {
    threads: usize,
    executor: HostExecutor,
    pool: Arc<ThreadPool>,
    space: Space,
}

impl Setting {
    fn new(threads: usize, executor: HostExecutor) -> Result<Setting> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = Arc::new(pool.map_err(|error| Error::Invalid(error.to_string()))?);
        let rayon = Rayon::with_pool(pool.clone())?.with_executor(executor)?;
        Ok(Setting {
            threads,
            executor,
            pool,
            space: rayon.space(),
        })
    }

    fn name(&self, kernel: &str, size: &str) -> String {
        format!("{kernel} {size} {} x{}", self.executor.name(), self.threads)
    }

    /// Calls `work(part, parts)` by hand on each thread.
    fn fork<V: Send>(
        &self,
        work: impl Fn(usize, usize) -> V + Sync,
        join: impl Fn(V, V) -> V,
    ) -> V {
        if self.threads == 1 {
            return work(0, 1);
        }
        let (a, b) = rayon::join(|| work(0, 2), || work(1, 2));
        join(a, b)
    }

    fn values(&self, label: &str, n: usize) -> Result<View<f64, 1>> {
        let values: Vec<f64> = (0..n).map(value).collect();
        View::from_slice(&self.space, label, [n], &values)
    }

    fn bench(
        &self,
        all: &mut Paired,
        name: &str,
        portax: &mut (dyn FnMut() + Send),
        hand: &mut (dyn FnMut() + Send),
    ) {
        all.bench(name, |work| self.pool.install(work), portax, hand);
    }
}

/// Numbers between -0.5 and 0.5.
fn value(i: usize) -> f64 {
    (i * 7919 % 1000) as f64 * 1e-3 - 0.5
}

fn assert_close(name: &str, found: &[f64], expected: impl Fn(usize) -> f64) {
    for (i, x) in found.iter().enumerate() {
        let e = expected(i);
        assert!(
            (x - e).abs() <= 1e-12 * (1.0 + e.abs()),
            "{name}: {x} instead of {e} at {i}"
        );
    }
}

/// Chooses the module of an instruction set.
macro_rules! by_hand {
    ($executor:expr, $f:ident($($a:expr),*)) => {
        // SAFETY: the space has the executor, so the CPU supports it; pointers are those of views.
        unsafe {
            match $executor {
                HostExecutor::Avx512 => hand::avx512::$f($($a),*),
                _ => hand::avx2::$f($($a),*),
            }
        }
    };
}

fn axpy(all: &mut Paired, setting: &Setting, size: &str, n: usize) -> Result<()> {
    let name = setting.name("axpy", size);
    if !all.wants(&name) {
        return Ok(());
    }
    let a = 1e-9;
    let k = Axpy {
        a,
        x: setting.values("x", n)?,
        y: setting.values("y", n)?,
    };
    let (x, y) = (Memory::of(&k.x), Memory::of(&k.y));
    let hand = || {
        setting.fork(
            // SAFETY: both sides run in turns, and the parts are disjoint.
            |part, parts| {
                by_hand!(
                    setting.executor,
                    axpy(a, x.part(part, parts), y.part_mut(part, parts))
                )
            },
            |(), ()| (),
        )
    };
    setting.pool.install(hand);
    assert_close(&name, &k.y.to_vec()?, |i| value(i) + a * value(i));
    let prepared = setting.space.prepare("axpy", RangePolicy::new(0..n), &k)?;
    prepared.launch()?;
    assert_close(&name, &k.y.to_vec()?, |i| value(i) + 2.0 * a * value(i));
    let mut held = prepared.hold()?;
    setting.bench(all, &name, &mut || held.launch().expect("launches"), &mut {
        hand
    });
    Ok(())
}

fn dot(all: &mut Paired, setting: &Setting, size: &str, n: usize) -> Result<()> {
    let name = setting.name("dot", size);
    if !all.wants(&name) {
        return Ok(());
    }
    let k = Dot {
        x: setting.values("x", n)?,
        y: setting.values("y", n)?,
    };
    let (x, y) = (Memory::of(&k.x), Memory::of(&k.y));
    let hand = || {
        setting.fork(
            // SAFETY: nobody writes.
            |part, parts| {
                by_hand!(
                    setting.executor,
                    dot(x.part(part, parts), y.part(part, parts))
                )
            },
            |a, b| a + b,
        )
    };
    let expected = (0..n).map(|i| value(i) * value(i)).sum::<f64>();
    assert_close(&name, &[setting.pool.install(hand)], |_| expected);
    let prepared = setting
        .space
        .prepare_reduce("dot", RangePolicy::new(0..n), &k, Sum)?;
    assert_close(&name, &[prepared.launch()?], |_| expected);
    let mut held = prepared.hold()?;
    let mut portax = || {
        std::hint::black_box(held.launch().expect("launches"));
    };
    let mut hand = || {
        std::hint::black_box(hand());
    };
    setting.bench(all, &name, &mut portax, &mut hand);
    Ok(())
}

fn stencil(all: &mut Paired, setting: &Setting, size: &str, extents: [usize; 3]) -> Result<()> {
    let name = setting.name("stencil", size);
    if !all.wants(&name) {
        return Ok(());
    }
    let [n, rows, planes] = extents;
    let s = Stencil {
        centre: 0.4,
        side: 0.1,
        n,
        rows,
    };
    let values: Vec<f64> = (0..n * rows * planes).map(value).collect();
    let k = SevenPoint {
        centre: s.centre,
        side: s.side,
        a: View::from_slice(&setting.space, "a", extents, &values)?,
        b: View::new(&setting.space, "b", extents)?,
    };
    let (a, b) = (Memory::of(&k.a), Memory::of(&k.b));
    let hand = || {
        let work = |part: usize, parts: usize| {
            let at = |part: usize| 1 + (planes - 2) * part / parts;
            let (begin, end) = (at(part), at(part + 1));
            let first = begin * s.plane();
            by_hand!(
                setting.executor,
                stencil(s, a.at(first), b.at(first), end - begin)
            )
        };
        setting.fork(work, |(), ()| ());
    };
    let expected = |at: usize| {
        let (i, j, k) = (at % n, at / n % rows, at / s.plane());
        if i % (n - 1) == 0 || j % (rows - 1) == 0 || k % (planes - 1) == 0 {
            return 0.0;
        }
        let sides = [1, n, s.plane()].map(|d| values[at - d] + values[at + d]);
        s.centre * values[at] + s.side * sides.iter().sum::<f64>()
    };
    setting.pool.install(hand);
    assert_close(&name, &k.b.to_vec()?, expected);
    k.b.copy_from_slice(&vec![0.0; values.len()])?;
    let policy = MdRangePolicy::new(extents.map(|n| 1..n - 1));
    let prepared = setting.space.prepare("stencil", policy, &k)?;
    prepared.launch()?;
    assert_close(&name, &k.b.to_vec()?, expected);
    let mut held = prepared.hold()?;
    setting.bench(all, &name, &mut || held.launch().expect("launches"), &mut {
        hand
    });
    Ok(())
}

/// Launches of two threads from a thread that is not the pool's: with portax' own threads against rayon's `install`.
fn outside(all: &mut Paired, executor: HostExecutor) -> Result<()> {
    let name = format!("axpy L2 {} x2, from outside", executor.name());
    if !all.wants(&name) {
        return Ok(());
    }
    let n = 1 << 14;
    let setting = Setting::new(2, executor)?;
    let space = Rayon::new(2)?.with_executor(executor)?.space();
    let k = Axpy {
        a: 1e-9,
        x: setting.values("x", n)?,
        y: setting.values("y", n)?,
    };
    let (x, y) = (Memory::of(&k.x), Memory::of(&k.y));
    let work = |part: usize, parts: usize| {
        // SAFETY: both sides run in turns, and the parts are disjoint.
        by_hand!(
            executor,
            axpy(1e-9, x.part(part, parts), y.part_mut(part, parts))
        )
    };
    let mut hand = || setting.pool.install(|| setting.fork(work, |(), ()| ()));
    let prepared = space.prepare("axpy", RangePolicy::new(0..n), &k)?;
    let mut held = prepared.hold()?;
    all.bench(
        &name,
        |work| work(),
        &mut || held.launch().expect("launches"),
        &mut hand,
    );
    Ok(())
}

/// All comparisons.
pub fn run() -> Result<()> {
    let mut all = Paired::new();
    let executors = [HostExecutor::Avx512, HostExecutor::Avx2];
    for executor in executors.into_iter().filter(|e| e.is_supported()) {
        for threads in [1, 2] {
            let setting = Setting::new(threads, executor)?;
            for (size, n, extents) in [
                // Two arrays take 28 KiB: first caches have 32 or more.
                ("L1", 1792, [18, 10, 10]),
                ("L2", 35_200, [50, 26, 26]),
                ("DRAM", 8_400_000, [258, 258, 130]),
            ] {
                axpy(&mut all, &setting, size, n)?;
                dot(&mut all, &setting, size, n)?;
                stencil(&mut all, &setting, size, extents)?;
            }
            stencil(&mut all, &setting, "L1, rows of 64", [66, 6, 4])?;
        }
        outside(&mut all, executor)?;
    }
    all.report();
    Ok(())
}
