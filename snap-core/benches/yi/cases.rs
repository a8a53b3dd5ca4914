//! What is compared: both forms, each instruction set.

use crate::{
    hand::{self, Direct, Reverse},
    paired::Paired,
};
use portax::{
    AUTO, AoSoA, Complex, IntRow, Result, Space, TeamPolicy, View, backend::HostExecutor,
};
use portax_backends::rayon::Rayon;
use snap_core::{
    SnapPotential,
    beta::Beta,
    staged::ComputeYiReverse,
    tables::{CubicForm, WTable, YiDirect, YiReverse},
    yi_direct::ComputeYiDirect,
};

const TWOJMAX: usize = 8;
/// Tiles of a launch: V, G and the tables stay in the second-level cache.
const TILES: usize = 4;

/// Tungsten's coefficients and the tables of both forms.
struct Tables {
    form: CubicForm,
    beta: Vec<f64>,
    direct: YiDirect,
    reverse: YiReverse,
}

impl Tables {
    fn new() -> Tables {
        let potential = SnapPotential::from_text(
            (
                "W_2J8.snapcoeff",
                include_str!("../../potentials/W_2J8.snapcoeff"),
            ),
            (
                "W_2J8.snapparam",
                include_str!("../../potentials/W_2J8.snapparam"),
            ),
        )
        .expect("the published files");
        let form = CubicForm::new(TWOJMAX, false);
        Tables {
            beta: potential.beta(0).to_vec(),
            direct: YiDirect::new(&form),
            reverse: YiReverse::new(&form),
            form,
        }
    }

    fn w(&self, table: &WTable) -> Vec<f64> {
        table.with_beta(&self.beta)
    }

    fn nvalues(&self) -> usize {
        self.form.half_plane.nvalues()
    }

    /// V of an atom: numbers between -0.5 and 0.5, those of weight (0, 0) real.
    fn v(&self, atom: usize) -> Vec<Complex<f64>> {
        let number = |i: usize| (i * 2_654_435_761 % 1000) as f64 * 1e-3 - 0.5;
        let value = |k: usize| {
            let real = k < self.form.half_plane.count(0);
            let im = if real {
                0.0
            } else {
                number((2 * k + 1) * 64 + atom)
            };
            Complex {
                re: number(2 * k * 64 + atom),
                im,
            }
        };
        (0..self.nvalues()).map(value).collect()
    }

    /// The gradient of `sum W Re(V_A V_B conj(V_C))`.
    fn gradient(&self, v: &[Complex<f64>]) -> Vec<Complex<f64>> {
        let mut g = vec![Complex { re: 0.0, im: 0.0 }; v.len()];
        for block in &self.form.blocks {
            for (at, n) in entries(block.n) {
                let k: [usize; 3] = std::array::from_fn(|axis| {
                    self.form.half_plane.offset(block.weights[axis]) + n[axis]
                });
                let [a, b, c] = k.map(|k| v[k]);
                let w = block.entries.w0[at] * self.beta[block.entries.coefficient[at] as usize];
                add(&mut g[k[0]], w, times(conj(b), c));
                add(&mut g[k[1]], w, times(conj(a), c));
                add(&mut g[k[2]], w, times(a, b));
            }
        }
        g
    }
}

fn entries(n: [usize; 3]) -> impl Iterator<Item = (usize, [usize; 3])> {
    (0..n[0] * n[1] * n[2]).map(move |at| (at, [at / n[2] / n[1], at / n[2] % n[1], at % n[2]]))
}

fn conj(a: Complex<f64>) -> Complex<f64> {
    Complex {
        re: a.re,
        im: -a.im,
    }
}

fn times(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
    Complex {
        re: a.re * b.re - a.im * b.im,
        im: a.re * b.im + a.im * b.re,
    }
}

fn add(sum: &mut Complex<f64>, w: f64, z: Complex<f64>) {
    sum.re += w * z.re;
    sum.im += w * z.im;
}

type Values = View<Complex<f64>, 2, AoSoA>;

/// V and G of all tiles of an instruction set.
struct Setting<'a> {
    tables: &'a Tables,
    executor: HostExecutor,
    space: Space,
    v: Values,
    g: Values,
}

