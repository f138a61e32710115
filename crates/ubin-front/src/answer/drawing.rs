//! Answers as pictures: puzzles, moves, solutions, trees and charts.

use serde_json::json;
use ubin::pack;
use ubin::pack::PackOutcome;
use ubin::report::pack as pack_report;
use ubin::report::slide as slide_report;
use ubin::run::{Limits, Run, Stop};
use ubin::slide::solve::{Options, Status};
use ubin::slide::{Dir, Puzzle};
use ubin::text::Family;

use super::Session;
use super::model::filled;
use super::slide::replayed;
use crate::chart;
use crate::desk::Desk;
use crate::draw::{Scene, check_cells};
use crate::language::Language;
use crate::picture::{Look, Undrawn};
use crate::question::{CompareQuestion, DistancesQuestion, LookFields, Question, RenderQuestion, TreeQuestion};
use crate::read::refuse;
use crate::refusal::{AskError, Refusal};
use crate::render::svg::Picture;
use crate::report::Report;
use crate::words::Form;

impl LookFields {
    /// How pictures look, their words in a language.
    ///
    /// # Errors
    /// When a number is out of range or the view is none.
    pub fn look(&self, language: Language) -> Result<Look, Refusal> {
        if self.scale.is_some_and(|scale| !(0.1..=16.0).contains(&scale)) {
            return Err(AskError::OutOfRange { least: 0.1, most: 16.0 }.at("scale"));
        }
        if self.delay.is_some_and(|delay| !(20..=60_000).contains(&delay)) {
            return Err(AskError::OutOfRange { least: 20.0, most: 60_000.0 }.at("delay"));
        }
        let view = self.view.as_ref().map(|found| {
            found.parse().map_err(|expected| AskError::BadValue { found: found.clone(), expected }.at("view"))
        });
        Ok(Look {
            theme: self.theme.unwrap_or_default(),
            scale: self.scale,
            view: view.transpose()?.unwrap_or_default(),
            delay: self.delay,
            language,
        })
    }
}

/// The forms of tables that have a chart.
const CHARTS: [Form; 3] = [Form::Json, Form::Svg, Form::Png];
/// The forms of trees.
const TREES: [Form; 5] = [Form::Json, Form::Svg, Form::Png, Form::Dot, Form::Txt];

/// Refuses a form or a look that an answer cannot have, before the search and not after it.
pub(super) fn check_form(question: &Question) -> Result<(), Refusal> {
    let (asked, known, fields) = match question {
        Question::Compare(asked) => (asked.format, &CHARTS[..], &asked.look),
        Question::Distances(asked) => (asked.format, &CHARTS[..], &asked.look),
        Question::Tree(asked) => (asked.format, &TREES[..], &asked.look),
        _ => return Ok(()),
    };
    form(asked, known)?;
    fields.look(Language::En).map(drop)
}

/// The form asked for, if the verb has it; the first one is the default.
fn form(asked: Option<Form>, known: &[Form]) -> Result<Form, Refusal> {
    let form = asked.unwrap_or(known[0]);
    if known.contains(&form) {
        return Ok(form);
    }
    let expected = known.iter().map(|form| form.name().into()).collect();
    Err(AskError::UnknownWord { found: form.name().into(), expected }.at("format"))
}

