//! The verbs of the command line, as routes.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;

use ubin::pack::{self, Equality, Flips, Outcome, challenge};
use ubin::report::slide::{self as report, Notation};
use ubin::run::{Limits, Run, Stop};
use ubin::slide::solve::{Metric, Options};
use ubin::slide::{Dir, Goal, Puzzle};
use ubin_front::draw::{Format, Scene, check_cells};
use ubin_front::picture::{Look, Undrawn};
use ubin_front::read::{self, Question, Wanted};
use ubin_front::render::space::View;
use ubin_front::{Desk as _, Fault, Watched as _, names, pack as packing, slide};

use crate::app::{Reply, Task};
use crate::ask::{self, LookFields, PuzzleFields, named, notation, refuse, source};
use crate::job::{Asked, Job};
use crate::problem::Problem;

/// The most puzzles that one request makes.
const MOST_MADE: u64 = 1000;
/// The most nodes of a tree.
const MOST_NODES: u32 = 10_000;

/// A request that becomes a task.
pub(crate) trait Ask: ask::Fields + Send + 'static {
    /// What is to be done.
    fn task(self) -> Result<Task, Problem>;
}

/// A job on a puzzle. A sliding board is read at once, so that a mistake in it is told at once; a packing board may have millions of cells, and is read by the job.
pub(crate) fn on_puzzle(
    puzzle: PuzzleFields,
    asked: Asked,
    each: impl FnOnce(&Job, Question) -> Result<Reply, Problem> + Send + 'static,
) -> Result<Task, Problem> {
    if puzzle.is_slide() {
        let question = puzzle.read(|_| ())?;
        return Task::work(asked, move |job| each(job, question));
    }
    Task::work(asked, move |job| each(job, puzzle.read(|remark| job.note(remark))?))
}

impl Ask for ask::Check {
    fn task(self) -> Result<Task, Problem> {
        if self.puzzle.is_slide()
            && let Question::Slide(puzzle) = self.puzzle.read(|_| ())?
        {
            return Ok(Task::Done(Reply::json(&report::Check::of(&puzzle))));
        }
        on_puzzle(self.puzzle, self.limits.asked(), |job, question| match question {
            Question::Slide(puzzle) => Ok(Reply::json(&report::Check::of(&puzzle))),
            Question::Pack(puzzle) => Ok(Reply::json(&packing::check(job, &puzzle).2)),
        })
    }
}

