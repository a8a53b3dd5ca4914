//! Elements with their coefficients, and the potential that they make with the hyperparameters.

use std::collections::{HashMap, HashSet};

use portax::error::printable;
use portax_atoms::Zbl;

use crate::error::Error;
use crate::params::{SnapParams, require};
use crate::tables::{ChemRule, DescriptorClasses, MAX_TWOJMAX, bzero, triples};

/// Cutoffs whose powers and inverse powers are numbers, with room for any unit of length.
const SHORTEST_CUTOFF: f64 = 1e-20;
/// As [`SHORTEST_CUTOFF`].
const LONGEST_CUTOFF: f64 = 1e20;

/// Difference of sums of the same numbers in another order, over the largest.
const ROUNDING: f64 = 1e-14;

/// Most elements of a potential.
const MAX_ELEMENTS: usize = 1024;
/// Most elements that a message about the number of coefficients thinks of.
const MAX_LIKELY_ELEMENTS: usize = 8;

/// One element of a potential.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The chemical symbol, or any other name.
    pub name: String,
    /// R of the pair cutoffs, in units of `rcutfac`.
    pub radius: f64,
    /// Weight of a neighbour of this element in the density.
    pub weight: f64,
    /// The constant beta0, the linear coefficients in the order of [`bispectrum_order`](crate::tables::bispectrum_order),
    /// with `quadraticflag` the upper triangle of the quadratic ones row by row.
    pub coeff: Vec<f64>,
    /// Centre of the inner switch; 0 where there is none.
    pub sinner: f64,
    /// Half width of the inner switch; 0 where there is none.
    pub dinner: f64,
}

/// What a pair of elements (central atom, neighbour) contributes to the pair stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairParams {
    /// Cutoff: neighbours have r < rcut, strictly.
    pub rcut: f64,
    /// The neighbour's weight.
    pub weight: f64,
    /// Centre of the inner switch, the mean of both elements'.
    pub sinner: f64,
    /// Half width of the inner switch, the mean of both elements'.
    pub dinner: f64,
}

/// A validated potential: hyperparameters and elements that fit each other.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapPotential {
    params: SnapParams,
    elements: Vec<Element>,
    zbl: Option<Zbl>,
}

impl SnapPotential {
    /// # Errors
    /// Any of the validation errors of [`Error`]: a value outside its range, a wrong number of coefficients, no element
    /// or two of one name.
    pub fn new(params: SnapParams, elements: Vec<Element>) -> Result<Self, Error> {
        params.validate()?;
        if elements.is_empty() {
            return Err(Error::NoElements);
        }
        let (count, most) = (elements.len(), MAX_ELEMENTS);
        require(
            count <= most,
            "the number of elements",
            count as f64,
            || format!("at most {most}, since each pair of them has a table"),
        )?;
        let mut names = HashSet::new();
        for element in &elements {
            validate_element(&params, elements.len(), element)?;
            if !names.insert(&element.name) {
                return Err(Error::RepeatedElement {
                    name: printable(&element.name),
                });
            }
        }
        let potential = Self {
            params,
            elements,
            zbl: None,
        };
        for (name, cutoff) in [
            ("the smallest pair cutoff", potential.rcut_min()),
            ("the largest pair cutoff", potential.rcut_max()),
        ] {
            let possible = (SHORTEST_CUTOFF..=LONGEST_CUTOFF).contains(&cutoff);
            require(possible, name, cutoff, || {
                format!(
                    "from {SHORTEST_CUTOFF:e} to {LONGEST_CUTOFF:e}; it is rcutfac times the radii of two elements"
                )
            })?;
        }
        let (rmin0, rcut) = (potential.params.rmin0, potential.rcut_min());
        require(rmin0 < rcut, "rmin0", rmin0, || {
            format!("below the smallest pair cutoff, {rcut}")
        })?;
        Ok(potential)
    }

    /// The potential with a repulsion of nuclei on top, as LAMMPS' `pair_style hybrid/overlay zbl snap` has it: most published
    /// ones were fitted to be used with it. Its types are those of the system.
    #[must_use]
    pub fn with_zbl(mut self, zbl: Zbl) -> Self {
        self.zbl = Some(zbl);
        self
    }

    /// The repulsion that is added.
    #[must_use]
    pub fn zbl(&self) -> Option<&Zbl> {
        self.zbl.as_ref()
    }

    /// The hyperparameters.
    #[must_use]
    pub fn params(&self) -> &SnapParams {
        &self.params
    }