impl Setting<'_> {
    fn new(tables: &Tables, executor: HostExecutor) -> Result<Setting<'_>> {
        let space = Rayon::new(1)?.with_executor(executor)?.space();
        let atoms = TILES * executor.lanes();
        let columns: Vec<_> = (0..atoms).map(|atom| tables.v(atom)).collect();
        let values: Vec<_> = (0..tables.nvalues())
            .flat_map(|k| columns.iter().map(move |column| column[k]))
            .collect();
        let extents = [atoms, tables.nvalues()];
        let (v, g) = (
            View::from_slice(&space, "v", extents, &values)?,
            View::new(&space, "g", extents)?,
        );
        Ok(Setting {
            tables,
            executor,
            space,
            v,
            g,
        })
    }

    fn name(&self, form: &str) -> String {
        format!("yi {form} {}", self.executor.name())
    }

    fn ints(&self, label: &str, values: &[i32]) -> Result<View<i32, 1>> {
        View::from_slice(&self.space, label, [values.len()], values)
    }

    fn doubles(&self, label: &str, values: &[f64]) -> Result<View<f64, 1>> {
        View::from_slice(&self.space, label, [values.len()], values)
    }

    /// G must be the gradient, up to rounding; it is cleared for the next.
    fn check(&self, what: &str) -> Result<()> {
        let (g, atoms) = (self.g.to_vec()?, self.g.extent(0));
        let n0 = self.tables.form.half_plane.count(0);
        for atom in 0..atoms {
            let expected = self.tables.gradient(&self.tables.v(atom));
            let scale = expected
                .iter()
                .map(|z| z.re.abs().max(z.im.abs()))
                .fold(0.0, f64::max);
            for (k, e) in expected.iter().enumerate() {
                let found = g[k * atoms + atom];
                let error =
                    (found.re - e.re)
                        .abs()
                        .max(if k < n0 { 0.0 } else { (found.im - e.im).abs() });
                assert!(
                    error <= 1e-13 * scale,
                    "{what}: G[{k}] of atom {atom} is {found:?} instead of {e:?}"
                );
            }
        }
        self.g
            .copy_from_slice(&vec![Complex { re: 0.0, im: 0.0 }; g.len()])
    }

    /// Checks and times a kernel against `tile(v, g)` of each tile.
    fn compare(
        &self,
        all: &mut Paired,
        form: &str,
        prepared: &portax::Prepared,
        tile: impl Fn(*const f64, *mut f64) + Sync,
    ) -> Result<()> {
        let name = self.name(form);
        if !all.wants(&name) {
            return Ok(());
        }
        let memory =
            |view: &Values| view.allocation().host().expect("a host space").as_ptr() as usize;
        let (v, g) = (memory(&self.v), memory(&self.g));
        let stride = 2 * self.tables.nvalues() * self.executor.lanes();
        let mut hand = || {
            for t in 0..TILES {
                tile(
                    (v as *const f64).wrapping_add(t * stride),
                    (g as *mut f64).wrapping_add(t * stride),
                );
            }
        };
        hand();
        self.check(&format!("{name} by hand"))?;
        prepared.launch()?;
        self.check(&name)?;
        let mut held = prepared.hold()?;
        all.bench(
            &name,
            |work| work(),
            &mut || held.launch().expect("launches"),
            &mut hand,
        );
        Ok(())
    }

    fn direct(&self, all: &mut Paired, by_hand: Direct) -> Result<()> {
        let yi = &self.tables.direct;
        let w = self.tables.w(&yi.table);
        let k = ComputeYiDirect {
            parts: 1,
            tile_number: self.ints("tile_number", &[0])?,
            ntiles: TILES as i32,
            tile_element: self.ints("tile_element", &[0; TILES])?,
            ulisttot: self.v.clone(),
            w: self.doubles("w", &w)?,
            w_count: w.len() as i32,
            beta: Beta::in_w(),
            items: View::from_slice(
                &self.space,
                "items",
                [yi.items.len()],
                IntRow::rows(&yi.items),
            )?,
            jobs: View::from_slice(&self.space, "jobs", [yi.jobs.len()], IntRow::rows(&yi.jobs))?,
            starts: View::from_slice(
                &self.space,
                "starts",
                [yi.shapes + 1, yi.jobs.len()],
                &yi.starts,
            )?,
            ylist: self.g.clone(),
            shapes: yi.shapes,
        };
        let prepared = self
            .space
            .prepare("compute_yi", TeamPolicy::new(TILES, AUTO), &k)?;
        // SAFETY: tiles of V and G, and the tables that belong together.
        self.compare(all, "direct", &prepared, |v, g| unsafe {
            by_hand(yi, &w, v, g)
        })
    }

    fn reverse(&self, all: &mut Paired, by_hand: Reverse) -> Result<()> {
        let (yi, nvalues) = (&self.tables.reverse, self.tables.nvalues());
        let w = self.tables.w(&yi.table);
        // Loads of a stream may run one row ahead.
        let groups: Vec<_> = yi.groups.iter().chain(yi.groups.last()).copied().collect();
        let items: Vec<_> = yi.items.iter().chain(yi.items.last()).copied().collect();
        let k = ComputeYiReverse {
            tile_number: self.ints("tile_number", &[0])?,
            ntiles: TILES as i32,
            tile_element: self.ints("tile_element", &[0; TILES])?,
            ulisttot: self.v.clone(),
            w: self.doubles("w", &w)?,
            w_count: w.len() as i32,
            beta: Beta::in_w(),
            groups: View::from_slice(&self.space, "groups", [groups.len()], IntRow::rows(&groups))?,
            ngroups: yi.groups.len() as i32,
            items: View::from_slice(&self.space, "items", [items.len()], IntRow::rows(&items))?,
            z_items: View::from_slice(
                &self.space,
                "z_items",
                [yi.z_items.len()],
                IntRow::rows(&yi.z_items),
            )?,
            ylist: self.g.clone(),
            shapes: self.tables.form.half_plane.count(0),
        };
        let prepared = self
            .space
            .prepare("compute_yi", TeamPolicy::new(TILES, AUTO), &k)?;
        // SAFETY: tiles of V and G, and the tables that belong together.
        self.compare(all, "reverse", &prepared, |v, g| unsafe {
            by_hand(yi, &w, nvalues, v, g)
        })
    }
}

/// All comparisons.
pub fn run() -> Result<()> {
    let tables = Tables::new();
    let mut all = Paired::new();
    for (executor, direct, reverse) in [
        (
            HostExecutor::Avx512,
            hand::avx512::direct as Direct,
            hand::avx512::reverse as Reverse,
        ),
        (HostExecutor::Avx2, hand::avx2::direct, hand::avx2::reverse),
    ] {
        if executor.is_supported() {
            let setting = Setting::new(&tables, executor)?;
            setting.direct(&mut all, direct)?;
            setting.reverse(&mut all, reverse)?;
        }
    }
    all.report();
    Ok(())
}