impl Ask for ask::Solve {
    fn task(self) -> Result<Task, Problem> {
        let ask::Solve { puzzle, search, limits, metric, all, limit, .. } = self;
        let all = all == Some(true);
        if limit.is_some() && !all {
            return Err(Problem::option("limit", "it goes with all"));
        }
        if limit == Some(0) {
            return Err(Problem::option("limit", "expected a number from 1"));
        }
        let asked = search.asked()?;
        let notated = self.notation.is_some();
        let notation = notation(self.notation.as_deref())?;
        let counted = named("metric", metric.as_deref(), |name| match name {
            "single" => Ok(Metric::Single),
            "multi" => Ok(Metric::Multi),
            _ => Err("expected single or multi".to_string()),
        })?;
        let flip = puzzle.given();
        if all {
            // The answer begins before the job does: what is wrong is told before that.
            refuse(&[("--all", puzzle.is_slide())], "packing")?;
            puzzle.read(|_| ())?;
        }
        let task = on_puzzle(puzzle, limits.asked(), move |job, question| match question {
            Question::Slide(puzzle) => {
                refuse(&[flip], "packing")?;
                let options = Options { metric: counted.unwrap_or_default(), ..asked.options()? };
                Ok(Reply::json(&slide::solve(job, &puzzle, &options, notation)?.1))
            }
            Question::Pack(puzzle) => {
                refuse(&asked.given(), "sliding")?;
                refuse(&[("--notation", notated), ("--metric", counted.is_some())], "sliding")?;
                let plan = packing::plan(job, asked.method.as_deref())?;
                if !all {
                    return Ok(Reply::json(&packing::solve(job, &puzzle, plan).1));
                }
                let (_, report) = packing::all(job, &puzzle, plan, limit.unwrap_or(u64::MAX), |one, _| {
                    let is_wanted = job.send("solution", &ubin_front::json(one));
                    if is_wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                Ok(Reply::json(&report))
            }
        })?;
        Ok(match task {
            Task::Work { asked, work, .. } => Task::Work { asked, work, parts: all },
            done => done,
        })
    }
}

impl Ask for ask::Count {
    fn task(self) -> Result<Task, Problem> {
        let ask::Count { puzzle, limits, limit, distinct, method, .. } = self;
        if limit == Some(0) {
            return Err(Problem::option("limit", "expected a number from 1"));
        }
        let (flip, distinct) = (puzzle.given(), distinct == Some(true));
        on_puzzle(puzzle, limits.asked(), move |job, question| match question {
            Question::Slide(puzzle) => {
                refuse(&[("--distinct", distinct), ("--method", method.is_some()), flip], "packing")?;
                Ok(Reply::json(&slide::count(job, &puzzle, limit)?.1))
            }
            Question::Pack(puzzle) => {
                let equality = if distinct { Equality::Symmetry } else { Equality::Boards };
                let plan = packing::plan(job, method.as_deref())?;
                Ok(Reply::json(&packing::count(job, &puzzle, plan, equality, limit)?.1))
            }
        })
    }
}

impl Ask for ask::Hint {
    fn task(self) -> Result<Task, Problem> {
        let notation = notation(self.notation.as_deref())?;
        on_puzzle(self.puzzle, self.limits.asked(), move |job, question| match question {
            Question::Slide(puzzle) => Ok(Reply::json(&slide::hint(job, &puzzle, notation)?.1)),
            Question::Pack(puzzle) => Ok(Reply::json(&packing::hint(job, &puzzle).1)),
        })
    }
}

impl Ask for ask::Generate {
    fn task(self) -> Result<Task, Problem> {
        let count = self.count.unwrap_or(1);
        if count > MOST_MADE {
            return Err(Problem::option("count", format!("at most {MOST_MADE} at once")));
        }
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 16);
        match self.family.as_str() {
            "slide" => self.boards(count, seed),
            "pack" => self.challenges(count, seed),
            _ => Err(Problem::option("family", "expected slide or pack")),
        }
    }
}

impl ask::Generate {
    fn boards(self, count: u64, seed: u64) -> Result<Task, Problem> {
        let own = [
            ("--placed", self.placed.is_some()),
            ("--difficulty", self.difficulty.is_some()),
            ("--puzzle", self.puzzle.is_some()),
            ("--no-flip", self.no_flip == Some(true)),
        ];
        refuse(&own, "packing")?;
        let size = ask::size(self.size.as_deref().unwrap_or("4x4"))?;
        let goal = self.goal.as_deref().unwrap_or("blank-last");
        let text = source(goal);
        let goal = read::goal(Goal::named(goal).map_or(Wanted::Text(&text), Wanted::Named), size)?;
        let wish = slide::Wish { goal, length: self.length, count, seed };
        Task::work(self.limits.asked(), move |job| match wish.collect(job) {
            (_, slide::Made::Impossible) => Err(none(job, "impossible")),
            (boards, slide::Made::Stopped(stop)) if boards.is_empty() => Err(Problem::stopped(stop)),
            (boards, _) => Ok(Reply::json(&wish.report(&boards))),
        })
    }

