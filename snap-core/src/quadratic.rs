//! Quadratic SNAP: the energy of each atom and the coefficients of its gradient, from the descriptors (FAST_SNAP section 6).

use portax::{AUTO, AoSoA, Float, Functor, Result, TeamKernel, TeamPolicy, View, kernel};

use crate::coefficients::dot;
use crate::descriptors;
use crate::snap::{Given, Maker, Stage, Values, list};
use crate::tables::{CoefficientSums, CubicForm};
use crate::work::{Cost, Work};

/// E = constant + l B + B q B / 2 of each atom of a batch, and its coefficients beta = dE/dB = l + q B: with them its
/// gradient is that of a linear potential. B are those of [`ComputeBi`](crate::descriptors::ComputeBi), from which an isolated
/// atom's are not subtracted: constant and l have taken up what that makes.
#[derive(Functor)]
pub struct ComputeBeta<T: Float> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// B, `[batch slots, descriptors]`.
    pub blist: View<f64, 2, AoSoA>,
    /// The constant of each element.
    pub constant: View<f64, 1>,
    /// l, `[coefficients, elements]`; the first coefficients are those of the descriptors.
    pub linear: View<f64, 2>,
    /// q, `[descriptors, coefficients, elements]`.
    pub quadratic: View<f64, 3>,
    /// beta, `[batch slots, coefficients]`.
    pub beta: View<T, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

// SAFETY: a team writes its own tile, each coefficient by one thread, and its atoms' energies.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for ComputeBeta<T> {
    fn compute_beta(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.tile_number[t];
        if tile >= self.ntiles {
            return;
        }
        let (b, beta) = (self.blist.tile(t), self.beta.tile(t));
        let (element, count) = (self.tile_element[tile], self.blist.extent(1));
        parallel_for(TeamThreadRange(team, self.beta.extent(1)), |k| {
            for lane in team.lanes() {
                let mut sum: f64 = self.linear[(k, element)];
                for n in 0..count {
                    sum += self.quadratic[(n, k, element)] * b[(lane, n)];
                }
                beta[(lane, k)] = sum as T;
            }
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, 1), |q| {
            for lane in team.lanes() {
                let mut twice: f64 = 0.0;
                for n in 0..count {
                    twice += (self.linear[(n, element)] + beta[(lane, n)] as f64) * b[(lane, n)];
                }
                let atom = self.atom_of_slot[lane + tile * self.width];
                if atom >= 0 {
                    self.energies[atom] = twice * 0.5 + self.constant[element];
                }
            }
        });
    }
}

/// The energy of an element's atoms as a polynomial of descriptors from which an isolated atom's are not subtracted.
struct Polynomial {
    constant: f64,
    /// By coefficient.
    linear: Vec<f64>,
    /// By coefficient, then class of descriptors.
    quadratic: Vec<Vec<f64>>,
}

impl Polynomial {
    /// With B - B0 multiplied out. `sums` makes the coefficients that a stage reads, those of the classes of `form` first.
    fn new(given: &Given<'_>, form: &CubicForm, sums: &CoefficientSums, element: usize) -> Self {
        let potential = given.potential;
        let (beta, alpha) = (potential.beta(element), potential.alpha(element));
        let isolated = potential.isolated(element);
        let alpha_b0: Vec<f64> = alpha.iter().map(|row| dot(row, &isolated)).collect();
        let linear: Vec<f64> = beta.iter().zip(&alpha_b0).map(|(b, a)| b - a).collect();
        let by_class: Vec<Vec<f64>> = alpha.iter().map(|row| form.classes.sums.of(row)).collect();
        let column = |class| by_class.iter().map(|row| row[class]).collect::<Vec<_>>();
        let columns = (0..form.classes.len()).map(|class| sums.of(&column(class)));
        let columns: Vec<Vec<f64>> = columns.collect();
        let row = |k| columns.iter().map(|column| column[k]).collect();
        Self {
            constant: potential.elements()[element].coeff[0] - dot(beta, &isolated)
                + 0.5 * dot(&alpha_b0, &isolated),
            linear: sums.of(&linear),
            quadratic: (0..sums.len()).map(row).collect(),
        }
    }
}

