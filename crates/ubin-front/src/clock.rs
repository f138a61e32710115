//! The clock: the only place that reads the time.
//!
//! The library has none. A search looks outside every millisecond or so ([`Control::watching`]); what it sees there is made here: the time that a question may take, and whether the asker still waits.
//!
//! Times are milliseconds since the program began. A page's worker has no clock of the system's: it gives this module its own by `use_source`.

use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "today")]
use ubin::pack::sets::MonthDay;
use ubin::run::{Control, Stop};

use crate::desk::Desk;

/// Which day it is where this computer is.
#[cfg(feature = "today")]
#[must_use]
pub fn today() -> MonthDay {
    use chrono::Datelike as _;
    let now = chrono::Local::now();
    MonthDay::new(now.month(), now.day()).expect("a clock shows days that there are")
}

/// Milliseconds without digits that a clock of this kind cannot tell: sums and differences of floats have some.
#[must_use]
pub(crate) fn whole_microseconds(milliseconds: f64) -> f64 {
    (milliseconds * 1000.0).round() / 1000.0
}

/// A point in time: milliseconds since the program began.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Moment(f64);

impl Moment {
    /// This very moment.
    #[must_use]
    pub fn now() -> Moment {
        Moment(source::milliseconds())
    }

    /// Milliseconds since then.
    #[must_use]
    pub fn elapsed_ms(self) -> f64 {
        whole_microseconds(Moment::now().0 - self.0)
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Duration::from_secs_f64((self.elapsed_ms() / 1000.0).max(0.0))
    }

    /// So much later.
    #[must_use]
    pub fn after(self, time: Duration) -> Moment {
        Moment(self.0 + time.as_secs_f64() * 1000.0)
    }

    fn earlier(self, other: Moment) -> Moment {
        if other.0 < self.0 { other } else { self }
    }
}

/// The time that a question may take, from the moment it was asked: waiting included.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    asked: Moment,
    limit: Option<Duration>,
}

impl Clock {
    /// A clock for a question that was asked then and may take so long.
    #[must_use]
    pub fn new(asked: Moment, limit: Option<Duration>) -> Clock {
        Clock { asked, limit }
    }

    /// The time limit, if there is one.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// The time that is left, shared out evenly; `None` without a limit.
    #[must_use]
    pub(crate) fn share(&self, of: usize) -> Option<Duration> {
        let left = self.limit?.saturating_sub(self.asked.elapsed());
        Some(left / u32::try_from(of.max(1)).unwrap_or(u32::MAX))
    }

    /// A clock for what is made of the answer, such as a picture: what time is left, and at least the grace, but never more than the whole time again.
    #[must_use]
    pub fn afterwards(&self, grace: Duration) -> Clock {
        let left = |limit: Duration| limit.saturating_sub(self.asked.elapsed()).max(grace.min(limit));
        Clock { asked: Moment::now(), limit: self.limit.map(left) }
    }

    /// Watches a search that begins now: it stops when the question's time is up, when its own is, or when the asker waits no longer.
    pub fn watch(&self, desk: &impl Desk, own: Option<Duration>) -> Watch {
        let started = Moment::now();
        let last = self.limit.map(|limit| self.asked.after(limit));
        let own = own.map(|own| started.after(own));
        let until = match (last, own) {
            (Some(last), Some(own)) => Some(last.earlier(own)),
            (last, own) => last.or(own),
        };
        let waits = desk.waits();
        let control = Arc::new(Control::watching(move || {
            if !waits() {
                return Some(Stop::Interrupted);
            }
            until.is_some_and(|until| Moment::now() >= until).then_some(Stop::Time)
        }));
        desk.begins(&control);
        Watch { control, started }
    }
}

/// A control whose search stops by itself when this time is up.
///
/// ```
/// use std::time::Duration;
/// use ubin::{AnyPuzzle, Attempt, Status, Stop};
///
/// let puzzle: AnyPuzzle = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
/// let control = ubin_front::clock::deadline(Duration::ZERO);
/// let solved = Attempt::new(puzzle).control(&control).solve()?;
/// assert_eq!(solved.status, Status::Stopped(Stop::Time));
/// assert!(solved.moves.is_some(), "a solution that is not proven shortest is there all the same");
/// # Ok::<(), ubin::SolveError>(())
/// ```
#[must_use]
pub fn deadline(time: Duration) -> Control {
    let until = Moment::now().after(time);
    Control::watching(move || (Moment::now() >= until).then_some(Stop::Time))
}

/// A search that is being watched.
#[derive(Debug)]
pub struct Watch {
    control: Arc<Control>,
    started: Moment,
}

impl Watch {
    /// The handle that the search reports to.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Milliseconds since the search began.
    #[must_use]
    pub fn milliseconds(&self) -> f64 {
        self.started.elapsed_ms()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod source {
    use std::sync::OnceLock;
    use std::time::Instant;

    pub(super) fn milliseconds() -> f64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1000.0
    }
}

#[cfg(target_arch = "wasm32")]
mod source {
    use std::sync::OnceLock;

    static SOURCE: OnceLock<fn() -> f64> = OnceLock::new();

    pub(super) fn use_source(now: fn() -> f64) {
        // The first source stays: moments of two clocks cannot be compared.
        let _ = SOURCE.set(now);
    }

    /// Without a source no time passes: searches end by their other limits.
    pub(super) fn milliseconds() -> f64 {
        SOURCE.get().map_or(0.0, |now| now())
    }
}

/// Gives the clock of a browser, in milliseconds: `performance.now`.
#[cfg(target_arch = "wasm32")]
pub fn use_source(now: fn() -> f64) {
    source::use_source(now);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_no_more_digits_than_the_clock() {
        assert_eq!(whole_microseconds(1816.828 - 1815.801), 1.027);
    }

    #[test]
    fn a_moment_after_is_later() {
        let now = Moment::now();
        let later = now.after(Duration::from_millis(5));
        assert!(later > now);
        assert_eq!(now.earlier(later), now);
    }

    #[test]
    fn what_comes_afterwards_has_the_time_left_or_a_grace() {
        let grace = Duration::from_millis(500);
        let left = |limit| Clock::new(Moment(0.0), Some(limit)).afterwards(grace).limit();
        let hour = Duration::from_secs(3600);
        assert!(left(hour).is_some_and(|left| left > grace && left <= hour));
        assert_eq!(left(Duration::ZERO), Some(Duration::ZERO));
        let long_ago = Clock::new(Moment(-60_000.0), Some(Duration::from_secs(1))).afterwards(grace);
        assert_eq!(long_ago.limit(), Some(grace));
        assert_eq!(Clock::new(Moment::now(), None).afterwards(grace).limit(), None);
    }
}