    fn challenges(self, count: u64, seed: u64) -> Result<Task, Problem> {
        let own =
            [("--size", self.size.is_some()), ("--goal", self.goal.is_some()), ("--length", self.length.is_some())];
        refuse(&own, "sliding")?;
        let grade = named("difficulty", self.difficulty.as_deref(), names::grade)?;
        let (set, no_flip) = (source(self.puzzle.as_deref().unwrap_or("iq")), self.no_flip == Some(true));
        let wish = packing::Wish { count, each: challenge::Wish { placed: self.placed, grade, seed } };
        Task::work(self.limits.asked(), move |job| {
            let mut puzzle = read::packing(&set, |remark| job.note(remark))?.cleared();
            if no_flip {
                // Of an empty board, nothing lies turned over.
                puzzle = puzzle.with_flips(Flips::Forbidden).map_err(|error| Fault::Plain(error.to_string()))?;
            }
            let (challenges, made) = packing::generate(job, &puzzle, wish)?;
            wish.reason(made, &challenges).iter().for_each(|reason| job.note(reason));
            match (challenges.as_slice(), made) {
                (_, packing::Made::Impossible) => Err(none(job, "impossible")),
                ([], packing::Made::NotFound) => Err(none(job, "none-found")),
                ([], packing::Made::Stopped(stop)) => Err(Problem::stopped(stop)),
                ([one], _) if count == 1 => Ok(Reply::json(one)),
                _ => Ok(Reply::json(&wish.report(made, challenges))),
            }
        })
    }
}

/// Nothing was made: the job's last remark says why.
fn none(job: &Job, code: &'static str) -> Problem {
    Problem::input(code, job.notes().pop().unwrap_or_default())
}

impl Ask for ask::Compare {
    fn task(self) -> Result<Task, Problem> {
        let ask::Compare { puzzle, limits, methods, heuristics, .. } = self;
        let (methods, heuristics) = (methods.unwrap_or_default(), heuristics.unwrap_or_default());
        let heuristics: Vec<_> = heuristics
            .iter()
            .map(|name| names::heuristic(name).map_err(|expected| Problem::option("heuristics", expected)))
            .collect::<Result<_, _>>()?;
        let look = self.look.look()?;
        let chart = match self.format.as_deref() {
            None | Some("json") => None,
            Some("svg") => Some(Format::Svg),
            Some("png") => Some(Format::Png),
            Some(_) => return Err(Problem::option("format", "expected json, svg or png")),
        };
        on_puzzle(puzzle, limits.asked(), move |job, question| match question {
            Question::Slide(puzzle) => {
                let report = slide::compare(job, &[*puzzle], &slide::methods(&methods)?, &heuristics)?;
                chart.map_or_else(
                    || Ok(Reply::json(&report)),
                    |format| picture(job, &look, &slide::chart(&report), format),
                )
            }
            Question::Pack(puzzle) => {
                refuse(&[("--heuristics", !heuristics.is_empty())], "sliding")?;
                let report = packing::compare(job, &puzzle, &packing::methods(&methods)?);
                chart.map_or_else(
                    || Ok(Reply::json(&report)),
                    |format| picture(job, &look, &packing::chart(&report), format),
                )
            }
        })
    }
}

fn picture(
    job: &Job,
    look: &Look,
    picture: &ubin_front::render::svg::Picture,
    format: Format,
) -> Result<Reply, Problem> {
    drawn(job, format, |run| look.still_within(picture, format, run))
}

/// A picture, drawn within the time and memory that the search, too, was allowed.
fn drawn(
    job: &Job,
    format: Format,
    draw: impl FnOnce(&mut Run<'_>) -> Result<Vec<u8>, Undrawn>,
) -> Result<Reply, Problem> {
    let watch = job.watch(job.time_limit());
    let limits = Limits { nodes: None, ..job.limits() };
    match draw(&mut Run::new(limits, watch.control())) {
        Ok(bytes) => Ok(Reply::Bytes(kind(format), bytes)),
        Err(Undrawn::Fault(fault)) => Err(fault.into()),
        Err(Undrawn::Stopped { stop: Stop::Interrupted, .. }) => Err(Problem::stopped(Stop::Interrupted)),
        Err(Undrawn::Stopped { why, .. }) => Err(Problem::input("limit", why)),
    }
}

/// What a browser calls a form of picture.
fn kind(format: Format) -> &'static str {
    match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Gif => "image/gif",
    }
}

impl Ask for ask::Tree {
    fn task(self) -> Result<Task, Problem> {
        let ask::Tree { puzzle, search, limits, max_nodes, format, look, .. } = self;
        let most = max_nodes.unwrap_or(200);
        if !(1..=MOST_NODES).contains(&most) {
            return Err(Problem::option("max_nodes", format!("expected a number from 1 to {MOST_NODES}")));
        }
        let (asked, look, flip) = (search.asked()?, look.look()?, puzzle.given());
        let format = format.unwrap_or_else(|| "json".into());
        if !["json", "svg", "png", "dot", "txt"].contains(&format.as_str()) {
            return Err(Problem::option("format", "expected json, svg, png, dot or txt"));
        }
        on_puzzle(puzzle, limits.asked(), move |job, question| {
            let (drawing, json) = match question {
                Question::Slide(puzzle) => {
                    refuse(&[flip], "packing")?;
                    let grown = slide::grow(job, &puzzle, &asked.options()?, most as usize)?;
                    (grown.drawing, ubin_front::json(&grown.report))
                }
                Question::Pack(puzzle) => {
                    refuse(&asked.given(), "sliding")?;
                    let method = names::pack_method(asked.method())?;
                    let grown = packing::grow(job, &puzzle, method, most as usize);
                    (grown.drawing, ubin_front::json(&grown.report))
                }
            };
            match format.as_str() {
                "svg" => picture(job, &look, &drawing.picture(), Format::Svg),
                "png" => picture(job, &look, &drawing.picture(), Format::Png),
                "dot" => Ok(Reply::Bytes("text/vnd.graphviz; charset=utf-8", drawing.dot().into_bytes())),
                "txt" => Ok(Reply::Bytes("text/plain; charset=utf-8", drawing.text().into_bytes())),
                _ => Ok(Reply::Json(json)),
            }
        })
    }
}