/// What leads from V to the coefficients of atoms, on a space.
#[derive(Clone)]
pub(crate) struct Tables<T: Float> {
    descriptors: descriptors::Tables<T>,
    constant: View<f64, 1>,
    linear: View<f64, 2>,
    quadratic: View<f64, 3>,
}

/// Descriptors of a batch, and the coefficients of its atoms.
pub(crate) struct Room<T: Float> {
    blist: View<f64, 2, AoSoA>,
    /// `[batch slots, coefficients]`.
    pub beta: View<T, 2, AoSoA>,
}

impl<T: Float> Tables<T> {
    /// Those of a quadratic potential; none of a linear one. The stage that reads the coefficients carries `sums`.
    pub fn of(given: &Given<'_>, form: &CubicForm, sums: &CoefficientSums) -> Result<Option<Self>> {
        let (space, potential) = (given.space, given.potential);
        if !potential.params().quadraticflag {
            return Ok(None);
        }
        let elements = 0..potential.elements().len();
        let polynomials = elements.map(|e| Polynomial::new(given, form, sums, e));
        let polynomials: Vec<_> = polynomials.collect();
        let (n, k, e) = (form.classes.len(), sums.len(), polynomials.len());
        let all = || polynomials.iter();
        let constant: Vec<f64> = all().map(|p| p.constant).collect();
        let linear: Vec<f64> = all().flat_map(|p| p.linear.clone()).collect();
        let quadratic: Vec<f64> = all().flat_map(|p| p.quadratic.concat()).collect();
        Ok(Some(Self {
            descriptors: descriptors::Tables::new(given, form)?,
            constant: list(space, "energy_constant", &constant)?,
            linear: View::from_slice(space, "linear", [k, e], &linear)?,
            quadratic: View::from_slice(space, "quadratic", [n, k, e], &quadratic)?,
        }))
    }

    /// Bytes of a slot of a batch.
    pub fn slot_bytes(&self) -> usize {
        size_of::<f64>() * self.quadratic.extent(0) + size_of::<T>() * self.quadratic.extent(1)
    }

    /// Room for a batch of so many tiles.
    pub fn room(&self, given: &Given<'_>, tiles: usize) -> Result<Room<T>> {
        let extents = [tiles * given.width(), self.quadratic.extent(1)];
        Ok(Room {
            blist: self.descriptors.room(given, tiles)?,
            beta: View::new(given.space, "beta", extents)?,
        })
    }

    /// The stages between V and compute_yi.
    pub fn stages<'a>(
        &'a self,
        given: &'a Given<'a>,
        values: &'a Values<T>,
        room: &'a Room<T>,
        tiles: usize,
    ) -> [Maker<'a>; 2] {
        [
            Box::new(move || self.descriptors.stage(given, values, &room.blist, tiles)),
            Box::new(move || self.stage(given, values, room, tiles)),
        ]
    }

    fn stage(
        &self,
        given: &Given<'_>,
        values: &Values<T>,
        room: &Room<T>,
        tiles: usize,
    ) -> Result<Stage> {
        let functor = ComputeBeta {
            tile_number: values.tile_number.clone(),
            ntiles: given.ntiles() as i32,
            tile_element: given.atoms.tile_element.clone(),
            atom_of_slot: given.list.slots().atom_of_slot.clone(),
            blist: room.blist.clone(),
            constant: self.constant.clone(),
            linear: self.linear.clone(),
            quadratic: self.quadratic.clone(),
            beta: room.beta.clone(),
            energies: given.atoms.energies.clone(),
            width: given.width(),
        };
        let policy = TeamPolicy::new(tiles, AUTO);
        Stage::new(given.space, "compute_beta", policy, &functor, self.work())
    }

    fn work(&self) -> Work {
        let [n, k, _] = self.quadratic.extents();
        Work {
            atom: Cost::new(n * k + 2 * n, self.slot_bytes()),
            ..Work::default()
        }
    }
}

impl<T: Float> Room<T> {
    /// Bytes.
    pub fn bytes(&self) -> usize {
        self.blist.bytes() + self.beta.bytes()
    }
}
