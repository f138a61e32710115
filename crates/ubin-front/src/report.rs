//! What comes of a question: the report as data, and the facts it was made from.
//!
//! Every front end has the JSON. A front end in the same process, such as the terminal, also has the facts: the puzzle as it was read, the solution, the drawing of a tree.

use serde::{Serialize, Serializer};
use ubin::pack::hint::PackHint;
use ubin::pack::{self, Findings, PackAnswer, PackOutcome, SolutionCount};
use ubin::report::distances::DistancesReport;
use ubin::report::{pack as packing, slide as sliding, tree};
use ubin::run::Stop;
use ubin::slide::distances::Distances;
use ubin::slide::solve::{ShortestCount, SlideAnswer, Status};
use ubin::slide::{Board, Puzzle};

use crate::answer::{
    BoardsMade, ChallengesMade, PackModelReport, SlideModelReport, SolutionLine, SolutionsReport, TraceReport,
    VerifyReport,
};
use crate::render::text::one_line;
use crate::render::tree::Drawing;
use crate::words::Form;

mod made;
mod quality;

pub use quality::{HeuristicRow, HeuristicsReport};

/// The report of a question.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the variants name verb and family, the fields what the verb gave")]
pub enum Report {
    SlideCheck {
        puzzle: Puzzle,
        report: sliding::SlideCheckReport,
    },
    SlideSolve {
        puzzle: Puzzle,
        solution: SlideAnswer,
        report: sliding::SlideSolveReport,
    },
    SlideHint {
        puzzle: Puzzle,
        solution: SlideAnswer,
        report: sliding::SlideHintReport,
    },
    SlideCount {
        puzzle: Puzzle,
        counted: ShortestCount,
        report: sliding::SlideCountReport,
    },
    SlideGenerate {
        boards: Vec<Board>,
        made: BoardsMade,
        report: sliding::SlideGenerateReport,
    },
    SlideCompare {
        report: sliding::SlideCompareReport,
    },
    /// A row of a comparison: a part of its answer.
    SlideRow {
        row: sliding::SlideCompareRow,
        boards: usize,
    },
    SlideTree {
        status: Status,
        drawing: Drawing,
        report: tree::SlideTree,
    },
    SlideModel(SlideModelReport),
    /// A board that `generate` made: a part of its answer.
    Board {
        board: Board,
    },
    Trace(TraceReport),
    Distances {
        goal: Board,
        space: Distances,
        report: DistancesReport,
    },
    Heuristics {
        stop: Option<Stop>,
        report: HeuristicsReport,
    },
    PackCheck {
        puzzle: pack::Puzzle,
        findings: Option<Findings>,
        answer: PackAnswer<pack::Solution>,
        report: packing::PackCheckReport,
    },
    PackSolve {
        puzzle: pack::Puzzle,
        answer: PackAnswer<pack::Solution>,
        report: packing::PackSolveReport,
    },
    /// One of all solutions: a part of the answer.
    PackSolution(SolutionLine),
    PackAll {
        puzzle: pack::Puzzle,
        answer: PackAnswer<()>,
        report: packing::PackAllReport,
    },
    PackCount {
        puzzle: pack::Puzzle,
        answer: PackAnswer<SolutionCount>,
        report: packing::PackCountReport,
    },
    PackHint {
        puzzle: pack::Puzzle,
        answer: PackAnswer<Option<PackHint>>,
        report: packing::PackHintReport,
    },
    PackGenerate {
        made: ChallengesMade,
        report: packing::PackGenerateReport,
    },
    PackCompare {
        report: packing::PackCompareReport,
    },
    PackTree {
        outcome: PackOutcome<()>,
        drawing: Drawing,
        report: tree::PackTree,
    },
    PackModel(PackModelReport),
    Solutions(SolutionsReport),
    Verify(VerifyReport),
    /// A picture, a graph or a text.
    File {
        form: Form,
        bytes: Vec<u8>,
    },
}

/// How a question ended, for an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Solved, or answered.
    Answered,
    /// Proven: there is no solution.
    Impossible,
    /// A limit or the asker came first; what is known is in the report.
    Stopped(Stop),
}

impl From<Status> for Ending {
    fn from(status: Status) -> Ending {
        match status {
            Status::Optimal | Status::Solved => Ending::Answered,
            Status::Unsolvable => Ending::Impossible,
            Status::Stopped(stop) => Ending::Stopped(stop),
        }
    }
}

