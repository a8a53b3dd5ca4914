//! The search: one parameter at a time, from the default, until a round over all of them brings nothing.

use super::setting::{Parameter, Setting};
use crate::error::{Error, Result};

/// A setting must be faster by this part to be preferred: measurements of one setting differ as much.
const GAIN: f64 = 0.01;

/// What to try, and where to begin.
#[derive(Clone, Debug)]
pub struct Search {
    parameters: Vec<Parameter>,
    default: Setting,
}

/// A setting that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The setting
    pub setting: Setting,
    /// Its time, or why it cannot run
    pub seconds: std::result::Result<f64, String>,
}

/// All that was measured, in order; the default is the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The trials
    pub trials: Vec<Trial>,
}

impl Search {
    /// A search over parameters from a default that has a value of each.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a parameter without values, or one of which the default has no value.
    pub fn new(
        parameters: impl IntoIterator<Item = Parameter>,
        default: Setting,
    ) -> Result<Search> {
        let parameters: Vec<Parameter> = parameters.into_iter().collect();
        for parameter in &parameters {
            let name = parameter.name();
            if parameter.values().is_empty() {
                return Err(Error::Invalid(format!(
                    "parameter `{name}` has no values to try"
                )));
            }
            if parameter.matters(&default) && default.get(name).is_none() {
                return Err(Error::Invalid(format!(
                    "the default has no value of parameter `{name}`"
                )));
            }
        }
        Ok(Search {
            parameters,
            default,
        })
    }

    /// Measures settings; `measure` gives seconds, or why the device refuses a setting, which is then no candidate.
    ///
    /// Each round tries all values of each parameter beside the best of the others. Nothing is measured twice.
    pub fn run<E: ToString>(
        &self,
        mut measure: impl FnMut(&Setting) -> std::result::Result<f64, E>,
    ) -> Tuned {
        let mut tuned = Tuned { trials: Vec::new() };
        let mut best = tuned.add(&self.default, &mut measure);
        loop {
            let before = best;
            for parameter in &self.parameters {
                for value in parameter.values() {
                    let center = tuned.trials[best].setting.clone();
                    if !parameter.matters(&center) {
                        break;
                    }
                    let setting = self.plain(center.with(parameter.name(), value));
                    let trial = tuned.add(&setting, &mut measure);
                    if tuned.is_faster(trial, best) {
                        best = trial;
                    }
                }
            }
            if best == before {
                return tuned;
            }
        }
    }

    /// A setting with the default's values where they have no meaning, so that equal mappings are equal.
    fn plain(&self, setting: Setting) -> Setting {
        let idle: Vec<&str> = self
            .parameters
            .iter()
            .filter(|p| !p.matters(&setting))
            .map(Parameter::name)
            .collect();
        idle.into_iter()
            .fold(setting, |setting, name| match self.default.get(name) {
                Some(value) => setting.with(name, value),
                None => setting,
            })
    }
}

impl Tuned {
    /// Measures a setting that is new; its place among the trials.
    fn add<E: ToString>(
        &mut self,
        setting: &Setting,
        measure: &mut impl FnMut(&Setting) -> std::result::Result<f64, E>,
    ) -> usize {
        if let Some(known) = self.trials.iter().position(|t| t.setting == *setting) {
            return known;
        }
        self.trials.push(Trial {
            setting: setting.clone(),
            seconds: measure(setting).map_err(|e| e.to_string()),
        });
        self.trials.len() - 1
    }

    /// Is one trial faster than another by more than measurements differ?
    fn is_faster(&self, one: usize, other: usize) -> bool {
        match (&self.trials[one].seconds, &self.trials[other].seconds) {
            (Ok(one), Ok(other)) => *one < other * (1.0 - GAIN),
            (Ok(_), Err(_)) => true,
            (Err(_), _) => false,
        }
    }

    /// The trial of the default.
    pub fn default(&self) -> Option<&Trial> {
        self.trials.first()
    }

