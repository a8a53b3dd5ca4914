//! Parameters and their values.

use crate::error::{Error, Result, printable};
use std::{
    collections::{HashMap, HashSet},
    fmt,
    str::FromStr,
};

/// A choice that changes the speed of kernels and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    name: String,
    values: Vec<String>,
    /// Another parameter, and its values with which this one has a meaning
    only_with: Option<(String, Vec<String>)>,
}

impl Parameter {
    /// A parameter with the values to try.
    pub fn new<V: ToString>(name: &str, values: impl IntoIterator<Item = V>) -> Self {
        Parameter {
            name: name.to_string(),
            values: values.into_iter().map(|v| v.to_string()).collect(),
            only_with: None,
        }
    }

    /// The same, of which values are tried only where another parameter has one of these.
    #[must_use]
    pub fn only_with(mut self, name: &str, values: &[&str]) -> Self {
        let values = values.iter().map(ToString::to_string).collect();
        self.only_with = Some((name.to_string(), values));
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values to try.
    pub(crate) fn values(&self) -> &[String] {
        &self.values
    }

    /// Whether it has a meaning beside these values of the others.
    pub fn matters(&self, setting: &Setting) -> bool {
        self.only_with.as_ref().is_none_or(|(name, values)| {
            let value = setting.get(name);
            value.is_some_and(|value| values.iter().any(|v| v == value))
        })
    }
}

/// A value for each of some parameters, written `name=value,...`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting(Vec<(String, String)>);

impl Setting {
    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The same with another value of one parameter.
    #[must_use]
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut values = self.0.clone();
        match values.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.to_string(),
            None => values.push((name.to_string(), value.to_string())),
        }
        Setting(values)
    }

    /// Names and values, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for Setting {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(values: I) -> Self {
        let mut setting = Setting::default();
        let mut places = HashMap::new();
        for (name, value) in values {
            let place = *places.entry(name).or_insert(setting.0.len());
            match setting.0.get_mut(place) {
                Some((_, old)) => *old = value.to_string(),
                None => setting.0.push((name.to_string(), value.to_string())),
            }
        }
        setting
    }
}

impl FromStr for Setting {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut setting, mut names) = (Setting::default(), HashSet::new());
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(Error::Invalid(format!(
                    "setting `{}` is not of the form name=value",
                    printable(part)
                )));
            };
            let (name, value) = (name.trim(), value.trim());
            if !names.insert(name) {
                let name = printable(name);
                return Err(Error::Invalid(format!(
                    "setting `{name}` has two values; give one"
                )));
            }
            setting.0.push((name.to_string(), value.to_string()));
        }
        Ok(setting)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, (name, value)) in self.iter().enumerate() {
            let separator = if k == 0 { "" } else { "," };
            write!(f, "{separator}{name}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_what_they_print() {
        let setting: Setting = "form=orbit, team=4".parse().unwrap();
        assert_eq!(setting.to_string(), "form=orbit,team=4");
        assert_eq!(setting.to_string().parse::<Setting>().unwrap(), setting);
        assert_eq!(setting.with("team", "8").get("team"), Some("8"));
        assert_eq!(setting.get("tiles"), None);
    }

    #[test]
    fn a_setting_that_is_none_names_the_part() {
        let error = "form=orbit,team".parse::<Setting>().unwrap_err();
        assert!(error.to_string().contains("`team`"), "{error}");
        let error = "team=1,team=2".parse::<Setting>().unwrap_err();
        assert!(error.to_string().contains("two values"), "{error}");
    }

    #[test]
    fn many_parameters_are_read_at_once() {
        let many: Vec<String> = (0..100_000).map(|k| format!("p{k}={k}")).collect();
        let setting: Setting = many.join(",").parse().unwrap();
        assert_eq!(setting.get("p99999"), Some("99999"));
        let last = setting.iter().chain([("p7", "new")]).collect::<Setting>();
        assert_eq!(
            (last.get("p7"), last.iter().count()),
            (Some("new"), 100_000)
        );
    }

    #[test]
    fn a_parameter_matters_only_with_what_it_belongs_to() {
        let tiles = Parameter::new("tiles", [1, 2]).only_with("form", &["direct", "orbit"]);
        assert!(tiles.matters(&"form=orbit".parse().unwrap()));
        assert!(!tiles.matters(&"form=reverse".parse().unwrap()));
        assert!(!tiles.matters(&Setting::default()));
    }
}