impl<D: Desk> Session<'_, D> {
    /// How pictures look to the asker.
    fn look(&self, fields: &LookFields) -> Result<Look, Refusal> {
        fields.look(self.desk.language())
    }

    /// A picture, drawn within what time and memory are left.
    fn drawn(
        &self,
        form: Form,
        draw: impl FnOnce(&mut Run<'_>) -> Result<Vec<u8>, Undrawn>,
    ) -> Result<Report, Refusal> {
        let watch = self.watch(None);
        let limits = Limits { nodes: None, ..self.limits };
        match draw(&mut Run::new(limits, watch.control())) {
            Ok(bytes) => Ok(Report::File { form, bytes }),
            Err(Undrawn::Refused(refusal)) => Err(refusal),
            Err(Undrawn::Stopped(stop)) => Err(stop.into()),
        }
    }

    fn still(&self, look: &Look, picture: &Picture, form: Form) -> Result<Report, Refusal> {
        self.drawn(form, |run| look.still_within(picture, form, run))
    }

    /// A comparison as it is asked for: the table, or its chart.
    pub(super) fn chart_of_boards(
        &self,
        report: slide_report::SlideCompareReport,
        asked: &CompareQuestion,
    ) -> Result<Report, Refusal> {
        match form(asked.format, &CHARTS)? {
            Form::Json => Ok(Report::SlideCompare { report }),
            pixels => self.still(&self.look(&asked.look)?, &chart::of_boards(&report, self.desk.language()), pixels),
        }
    }

    /// A comparison as it is asked for: the table, or its chart.
    pub(super) fn chart_of_packing(
        &self,
        report: pack_report::PackCompareReport,
        asked: &CompareQuestion,
    ) -> Result<Report, Refusal> {
        match form(asked.format, &CHARTS)? {
            Form::Json => Ok(Report::PackCompare { report }),
            pixels => self.still(&self.look(&asked.look)?, &chart::of_packing(&report, self.desk.language()), pixels),
        }
    }

    /// A space as it is asked for: its numbers, or their chart.
    pub(super) fn histogram_in_form(&self, report: Report, asked: &DistancesQuestion) -> Result<Report, Refusal> {
        let Report::Distances { report: numbers, .. } = &report else { return Ok(report) };
        match form(asked.format, &CHARTS)? {
            Form::Json => Ok(report),
            pixels => self.still(&self.look(&asked.look)?, &chart::of_distances(numbers, self.desk.language()), pixels),
        }
    }

    /// A tree as it is asked for: its nodes, a picture, a graph, or text.
    pub(super) fn tree_in_form(&self, report: Report, asked: &TreeQuestion) -> Result<Report, Refusal> {
        let form = form(asked.format, &TREES)?;
        let (Report::SlideTree { drawing, .. } | Report::PackTree { drawing, .. }) = &report else { return Ok(report) };
        match form {
            Form::Json => Ok(report),
            Form::Dot => Ok(Report::File { form, bytes: drawing.dot().into_bytes() }),
            Form::Txt => Ok(Report::File { form, bytes: drawing.text().into_bytes() }),
            pixels => self.still(&self.look(&asked.look)?, &drawing.picture(), pixels),
        }
    }

    /// A sliding board, moves on it, or its solution.
    pub(super) fn draw_board(&self, puzzle: Puzzle, asked: &RenderQuestion) -> Result<Report, Refusal> {
        refuse(&[("solution", asked.solution.is_some())], Family::Pack)?;
        let (form, look) = (picture_form(asked)?, self.look(&asked.look)?);
        let wording = asked.wording.wording();
        let (puzzle, moves) = if let Some(letters) = &asked.moves {
            let moves = replayed(&puzzle, letters, wording.notation)?;
            (puzzle, moves)
        } else if asked.solve || form == Form::Gif {
            let options = Options { metric: wording.metric, ..asked.search.options()? };
            self.moves_to_draw(puzzle, &options)?
        } else {
            return self.drawn(form, |run| Scene::Board(&puzzle).draw_within(&look, form, run));
        };
        let scene = Scene::Told(&puzzle, &moves, wording);
        if let Some(remark) = scene.remark(form) {
            self.desk.remark(&remark);
        }
        self.drawn(form, |run| scene.draw_within(&look, form, run))
    }

    fn moves_to_draw(&self, puzzle: Puzzle, options: &Options) -> Result<(Puzzle, Vec<Dir>), Refusal> {
        let Report::SlideSolve { puzzle, solution, .. } = self.solve_by(puzzle, options, Default::default())? else {
            unreachable!("a sliding puzzle has such a report")
        };
        match (solution.moves, solution.status) {
            (Some(moves), _) => Ok((puzzle, moves)),
            (None, Status::Stopped(stop)) => Err(stop.into()),
            (None, _) => {
                let reason = "the puzzle cannot be solved".into();
                Err(AskError::NothingToDraw { reason, why: json!({"code": "parity"}) }.into())
            }
        }
    }

    /// A packing board with the pieces on it, or its solution.
    pub(super) fn draw_packing(&self, puzzle: pack::Puzzle, asked: &RenderQuestion) -> Result<Report, Refusal> {
        refuse(&asked.search.given(), Family::Slide)?;
        refuse(&asked.wording.given(), Family::Slide)?;
        refuse(&[("moves", asked.moves.is_some())], Family::Slide)?;
        let (form, look) = (picture_form(asked)?, self.look(&asked.look)?);
        check_cells(&puzzle)?;
        let puzzle = match &asked.solution {
            Some(solution) => filled(&puzzle, solution)?,
            None => puzzle,
        };
        if asked.solution.is_none() && !asked.solve && form != Form::Gif {
            return self.drawn(form, |run| Scene::Position(&puzzle).draw_within(&look, form, run));
        }
        let plan = self.plan(asked.search.method)?;
        let Report::PackSolve { puzzle, answer, report } = self.one_packing(puzzle, plan) else {
            unreachable!("a packing puzzle has such a report")
        };
        if let Some(scene) = Scene::of_outcome(&puzzle, &answer.outcome) {
            return self.drawn(form, |run| scene.draw_within(&look, form, run));
        }
        match answer.outcome {
            PackOutcome::Stopped(stop) => Err(Refusal::from(stop)),
            _ => {
                let reason = report.reason.clone().unwrap_or_default();
                Err(AskError::NothingToDraw { reason, why: json!(report.why) }.into())
            }
        }
    }
}

/// The form of a picture; moves and a solution exclude a search.
fn picture_form(asked: &RenderQuestion) -> Result<Form, Refusal> {
    if asked.solve && (asked.moves.is_some() || asked.solution.is_some()) {
        return Err(AskError::SolvedAlready.at("solve"));
    }
    form(asked.format, &[Form::Svg, Form::Png, Form::Gif])
}

impl From<Stop> for Undrawn {
    fn from(stop: Stop) -> Undrawn {
        Undrawn::Stopped(stop)
    }
}
