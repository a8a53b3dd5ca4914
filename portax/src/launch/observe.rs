//! Launches that tools hear of.

use super::Prepared;
use crate::{
    error::Result,
    space::{Event, Space},
    tools::{self, Kind, Timing, Wanted},
};
use std::time::Duration;

/// A launch that tools hear of.
struct Span {
    space: Space,
    kind: Kind,
    label: String,
}

/// The launch, told to the tools whenever it runs, if there are any now.
pub(crate) fn observe<V: 'static>(
    prepared: Prepared<V>,
    space: &Space,
    kind: Kind,
    label: &str,
) -> Prepared<V> {
    if !tools::is_active() {
        return prepared;
    }
    let span = Span::new(space, kind, label);
    prepared.around(move |launch| span.run(launch))
}

impl Span {
    fn new(space: &Space, kind: Kind, label: &str) -> Span {
        Span {
            space: space.clone(),
            kind,
            label: label.to_string(),
        }
    }

    fn run<V>(&self, launch: impl FnOnce() -> Result<V>) -> Result<V> {
        let Some(Wanted { fenced, timed }) = tools::wanted(self.kind) else {
            return launch();
        };
        let mark = || timed.then(|| self.space.event()).transpose();
        if fenced {
            self.space.settle()?;
        }
        let start = mark()?;
        let begun = tools::begin(self.kind, &self.label, self.space.tool_device());
        let value = launch().and_then(|value| Ok((value, mark()?)));
        let value = match value {
            Ok(value) if fenced => self.space.settle().map(|()| value),
            other => other,
        };
        let (value, end) = value.map_or_else(|error| (Err(error), None), |(v, end)| (Ok(v), end));
        tools::end(&begun);
        if let Some((start, end)) = start.zip(end) {
            let timing = Box::new(Marks { start, end });
            tools::time(self.space.name(), self.kind, &self.label, timing);
        }
        value
    }
}

/// Before and after a launch.
struct Marks {
    start: Event,
    end: Event,
}

impl Timing for Marks {
    fn is_done(&self) -> bool {
        self.end.is_done().unwrap_or(true)
    }

    fn elapsed(&self) -> Duration {
        self.end.since(&self.start).unwrap_or_default()
    }
}
