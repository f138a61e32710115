//! The terminal as a place to ask from.

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use ubin::pack::sets::MonthDay;
use ubin::run::Control;
use ubin::slide::TableStore;
use ubin_front::clock::{self, Clock, Moment, Watch};
use ubin_front::question::Question;
use ubin_front::{Allowance, Desk, Language, Remark, Report, Sentences, Waits, answer};

use crate::args::Common;
use crate::complaint::Complaint;
use crate::input::TextNames;
use crate::output;
use crate::phrases;
use crate::watch::{ProgressKind, ProgressLine, interrupted};

/// What a drawing may take, whatever its search took.
const DRAWING: Duration = Duration::from_secs(60);

/// Takes the parts of an answer as they come, and says whether more are wanted.
pub(crate) type PartTaker<'a> = &'a dyn Fn(&Report) -> ControlFlow<()>;

/// One command at the terminal: its options, its tables, its progress line.
pub(crate) struct Terminal<'a> {
    common: &'a Common,
    names: TextNames,
    kind: ProgressKind,
    taker: Option<PartTaker<'a>>,
    /// Told when the first search begins.
    announced: Option<&'a dyn Fn(())>,
    /// What the search under way is called, where there are several.
    label: RefCell<Option<String>>,
    tables: OnceCell<TableStore>,
    line: RefCell<Option<ProgressLine>>,
}

impl<'a> Terminal<'a> {
    /// A terminal where a question about texts of these names is asked.
    pub(crate) fn new(common: &'a Common, names: TextNames) -> Terminal<'a> {
        let (tables, line) = (OnceCell::new(), RefCell::new(None));
        let (announced, label) = (None, RefCell::new(None));
        Terminal { common, names, kind: ProgressKind::Search, taker: None, announced, label, tables, line }
    }

    /// A terminal whose parts of answers go to a taker.
    pub(crate) fn with_taker(self, taker: PartTaker<'a>) -> Terminal<'a> {
        Terminal { taker: Some(taker), ..self }
    }

    /// A terminal that tells when the search begins.
    pub(crate) fn announcing(self, tell: &'a dyn Fn(())) -> Terminal<'a> {
        Terminal { announced: Some(tell), ..self }
    }

    /// This desk, for a question that only draws.
    pub(crate) fn drawing(self) -> Terminal<'a> {
        Terminal { kind: ProgressKind::Drawing, ..self }
    }

    /// Asks a question within the limits of the command line.
    pub(crate) fn ask(&self, question: Question) -> Result<Report, Complaint> {
        let report = answer(&question.within(self.common.limits.clone()), self);
        // The progress line goes before anything is printed.
        self.line.replace(None);
        report.map_err(|refusal| Complaint::of(refusal, &self.names))
    }
}

impl Desk for Terminal<'_> {
    fn allowance(&self) -> Allowance {
        let memory = Some(self.common.memory_limit());
        Allowance { memory, threads: self.common.threads(), ..Allowance::default() }
    }

    fn asked(&self) -> Moment {
        self.common.started
    }

    fn waits(&self) -> Waits {
        Box::new(|| !interrupted())
    }

    fn tables(&self) -> &TableStore {
        self.tables.get_or_init(|| self.common.tables(self.common.threads()))
    }

    fn begins(&self, control: &Arc<Control>) {
        // The line of the search before goes first.
        self.line.replace(None);
        if let Some(tell) = self.announced {
            tell(());
        }
        let label = self.label.borrow().clone();
        self.line.replace(Some(ProgressLine::begin(self.common, control, self.kind, label)));
    }

    fn part(&self, part: &Report) -> ControlFlow<()> {
        // A row is printed when its search has ended: its line goes first.
        if let (Report::SlideRow { .. }, Some(line)) = (part, self.line.borrow_mut().as_mut()) {
            line.hide();
        }
        self.taker.map_or(ControlFlow::Continue(()), |take| take(part))
    }

    fn turns_to(&self, what: &str) {
        self.label.replace(Some(what.into()));
    }

    fn note(&self, remark: &str) {
        output::note(self.common, remark);
    }

    fn language(&self) -> Language {
        phrases::language()
    }

    fn today(&self) -> Option<MonthDay> {
        Some(clock::today())
    }

    fn remark(&self, remark: &Remark) {
        let said = phrases::language().say(Sentences::Remark, remark);
        output::note(
            self.common,
            &if remark.is_warning() { phrases::warning_of(&self.names.puzzle, said) } else { said },
        );
    }

    fn wants_parts(&self) -> bool {
        self.taker.is_some()
    }
}

/// Work that is no question and is watched all the same: a list of boards, tables, a picture.
pub(crate) struct WatchedWork {
    watch: Watch,
    _line: Option<ProgressLine>,
}

impl WatchedWork {
    /// Work that begins now and may take so long.
    pub(crate) fn start(common: &Common, time_limit: Option<Duration>) -> WatchedWork {
        WatchedWork::begin(common, Clock::new(Moment::now(), time_limit), ProgressKind::Search)
    }

    /// Work of so many steps, within the time of the command.
    pub(crate) fn start_bar(common: &Common, total: u64) -> WatchedWork {
        WatchedWork::begin(common, common.clock(), ProgressKind::Bar(total))
    }

    /// A drawing after the search, in a time of its own.
    pub(crate) fn start_drawing(common: &Common) -> WatchedWork {
        WatchedWork::begin(common, Clock::new(Moment::now(), Some(DRAWING)), ProgressKind::Drawing)
    }

    fn begin(common: &Common, clock: Clock, kind: ProgressKind) -> WatchedWork {
        let desk = Terminal { kind, ..Terminal::new(common, TextNames::default()) };
        let watch = clock.watch(&desk, None);
        WatchedWork { watch, _line: desk.line.into_inner() }
    }

    /// The handle that the work reports to.
    pub(crate) fn control(&self) -> &Control {
        self.watch.control()
    }

    /// Milliseconds since the start.
    pub(crate) fn milliseconds(&self) -> f64 {
        self.watch.milliseconds()
    }
}