impl LookFields {
    pub(crate) fn look(&self) -> Result<Look, Problem> {
        if self.delay.is_some_and(|delay| !(20..=60_000).contains(&delay)) {
            return Err(Problem::option("delay", "expected 20 to 60000 milliseconds"));
        }
        Ok(Look {
            theme: named("theme", self.theme.as_deref(), names::theme)?.unwrap_or_default(),
            scale: self.scale.map(names::scale).transpose().map_err(|expected| Problem::option("scale", expected))?,
            view: named("view", self.view.as_deref(), str::parse::<View>)?.unwrap_or_default(),
            delay: self.delay,
        })
    }
}

impl Ask for ask::Render {
    fn task(self) -> Result<Task, Problem> {
        let ask::Render { puzzle, search, limits, look, moves, solution, solve, .. } = self;
        let format = self.format.as_deref().unwrap_or("svg");
        let format = Format::named(format).ok_or_else(|| Problem::option("format", "expected svg, png or gif"))?;
        let solve = solve == Some(true);
        if solve && (moves.is_some() || solution.is_some()) {
            return Err(Problem::option("solve", "moves or a solution are given already"));
        }
        let (asked, look, flip) = (search.asked()?, look.look()?, puzzle.given());
        on_puzzle(puzzle, limits.asked(), move |job, question| {
            let draw = |scene: Scene<'_>| drawn(job, format, |run| scene.draw_within(&look, format, run));
            match question {
                Question::Slide(puzzle) => {
                    refuse(&[flip, ("--solution", solution.is_some())], "packing")?;
                    let asked = (solve || format == Format::Gif).then_some(&asked);
                    match slide_moves(job, &puzzle, moves.as_deref(), asked)? {
                        Some(moves) => draw(Scene::Moves(&puzzle, &moves)),
                        None => draw(Scene::Board(&puzzle)),
                    }
                }
                Question::Pack(puzzle) => {
                    refuse(&asked.given(), "sliding")?;
                    refuse(&[("--moves", moves.is_some())], "sliding")?;
                    check_cells(&puzzle)?;
                    let puzzle = match &solution {
                        Some(solution) => crate::model::filled(&puzzle, solution)?,
                        None => *puzzle,
                    };
                    if solution.is_none() && !solve && format != Format::Gif {
                        draw(Scene::Position(&puzzle))
                    } else {
                        let plan = packing::plan(job, asked.method.as_deref())?;
                        let (answer, report) = packing::solve(job, &puzzle, plan);
                        let Outcome::Solved(solution) = &answer.outcome else {
                            return Err(nothing(&report.reason.unwrap_or_default()));
                        };
                        draw(Scene::Packing(&puzzle, solution))
                    }
                }
            }
        })
    }
}

/// The moves to draw: those given, or those of a solution if one is asked for.
fn slide_moves(
    job: &Job,
    puzzle: &Puzzle,
    letters: Option<&str>,
    asked: Option<&slide::Asked>,
) -> Result<Option<Vec<Dir>>, Problem> {
    if let Some(letters) = letters {
        return Ok(Some(slide::replayed(puzzle, letters)?));
    }
    let Some(asked) = asked else { return Ok(None) };
    let (solution, _) = slide::solve(job, puzzle, &asked.options()?, Notation::Blank)?;
    slide::moves(&solution).map(|moves| Some(moves.to_vec())).map_err(|why| nothing(&why))
}

fn nothing(why: &str) -> Problem {
    Problem::input("nothing-to-draw", format!("nothing to draw: {why}"))
}

impl Ask for ask::Trace {
    fn task(self) -> Result<Task, Problem> {
        let heuristic = names::heuristic(self.heuristic.as_deref().unwrap_or("manhattan"))
            .map_err(|expected| Problem::option("heuristic", expected))?;
        let moves = self.moves;
        on_puzzle(self.puzzle, self.limits.asked(), move |job, question| match question {
            Question::Slide(puzzle) => crate::model::trace(job, &puzzle, &moves, heuristic),
            Question::Pack(_) => Err(Fault::Plain("a trace is of the moves of a sliding board".into()).into()),
        })
    }
}

/// A packing puzzle, or a fault.
pub(crate) fn packing_only(question: Question) -> Result<pack::Puzzle, Fault> {
    match question {
        Question::Pack(puzzle) => Ok(*puzzle),
        Question::Slide(_) => Err(Fault::Plain("this is for packing puzzles, and this is not one".into())),
    }
}