    /// The fastest trial; the default unless another is faster by more than a hundredth.
    pub fn best(&self) -> Option<&Trial> {
        let fastest = self.extreme(|a, b| a < b)?;
        let default = self.default()?;
        match (&default.seconds, &fastest.seconds) {
            (Ok(default_seconds), Ok(seconds)) if *seconds >= default_seconds * (1.0 - GAIN) => {
                Some(default)
            }
            _ => Some(fastest),
        }
    }

    /// The slowest trial.
    pub fn worst(&self) -> Option<&Trial> {
        self.extreme(|a, b| a > b)
    }

    fn extreme(&self, precedes: impl Fn(f64, f64) -> bool) -> Option<&Trial> {
        let timed = self.trials.iter().filter_map(|t| {
            let seconds = *t.seconds.as_ref().ok()?;
            Some((seconds, t))
        });
        timed
            .reduce(|a, b| if precedes(b.0, a.0) { b } else { a })
            .map(|(_, trial)| trial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> [Parameter; 3] {
        [
            Parameter::new("form", ["reverse", "direct"]),
            Parameter::new("team", [1, 2, 4, 8]),
            Parameter::new("tiles", [1, 2, 4]).only_with("form", &["direct"]),
        ]
    }

    fn number(setting: &Setting, name: &str) -> f64 {
        setting.get(name).unwrap().parse().unwrap()
    }

    /// Direct is faster, but only with teams of 4; more tiles are better, and 4 of them do not fit.
    fn model(setting: &Setting) -> std::result::Result<f64, String> {
        let team = (number(setting, "team").log2() - 2.0).abs();
        match setting.get("form") {
            Some("direct") if number(setting, "tiles") > 2.0 => Err("too much scratch".to_string()),
            Some("direct") => Ok(8.0 - number(setting, "tiles") + 3.0 * team),
            _ => Ok(9.0 + team),
        }
    }

    fn search() -> Search {
        let default = "form=reverse,team=1,tiles=1".parse().unwrap();
        Search::new(parameters(), default).unwrap()
    }

    #[test]
    fn rounds_go_on_until_nothing_is_better() {
        let tuned = search().run(model);
        let best = tuned.best().unwrap();
        assert_eq!(best.setting.to_string(), "form=direct,team=4,tiles=2");
        assert_eq!(best.seconds, Ok(6.0));
        assert_eq!(tuned.default().unwrap().seconds, Ok(11.0));
        assert_eq!(tuned.worst().unwrap().seconds, Ok(13.0));
    }

    #[test]
    fn nothing_is_measured_twice_nor_where_it_has_no_meaning() {
        let mut seen: Vec<Setting> = Vec::new();
        let tuned = search().run(|setting| {
            assert!(!seen.contains(setting), "{setting} again");
            seen.push(setting.clone());
            model(setting)
        });
        assert_eq!(tuned.trials.len(), seen.len());
        let is_idle = |s: &Setting| s.get("form") == Some("reverse") && s.get("tiles") != Some("1");
        assert!(!seen.iter().any(is_idle), "{seen:?}");
    }

    #[test]
    fn what_the_device_refuses_is_kept_with_its_reason_and_never_best() {
        let tuned = search().run(model);
        let refused = tuned.trials.iter().find(|t| t.seconds.is_err()).unwrap();
        assert_eq!(refused.seconds, Err("too much scratch".to_string()));
        let none = search().run(|_| Err::<f64, _>("no device"));
        assert_eq!((none.best(), none.worst()), (None, None));
    }

    #[test]
    fn a_gain_within_the_noise_keeps_the_default() {
        let search = Search::new([Parameter::new("team", [1, 2])], "team=1".parse().unwrap());
        let noise =
            |s: &Setting| Ok::<_, String>(if number(s, "team") == 1.0 { 1.0 } else { 0.995 });
        let tuned = search.unwrap().run(noise);
        assert_eq!(tuned.best().unwrap().setting.to_string(), "team=1");
    }

    #[test]
    fn a_default_without_a_value_is_refused_by_name() {
        let error = Search::new(parameters(), "form=direct,team=1".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("`tiles`"), "{error}");
        let error = Search::new([Parameter::new::<u8>("x", [])], Setting::default()).unwrap_err();
        assert!(error.to_string().contains("`x`"), "{error}");
    }
}
