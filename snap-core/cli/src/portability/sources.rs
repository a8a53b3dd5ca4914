//! Times that files hold, and what they say together.

use serde_json::Value;

use super::metric::pennycook;
use super::{Cell, Platform, Row};
use crate::error::Error;
use crate::ladder::record::Record as Ladder;
use crate::roofline::record::{Record as Roofline, parts};
use crate::study::origin::Origin;

/// The implementation that `snapx roofline` measures.
const FAST: &str = "fast";

/// A time.
struct Time {
    platform: usize,
    implementation: String,
    twojmax: usize,
    natoms: usize,
    us_per_atom: f64,
}

/// The best of somebody else.
struct Known {
    /// Words that the device's description has.
    device: String,
    twojmax: usize,
    us_per_atom: f64,
    implementation: String,
}

/// Everything that was read.
#[derive(Default)]
pub struct Sources {
    platforms: Vec<Platform>,
    times: Vec<Time>,
    known: Vec<Known>,
    /// Platform, 2J, and the least us/atom that the ceilings allow.
    ceilings: Vec<(usize, usize, f64)>,
}

impl Sources {
    /// Adds a file of the ladder or of rooflines.
    ///
    /// # Errors
    /// [`Error::Usage`] for another.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let refuse = |why: String| Error::Usage(format!("`{name}` {why}"));
        let json: Value =
            serde_json::from_str(text).map_err(|e| refuse(format!("is no JSON: {e}")))?;
        match json["study"].as_str() {
            Some("roofline") => self.add_roofline(&Roofline::parse(text).map_err(refuse)?),
            _ => self.add_ladder(&Ladder::parse(text).map_err(refuse)?),
        }
        Ok(())
    }

    fn platform(&mut self, origin: &Origin) -> usize {
        let new = Platform::of(origin);
        let same = |p: &Platform| (&p.backend, &p.device) == (&new.backend, &new.device);
        match self.platforms.iter().position(same) {
            Some(known) => known,
            None => {
                self.platforms.push(new);
                self.platforms.len() - 1
            }
        }
    }

    fn add_ladder(&mut self, record: &Ladder) {
        let platform = self.platform(&record.origin);
        for entry in &record.entries {
            if let Some(measured) = entry.measured() {
                self.times.push(Time {
                    platform,
                    implementation: entry.rung.clone(),
                    twojmax: entry.twojmax,
                    natoms: entry.natoms,
                    us_per_atom: 1e6 * measured.seconds / entry.natoms as f64,
                });
            }
        }
    }

    fn add_roofline(&mut self, record: &Roofline) {
        let platform = self.platform(&record.origin);
        let (Some(ceilings), problems) = parts(record) else {
            return;
        };
        for problem in problems.into_iter().filter(|p| p.is_double()) {
            let per_atom = 1e6 / problem.natoms as f64;
            let least = per_atom * problem.least_seconds(ceilings);
            self.ceilings.push((platform, problem.twojmax, least));
            self.times.push(Time {
                platform,
                implementation: FAST.into(),
                twojmax: problem.twojmax,
                natoms: problem.natoms,
                us_per_atom: per_atom * problem.seconds,
            });
        }
    }

    /// Adds lines `device,twojmax,us_per_atom,implementation`, a heading before them: times of other programs.
    ///
    /// # Errors
    /// [`Error::Usage`] for other lines.
    pub fn add_known(&mut self, name: &str, text: &str) -> Result<(), Error> {
        for (n, line) in text.lines().enumerate().skip(1) {
            let fields: Vec<_> = line.splitn(4, ',').map(str::trim).collect();
            let known = match fields[..] {
                [device, twojmax, us, implementation] => twojmax
                    .parse()
                    .ok()
                    .zip(us.parse().ok())
                    .map(|(twojmax, us_per_atom)| Known {
                        device: device.into(),
                        twojmax,
                        us_per_atom,
                        implementation: implementation.into(),
                    }),
                _ => None,
            };
            let known = known.filter(|k| k.us_per_atom > 0.0);
            self.known.push(known.ok_or_else(|| {
                let what = "is no `device,twojmax,us_per_atom,implementation`";
                Error::Usage(format!("`{name}`, line {}, {what}", n + 1))
            })?);
        }
        Ok(())
    }

    /// The time of an implementation: of the largest system, and the shortest of these.
    fn time(&self, platform: usize, implementation: &str, twojmax: usize) -> Option<f64> {
        let same = |t: &&Time| {
            (t.platform, &*t.implementation, t.twojmax) == (platform, implementation, twojmax)
        };
        let times = || self.times.iter().filter(same);
        let most = times().map(|t| t.natoms).max()?;
        let largest = times().filter(|t| t.natoms == most);
        largest.map(|t| t.us_per_atom).min_by(f64::total_cmp)
    }

    /// The least time that is known of a platform's device, by whatever backend.
    fn best(&self, platform: usize, twojmax: usize) -> Option<(f64, String)> {
        let device = &self.platforms[platform].device;
        let is_same = |t: &&Time| self.platforms[t.platform].device == *device;
        let ours = self.times.iter().filter(is_same).filter_map(|t| {
            let backend = &self.platforms[t.platform].backend;
            let least = self.time(t.platform, &t.implementation, twojmax)?;
            Some((least, format!("{} by {backend}", t.implementation)))
        });
        let theirs = self.known.iter();
        let theirs = theirs.filter(|k| device.contains(&k.device) && k.twojmax == twojmax);
        let theirs = theirs.map(|k| (k.us_per_atom, k.implementation.clone()));
        ours.chain(theirs).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn cell(&self, platform: usize, implementation: &str, twojmax: usize) -> Option<Cell> {
        let us_per_atom = self.time(platform, implementation, twojmax)?;
        let (least, best) = self.best(platform, twojmax)?;
        let mut ceilings = self.ceilings.iter();
        let ceiling = ceilings.find(|c| (c.0, c.1) == (platform, twojmax));
        Some(Cell {
            us_per_atom,
            best,
            application: least / us_per_atom,
            roofline: ceiling.map(|c| c.2 / us_per_atom),
        })
    }

    /// Platforms, and every implementation at every 2J on all of them.
    pub fn compared(self) -> (Vec<Platform>, Vec<Row>) {
        let mut keys: Vec<(usize, &str)> = vec![];
        for time in &self.times {
            let key = (time.twojmax, &*time.implementation);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys.sort_by_key(|key| key.0);
        let row = |(twojmax, implementation): (usize, &str)| {
            let platforms = 0..self.platforms.len();
            let cells: Vec<_> = platforms
                .map(|p| self.cell(p, implementation, twojmax))
                .collect();
            // Platforms where nothing of this 2J was measured take no part.
            let is_here = |p: &usize| {
                let mut times = self.times.iter();
                times.any(|t| (t.platform, t.twojmax) == (*p, twojmax))
            };
            let present: Vec<usize> = (0..cells.len()).filter(is_here).collect();
            let of = |f: fn(&Cell) -> Option<f64>| -> Vec<Option<f64>> {
                let cells = present.iter().map(|&p| cells[p].as_ref());
                cells.map(|cell| cell.and_then(f)).collect()
            };
            let (application, roofline) = (of(|c| Some(c.application)), of(|c| c.roofline));
            let has_ceilings = |p: &usize| {
                let mut ceilings = self.ceilings.iter();
                ceilings.any(|c| (c.0, c.1) == (*p, twojmax))
            };
            let all = present.iter().all(has_ceilings);
            Row {
                implementation: implementation.into(),
                twojmax,
                application: pennycook(&application),
                roofline: all.then(|| pennycook(&roofline)),
                cells,
            }
        };
        let rows = keys.into_iter().map(row).collect();
        (self.platforms, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(backend: &str, device: &str, times: &[(&str, f64)]) -> String {
        let entry = |(rung, seconds): &(&str, f64)| {
            format!(
                r#"{{"rung": "{rung}", "twojmax": 8, "natoms": 10, "neighbors_per_atom": 26.0, "date": "",
                "measured": {{"seconds": {seconds}, "least_seconds": {seconds}, "stages": [], "memory_bytes": 1,
                "deviation": 0.0}}}}"#
            )
        };
        let entries: Vec<_> = times.iter().map(entry).collect();
        format!(
            r#"{{"backend": "{backend}", "device": "{device}", "version": "0", "entries": [{}]}}"#,
            entries.join(",")
        )
    }

    #[test]
    fn efficiencies_are_against_the_best_of_the_device() {
        let mut sources = Sources::default();
        let files = [
            ladder("cuda:0", "H200", &[("fast", 1e-5), ("V1", 8e-5)]),
            ladder("opencl:0", "H200", &[("fast", 2e-5)]),
            ladder("rayon", "8 threads", &[("fast", 1e-3), ("V1", 4e-3)]),
        ];
        for file in &files {
            sources.add("x.json", file).unwrap();
        }
        let known = "device,twojmax,us_per_atom,implementation\nthreads,8,50,LAMMPS\n";
        sources.add_known("known.csv", known).unwrap();
        let (platforms, rows) = sources.compared();
        assert_eq!(platforms.len(), 3);
        let [fast, v1] = &rows[..] else {
            panic!("{rows:?}")
        };
        let of = |row: &Row| {
            row.cells
                .iter()
                .map(|c| Some(c.as_ref()?.application))
                .collect::<Vec<_>>()
        };
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let expected = [1.0, 0.5, 0.5];
        assert!(
            of(fast)
                .iter()
                .zip(expected)
                .all(|(e, x)| close(e.unwrap(), x)),
            "{fast:?}"
        );
        assert!(close(fast.application, 0.6));
        assert_eq!(fast.cells[2].as_ref().unwrap().best, "LAMMPS");
        assert_eq!((of(v1)[1], v1.application, v1.roofline), (None, 0.0, None));
        assert!(Sources::default().add_known("k", "head\nH200,8\n").is_err());
    }
}