    /// The elements, in the order of the file.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// # Errors
    /// [`Error::UnknownElement`] if no element has this name.
    pub fn element_index(&self, name: &str) -> Result<usize, Error> {
        self.elements
            .iter()
            .position(|e| e.name == name)
            .ok_or_else(|| Error::UnknownElement {
                name: printable(name),
                known: self
                    .elements
                    .iter()
                    .map(|e| e.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            })
    }

    /// Cutoff of a pair of elements.
    #[must_use]
    pub fn rcut(&self, i: usize, k: usize) -> f64 {
        (self.elements[i].radius + self.elements[k].radius) * self.params.rcutfac
    }

    /// The largest cutoff of all pairs of SNAP.
    #[must_use]
    pub fn rcut_max(&self) -> f64 {
        2.0 * self.elements.iter().map(|e| e.radius).fold(0.0, f64::max) * self.params.rcutfac
    }

    /// The range of the neighbour lists: [`rcut_max`](Self::rcut_max), or the outer cutoff of ZBL where that is larger.
    #[must_use]
    pub fn cutoff(&self) -> f64 {
        let zbl = self.zbl.as_ref().map_or(0.0, Zbl::outer);
        self.rcut_max().max(zbl)
    }

    fn rcut_min(&self) -> f64 {
        2.0 * self
            .elements
            .iter()
            .map(|e| e.radius)
            .fold(f64::INFINITY, f64::min)
            * self.params.rcutfac
    }

    /// The pair (central atom of element `i`, neighbour of element `k`).
    #[must_use]
    pub fn pair(&self, i: usize, k: usize) -> PairParams {
        let (central, neighbour) = (&self.elements[i], &self.elements[k]);
        PairParams {
            rcut: self.rcut(i, k),
            weight: neighbour.weight,
            sinner: 0.5 * (central.sinner + neighbour.sinner),
            dinner: 0.5 * (central.dinner + neighbour.dinner),
        }
    }

    /// The linear coefficients of an element, without the constant.
    #[must_use]
    pub fn beta(&self, element: usize) -> &[f64] {
        &self.elements[element].coeff[1..=self.params.ndescriptors(self.elements.len())]
    }

    /// The quadratic coefficients of an element with `quadraticflag`: alpha of E = beta0 + beta B + B alpha B / 2, a symmetric
    /// matrix over the descriptors. Files have its upper triangle row by row; the half is not in them.
    #[must_use]
    pub fn alpha(&self, element: usize) -> Vec<Vec<f64>> {
        let count = self.params.ndescriptors(self.elements.len());
        let mut triangle = self.elements[element].coeff[1 + count..].iter();
        let mut alpha = vec![vec![0.0; count]; count];
        for (i, j) in (0..count).flat_map(|i| (i..count).map(move |j| (i, j))) {
            let value = triangle.next().copied().unwrap_or(0.0);
            (alpha[i][j], alpha[j][i]) = (value, value);
        }
        alpha
    }

    /// The descriptors of an isolated atom, which are subtracted from those of every atom of its element; zero without
    /// `bzeroflag`, and with `chemflag` those of triples that have another element, unless there is `wselfallflag`.
    #[must_use]
    pub fn isolated(&self, element: usize) -> Vec<f64> {
        let params = &self.params;
        let of_triple = bzero(params.twojmax, params.bnormflag);
        let has_own = |triple: [usize; 3]| {
            let all_own = triple == [element; 3] || self.densities() == 1;
            params.bzeroflag && (params.wselfallflag || all_own)
        };
        let values = triples(self.densities()).into_iter().map(|triple| {
            let scale = if has_own(triple) { 1.0 } else { 0.0 };
            of_triple.iter().map(move |b| scale * b)
        });
        values.flatten().collect()
    }

    /// Number of densities of an atom: one, or with `chemflag` one for the neighbours of each element.
    #[must_use]
    pub fn densities(&self) -> usize {
        if self.params.chemflag {
            self.elements.len()
        } else {
            1
        }
    }

    /// The rule that forces follow: one density has that of the gradient alone.
    pub(crate) fn rule(&self, asked: ChemRule) -> ChemRule {
        match self.densities() {
            1 => ChemRule::Gradient,
            _ => asked,
        }
    }

    /// Whether it matters by which [`ChemRule`] forces follow. With `chemflag` it does where coefficients differ whose
    /// descriptors are equal, since they exchange elements of equal j. In published files their last printed digits do.
    #[must_use]
    pub fn depends_on_chem_rule(&self) -> bool {
        if self.densities() == 1 {
            return false;
        }
        let classes = DescriptorClasses::new(self.params.twojmax, self.densities());
        (0..self.elements.len()).any(|element| {
            // The coefficient of a descriptor, and what its products add to it by the classes of the other factor.
            let linear = self.beta(element).iter().map(|&beta| vec![beta]);
            let alpha = self.alpha(element);
            let quadratic = alpha.iter().map(|row| classes.sums.of(row));
            differ_in_a_class(&classes.class, linear)
                || differ_in_a_class(&classes.class, quadratic)
        })
    }

    /// The constant part of an atom's energy in a linear potential: beta0, with `bzeroflag` less the energy of the
    /// isolated atom's descriptors.
    #[must_use]
    pub fn energy_constant(&self, element: usize) -> f64 {
        self.elements[element].coeff[0] - dot(self.beta(element), &self.isolated(element))
    }
}

/// Do descriptors of one class have different rows, beyond rounding?
fn differ_in_a_class(class: &[i32], rows: impl Iterator<Item = Vec<f64>>) -> bool {
    let mut first: HashMap<i32, Vec<f64>> = HashMap::new();
    class.iter().zip(rows).any(|(&class, row)| {
        let first = first.entry(class).or_insert_with(|| row.clone());
        let largest = row.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let mut pairs = first.iter().zip(&row);
        pairs.any(|(a, b)| (a - b).abs() > ROUNDING * largest)
    })
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn validate_element(params: &SnapParams, nelements: usize, element: &Element) -> Result<(), Error> {
    let Element {
        name,
        radius,
        weight,
        coeff,
        sinner,
        dinner,
    } = element;
    let of = |what: &str| format!("{what} of element `{}`", printable(name));
    require(
        radius.is_finite() && *radius > 0.0,
        &of("radius"),
        *radius,
        || "positive".into(),
    )?;
    require(weight.is_finite(), &of("weight"), *weight, || {
        "finite".into()
    })?;
    require(sinner.is_finite(), &of("sinner"), *sinner, || {
        "finite".into()
    })?;
    let switched = dinner.is_finite() && (*dinner > 0.0 || !params.switchinnerflag);
    require(switched, &of("dinner"), *dinner, || {
        "positive with switchinnerflag".into()
    })?;
    if let Some(k) = coeff.iter().position(|c| !c.is_finite()) {
        return require(false, &of(&format!("coefficient {k}")), coeff[k], || {
            "finite".into()
        });
    }
    let (found, expected) = (coeff.len(), params.ncoeff(nelements));
    if found == expected {
        return Ok(());
    }
    let fits = settings_like(params, nelements).find(|(params, n)| params.ncoeff(*n) == found);
    let hint = fits.map_or_else(String::new, |(params, nelements)| {
        format!("{found} are for {}: ", settings(&params, nelements))
    });
    Err(Error::CoefficientCount {
        element: printable(name),
        found,
        expected,
        settings: settings(params, nelements),
        hint,
    })
}

/// What the number of coefficients depends on, in words.
fn settings(params: &SnapParams, nelements: usize) -> String {
    let quadratic = params.quadraticflag.then(|| "quadraticflag 1".to_string());
    let chem = params.chemflag.then(|| match nelements {
        1 => "chemflag 1 of one element".to_string(),
        n => format!("chemflag 1 of {n} elements"),
    });
    let flags: Vec<String> = quadratic.into_iter().chain(chem).collect();
    let with = if flags.is_empty() { "" } else { " with " };
    format!("twojmax {}{with}{}", params.twojmax, flags.join(" and "))
}

/// Settings that someone may have meant: other flags, another number of elements, another `twojmax`.
fn settings_like(
    params: &SnapParams,
    nelements: usize,
) -> impl Iterator<Item = (SnapParams, usize)> {
    let with = |twojmax, quadraticflag, chemflag| SnapParams {
        twojmax,
        quadraticflag,
        chemflag,
        ..params.clone()
    };
    let (twojmax, quadratic, chem) = (params.twojmax, params.quadraticflag, params.chemflag);
    let flags = [(!quadratic, chem), (quadratic, !chem), (!quadratic, !chem)];
    let of_flags = flags.map(|(quadratic, chem)| (with(twojmax, quadratic, chem), nelements));
    let of_elements = (1..=MAX_LIKELY_ELEMENTS).map(move |n| (with(twojmax, quadratic, true), n));
    let of_twojmax = (0..=MAX_TWOJMAX).map(move |n| (with(n, quadratic, chem), nelements));
    of_flags.into_iter().chain(of_elements).chain(of_twojmax)
}
