//! Energy and artificial viscosity of zones: a predictor, a half step, a corrector.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, device, parallel_for};

const RHO0: f64 = 0.5;
const E_CUT: f64 = 1e-2;
const EMIN: f64 = -1.0;
const Q_CUT: f64 = 1e-2;
const LEAST_SQUARE: f64 = 0.1111111e-36;
const LEAST: f64 = 0.3333333e-18;

/// Fields of zones.
pub struct Energy {
    e_new: View<f64, 1>,
    e_old: View<f64, 1>,
    delvc: View<f64, 1>,
    p_new: View<f64, 1>,
    p_old: View<f64, 1>,
    q_new: View<f64, 1>,
    q_old: View<f64, 1>,
    work: View<f64, 1>,
    half_compression: View<f64, 1>,
    half_pressure: View<f64, 1>,
    bvc: View<f64, 1>,
    pbvc: View<f64, 1>,
    ql_old: View<f64, 1>,
    qq_old: View<f64, 1>,
    vnewc: View<f64, 1>,
}

/// Speed of sound, not below a small number.
#[device]
fn sound(square: f64) -> f64 {
    if square <= LEAST_SQUARE {
        LEAST
    } else {
        square.sqrt()
    }
}

/// An energy with small ones cut.
#[device]
fn cut(e: f64) -> f64 {
    if e.abs() < E_CUT { 0.0 } else { e.max(EMIN) }
}

twin! {
    fn apps_energy(n: usize, fields: *const *mut f64);
}

impl Kernel for Energy {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        let mut seed = 0;
        let mut field = |label, shift: f64| {
            seed += n;
            data.vector(label, n, |i| noise(i + seed) - shift)
        };
        Ok(Energy {
            e_new: field("e_new", 0.0)?,
            e_old: field("e_old", 0.0)?,
            delvc: field("delvc", 0.6)?,
            p_new: field("p_new", 0.0)?,
            p_old: field("p_old", 0.0)?,
            q_new: field("q_new", 0.0)?,
            q_old: field("q_old", 0.0)?,
            work: field("work", 0.0)?,
            half_compression: field("half_compression", 0.0)?,
            half_pressure: field("half_pressure", 0.0)?,
            bvc: field("bvc", 0.0)?,
            pbvc: field("pbvc", 0.0)?,
            ql_old: field("ql_old", 0.0)?,
            qq_old: field("qq_old", 0.0)?,
            vnewc: field("vnewc", 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let n = self.e_new.len();
        parallel_for!(space, "predict", n, |i| {
            let pressure = self.p_old[i] + self.q_old[i];
            self.e_new[i] = self.e_old[i] - 0.5 * self.delvc[i] * pressure + 0.5 * self.work[i];
        })?;
        parallel_for!(space, "half_viscosity", n, |i| {
            if self.delvc[i] > 0.0 {
                self.q_new[i] = 0.0;
            } else {
                let vhalf = 1.0 / (1.0 + self.half_compression[i]);
                let square = self.pbvc[i] * self.e_new[i]
                    + vhalf * vhalf * self.bvc[i] * self.half_pressure[i];
                self.q_new[i] = sound(square / RHO0) * self.ql_old[i] + self.qq_old[i];
            }
        })?;
        parallel_for!(space, "half_step", n, |i| {
            let (old, half) = (
                self.p_old[i] + self.q_old[i],
                self.half_pressure[i] + self.q_new[i],
            );
            self.e_new[i] += 0.5 * self.delvc[i] * (3.0 * old - 4.0 * half);
        })?;
        parallel_for!(space, "work", n, |i| {
            self.e_new[i] = cut(self.e_new[i] + 0.5 * self.work[i]);
        })?;
        parallel_for!(space, "correct", n, |i| {
            let mut q_tilde = 0.0;
            if self.delvc[i] <= 0.0 {
                let v = self.vnewc[i];
                let square = self.pbvc[i] * self.e_new[i] + v * v * self.bvc[i] * self.p_new[i];
                q_tilde = sound(square / RHO0) * self.ql_old[i] + self.qq_old[i];
            }
            let (old, half) = (
                self.p_old[i] + self.q_old[i],
                self.half_pressure[i] + self.q_new[i],
            );
            let pressure = 7.0 * old - 8.0 * half + (self.p_new[i] + q_tilde);
            self.e_new[i] = cut(self.e_new[i] - pressure * self.delvc[i] / 6.0);
        })?;
        parallel_for!(space, "viscosity", n, |i| {
            if self.delvc[i] <= 0.0 {
                let v = self.vnewc[i];
                let square = self.pbvc[i] * self.e_new[i] + v * v * self.bvc[i] * self.p_new[i];
                let q = sound(square / RHO0) * self.ql_old[i] + self.qq_old[i];
                self.q_new[i] = if q.abs() < Q_CUT { 0.0 } else { q };
            }
        })
    }

    fn run_twin(&self, c: &Copies) {
        let fields = [
            &self.e_new,
            &self.e_old,
            &self.delvc,
            &self.p_new,
            &self.p_old,
            &self.q_new,
            &self.q_old,
            &self.work,
            &self.half_compression,
            &self.half_pressure,
            &self.bvc,
            &self.pbvc,
            &self.ql_old,
            &self.qq_old,
            &self.vnewc,
        ]
        .map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { apps_energy(c, self.e_new.len(), fields.as_ptr()) }
    }

    fn work(&self) -> Work {
        let n = self.e_new.len();
        Work {
            bytes: 8 * 47 * n,
            flops: 60 * n,
        }
    }
}
