//! `ubin render`: draws a puzzle, moves on it, or its solution.
//!
//! A solution is searched for first, as `solve` does, and drawn afterwards: so a search that was stopped says so by the exit code though its best moves are drawn.

use ubin::run::Stop;
use ubin_front::draw::Scene;
use ubin_front::picture::Look;
use ubin_front::question::{Question, RenderQuestion, SolveQuestion};
use ubin_front::words::Form;
use ubin_front::{Refusal, Report};

use crate::args::{Common, RenderArgs};
use crate::complaint::{Complaint, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output;
use crate::phrases;
use crate::picture::{self, Drawn, ENDINGS};
use crate::solve::moves_of;

pub(crate) fn run(common: &Common, mut args: RenderArgs) -> Result<Exit, Complaint> {
    if common.json {
        return Err(UsageError::JsonOfPicture.into());
    }
    output::check_extension(common, &ENDINGS)?;
    let names = input::resolve(&mut args.question.puzzle, args.board.as_deref())?;
    let form = common.output.as_deref().map_or(Form::Svg, picture::form);
    let question = RenderQuestion { format: Some(form), ..args.question };
    if question.moves.is_none() && (question.solve || form == Form::Gif) {
        return solution(common, question, names);
    }
    match Terminal::new(common, names).drawing().ask(Question::Render(question)) {
        Ok(report) => file(common, report),
        Err(Complaint::Refused(refusal, names)) => stopped(common, *refusal, &names),
        Err(complaint) => Err(complaint),
    }
}

/// Writes a picture to the file, or as SVG to standard output.
fn file(common: &Common, report: Report) -> Result<Exit, Complaint> {
    let Report::File { bytes, .. } = report else { unreachable!("render reports a picture") };
    match &common.output {
        None => output::print(&String::from_utf8_lossy(&bytes))?,
        Some(path) => output::save_bytes(common, path, &bytes)?,
    }
    Ok(Exit::Answered)
}

/// What a refusal means: a stop leaves no picture, anything else is wrong with the question.
fn stopped(common: &Common, refusal: Refusal, names: &TextNames) -> Result<Exit, Complaint> {
    let (Some(stop), Some(path)) = (refusal.stop(), &common.output) else {
        return Err(Complaint::of(refusal, names));
    };
    let is_plain = refusal.mistake() == "stopped";
    let why = if is_plain { phrases::stop(stop) } else { refusal.said(phrases::language()) };
    Drawn::Stopped(stop, why).save(common, path)?;
    Ok(stop.into())
}

/// Solves, then draws the solution.
fn solution(common: &Common, question: RenderQuestion, names: TextNames) -> Result<Exit, Complaint> {
    picture::check_size(&question.puzzle, &names)?;
    let look = question.look.look(phrases::language()).map_err(|refusal| Complaint::of(refusal, &names))?;
    let wording = question.wording.wording();
    let RenderQuestion { puzzle, search, wording: asked, .. } = question;
    let solve = SolveQuestion { puzzle, search, wording: asked, ..SolveQuestion::default() };
    let report = Terminal::new(common, names).ask(Question::Solve(solve))?;
    let stopped = match &report {
        Report::SlideSolve { puzzle, solution, .. } => match moves_of(solution) {
            Ok(moves) => deliver(common, &look, Scene::Told(puzzle, moves, wording))?,
            Err(why) => nothing(common, &why),
        },
        Report::PackSolve { puzzle, answer, report } => match Scene::of_outcome(puzzle, &answer.outcome) {
            Some(scene) => deliver(common, &look, scene)?,
            None => nothing(common, &report.why.as_ref().map(phrases::reason).unwrap_or_default()),
        },
        _ => unreachable!("solve reports a solution"),
    };
    Ok(stopped.map_or_else(|| report.ending().into(), Exit::from))
}

/// Says why there is no picture.
fn nothing(common: &Common, why: &str) -> Option<Stop> {
    output::note(common, &phrases::nothing_drawn(why));
    None
}

/// Writes a scene to the file, or as SVG to standard output; the stop that came first, if one did.
fn deliver(common: &Common, look: &Look, scene: Scene<'_>) -> Result<Option<Stop>, Complaint> {
    match &common.output {
        None => {
            let svg = scene.draw(look, Form::Svg).map_err(|refusal| Complaint::of(refusal, &TextNames::default()))?;
            output::print(&String::from_utf8_lossy(&svg))?;
            Ok(None)
        }
        Some(path) => picture::draw(common, look, scene, path)?.save(common, path),
    }
}
