//! Programs recorded once per kernel, comptime values and layouts; modules compiled once per program and options.

use super::last::{Last, Repeat};
use crate::{
    backend::Module,
    error::Result,
    ir::{Program, bounds, render::RenderOptions},
    policy::Iterate,
};
use std::{
    any::TypeId,
    collections::HashMap,
    hash::Hasher,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// What a recorded program depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ProgramKey {
    /// Functor with its tag and reducer, layouts included
    pub kernel: TypeId,
    /// What is recorded of it
    pub body: Body,
    /// Comptime fields, exactly
    pub comptime: Vec<u8>,
}

/// What is recorded of a functor, with the numbers that its text depends on. One type may be the functor of several
/// patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Body {
    For,
    /// Over a box whose last index is the lane
    ForRight,
    Reduce,
    /// Over a box whose last index is the lane
    ReduceRight,
    /// A reduction of each group's part, in groups of so many items
    ReducePart(usize),
    /// Of a box whose last index is the lane
    ReducePartRight(usize),
    /// The join of what groups have left, by one group of so many lanes
    Join(usize),
    /// Input and output of a scan
    Scan,
    /// A scan by groups that take a tile each, of so many items a lane
    ScanTile {
        group: usize,
        items: usize,
        inclusive: bool,
    },
}

/// Collects what is hashed instead of hashing it: keys compare exactly.
#[derive(Default)]
pub(crate) struct Bytes(pub Vec<u8>);

impl Hasher for Bytes {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// What the checks found out about a launch.
#[derive(Clone, Default)]
pub(crate) struct Findings {
    /// Which views it writes
    pub written: Vec<bool>,
    /// Which accesses are checked at run time
    pub guarded: Vec<bool>,
    /// Which views have such accesses
    pub checked: Vec<bool>,
    /// Is any access of team scratch checked at run time?
    pub checks_scratch: bool,
    /// What messages call the views that are parts of others; nothing of others
    pub labels: Vec<String>,
    /// Some index needs 64 bits on a device
    pub wide: bool,
    /// Some 32-bit arithmetic wraps, as far as the launch can tell
    pub wraps: bool,
    /// Some index of which the low bits are asked for leaves 32 bits, as far as the launch can tell
    pub cuts: bool,
}

/// A recorded program with what was compiled from it.
pub(crate) struct Recorded {
    program: Program,
    modules: Mutex<HashMap<RenderOptions, Module>>,
    findings: Last<Arc<Findings>>,
    proofs: Last<std::result::Result<(), String>>,
    team_code: OnceLock<std::result::Result<(), String>>,
    launches: Last<Arc<dyn Repeat>>,
    fits: Mutex<HashMap<bounds::Launch, bool>>,
    order: OnceLock<Iterate>,
    single_thread_teams: OnceLock<bool>,
}

impl Recorded {
    fn new(program: Program) -> Self {
        Recorded {
            program,
            modules: Mutex::default(),
            findings: Last::default(),
            proofs: Last::default(),
            team_code: OnceLock::new(),
            launches: Last::default(),
            fits: Mutex::default(),
            order: OnceLock::new(),
            single_thread_teams: OnceLock::new(),
        }
    }

    /// The program.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// The order of a box that suits the program, asked once.
    pub(crate) fn order(&self, ask: impl FnOnce(&Program) -> Iterate) -> Iterate {
        *self.order.get_or_init(|| ask(&self.program))
    }

    /// Whether its teams must have one thread on this device. Asked once.
    pub(crate) fn single_thread_teams(&self, ask: impl FnOnce(&Program) -> bool) -> bool {
        let answer = || ask(&self.program);
        *self.single_thread_teams.get_or_init(answer)
    }

    /// What the checks of its last launches found.
    pub(crate) fn findings(&self) -> &Last<Arc<Findings>> {
        &self.findings
    }

    /// Refuses launches with these words that `prove` does not show to be free of races. It is not asked again where it
    /// answered lately: where only numbers differ, as they do from step to step, that is half of a judgement.
    pub(crate) fn proven(
        &self,
        words: &[u64],
        prove: impl FnOnce() -> std::result::Result<(), String>,
    ) -> std::result::Result<(), String> {
        self.proofs.get(words).unwrap_or_else(|| {
            let answer = prove();
            self.proofs.put(words, answer.clone());
            answer
        })
    }

    /// Refuses barriers that not all lanes of a team meet at, and scratch that loops declare. Asked once.
    pub(crate) fn check_team_code(&self) -> std::result::Result<(), String> {
        let answer = || {
            self.program.check_barriers()?;
            self.program.check_scratch()
        };
        self.team_code.get_or_init(answer).clone()
    }

    /// Its last launches on devices.
    pub(crate) fn launches(&self) -> &Last<Arc<dyn Repeat>> {
        &self.launches
    }

    /// Whether 32 bits are enough for launches up to these numbers, asked once.
    pub(crate) fn fits(
        &self,
        numbers: bounds::Launch,
        ask: impl FnOnce(&bounds::Launch) -> bool,
    ) -> bool {
        let mut fits = self.fits.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = fits.get(&numbers) {
            return known;
        }
        let answer = ask(&numbers);
        fits.insert(numbers, answer);
        answer
    }

    /// The module for these options, compiled at first use.
    pub(crate) fn module<Error>(
        &self,
        options: &RenderOptions,
        compile: impl FnOnce() -> std::result::Result<Module, Error>,
    ) -> std::result::Result<Module, Error> {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = modules.get(options) {
            return Ok(module.clone());
        }
        let module = compile()?;
        modules.insert(options.clone(), module.clone());
        Ok(module)
    }
}

/// The programs of a space.
#[derive(Default)]
pub(crate) struct Programs {
    recorded: Mutex<HashMap<ProgramKey, Arc<Recorded>>>,
}

impl Programs {
    /// The program of a key, recorded at first use.
    ///
    /// # Errors
    /// Those of `record`.
    pub(crate) fn get(
        &self,
        key: ProgramKey,
        record: impl FnOnce() -> Result<Program>,
    ) -> Result<Arc<Recorded>> {
        let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = recorded.get(&key) {
            return Ok(known.clone());
        }
        let new = Arc::new(Recorded::new(record()?));
        recorded.insert(key, new.clone());
        Ok(new)
    }
}