impl<T> From<&PackOutcome<T>> for Ending {
    fn from(outcome: &PackOutcome<T>) -> Ending {
        match outcome {
            PackOutcome::Solved(_) => Ending::Answered,
            PackOutcome::Impossible(_) => Ending::Impossible,
            PackOutcome::Stopped(stop) => Ending::Stopped(*stop),
        }
    }
}

impl Report {
    /// How the question ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        match self {
            Report::SlideCheck { report, .. } if !report.solvable => Ending::Impossible,
            Report::SlideSolve { solution, .. } | Report::SlideHint { solution, .. } => solution.status.into(),
            Report::SlideCount { counted, .. } => counted.solution.status.into(),
            Report::SlideGenerate { made, .. } => match made {
                BoardsMade::All => Ending::Answered,
                BoardsMade::Impossible => Ending::Impossible,
                BoardsMade::Stopped(stop) => Ending::Stopped(*stop),
            },
            Report::SlideTree { status, .. } => (*status).into(),
            Report::Distances { space, .. } => space.stop.map_or(Ending::Answered, Ending::Stopped),
            Report::Heuristics { stop, .. } => stop.map_or(Ending::Answered, Ending::Stopped),
            Report::PackCheck { answer, .. } | Report::PackSolve { answer, .. } => (&answer.outcome).into(),
            Report::PackAll { answer, .. } => (&answer.outcome).into(),
            Report::PackCount { answer, .. } => (&answer.outcome).into(),
            Report::PackHint { answer, .. } => (&answer.outcome).into(),
            Report::PackGenerate { made, .. } => match made {
                ChallengesMade::All => Ending::Answered,
                ChallengesMade::Impossible => Ending::Impossible,
                ChallengesMade::NotFound => Ending::Stopped(Stop::Nodes),
                ChallengesMade::Stopped(stop) => Ending::Stopped(*stop),
            },
            Report::PackTree { outcome, .. } => outcome.into(),
            Report::Verify(report) if !report.valid => Ending::Impossible,
            _ => Ending::Answered,
        }
    }

    /// The report as one line of JSON.
    #[must_use]
    pub fn json(&self) -> String {
        if let Report::PackSolution(line) = self { line.json.clone() } else { crate::json(self) }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Report::SlideCheck { report, .. } => report.serialize(serializer),
            Report::SlideSolve { report, .. } => report.serialize(serializer),
            Report::SlideHint { report, .. } => report.serialize(serializer),
            Report::SlideCount { report, .. } => report.serialize(serializer),
            Report::SlideGenerate { report, .. } => report.serialize(serializer),
            Report::SlideCompare { report } => report.serialize(serializer),
            Report::SlideRow { row, .. } => row.serialize(serializer),
            Report::SlideTree { report, .. } => report.serialize(serializer),
            Report::SlideModel(model) => model.serialize(serializer),
            Report::Board { board } => one_line(board).serialize(serializer),
            Report::Trace(report) => report.serialize(serializer),
            Report::Distances { report, .. } => report.serialize(serializer),
            Report::Heuristics { report, .. } => report.serialize(serializer),
            Report::PackCheck { report, .. } => report.serialize(serializer),
            Report::PackSolve { report, .. } => report.serialize(serializer),
            Report::PackSolution(line) => line.value().serialize(serializer),
            Report::PackAll { report, .. } => report.serialize(serializer),
            Report::PackCount { report, .. } => report.serialize(serializer),
            Report::PackHint { report, .. } => report.serialize(serializer),
            // One challenge that was asked for is told alone.
            Report::PackGenerate { report, .. } => match report.challenges.as_slice() {
                [one] if report.asked == 1 => one.serialize(serializer),
                _ => report.serialize(serializer),
            },
            Report::PackCompare { report } => report.serialize(serializer),
            Report::PackTree { report, .. } => report.serialize(serializer),
            Report::PackModel(model) => model.serialize(serializer),
            Report::Solutions(report) => report.serialize(serializer),
            Report::Verify(report) => report.serialize(serializer),
            Report::File { bytes, .. } => String::from_utf8_lossy(bytes).serialize(serializer),
        }
    }
}
