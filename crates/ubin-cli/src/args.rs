//! The command line: verbs, options, and the words they take.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ubin::pack;
use ubin::report::slide::Notation;
use ubin::run::Limits;
use ubin::slide::course::Variant;
use ubin::slide::heuristic::HeuristicName;
use ubin::slide::solve::{Metric, Options};
use ubin_front::names::{self, grade, heuristic, refuse, variant};
use ubin_front::render::slide::Wording;
use ubin_front::slide::Asked;

use crate::cache::{Cache, Telling};
use crate::exit::Fault;
use crate::output;
use crate::picture::PictureArgs;
use crate::play::PlayArgs;
use crate::render::RenderArgs;
use crate::serve::ServeArgs;
use crate::tree::TreeArgs;
use crate::verify::VerifyArgs;
use ubin::slide::{Shelf, Size};

/// The goal when none is given.
const BLANK_LAST: &str = "blank-last";
/// The most bytes of tables that are built on the spot.
const TABLES: u64 = 8 << 20;
/// What a search may hold when no limit is given.
const MEMORY: u64 = 2 << 30;

#[derive(Debug, Parser)]
#[command(name = "ubin", version, about = "Solves tile puzzles: sliding boards and packing boards", long_about = None)]
#[command(after_help = "Examples:
  ubin solve \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\"
  ubin check board.txt
  ubin generate slide --size 4x4 --seed 7 | ubin solve -
  ubin solve iq
  ubin count pentominoes 6x10 --distinct

Exit codes: 0 answered, 1 proven to have no solution, 2 bad usage or input,
3 a limit was reached first, 130 interrupted.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Finds a solution: of a sliding board a proven shortest one by default
    #[command(after_help = "Examples:
  ubin solve \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\"
  ubin solve \"7 2 4/5 0 6/8 3 1\" --goal blank-first --method astar --heuristic manhattan
  ubin solve board.txt --method branch-and-bound --variant drop-seen
  ubin solve board.txt --steps
  ubin solve \"8 6 7/2 5 4/3 - 1\" --metric multi
  ubin solve boards.txt --batch
  ubin solve iq-pyramid
  ubin solve pentominoes 3x20 --all
  ubin solve \"2 2 2/DEFAULT/AA/BB\" --method brute-force --json
  ubin solve \"1 2 2/BOX 2/A///A/B///B\"
  ubin solve iq -o solution.png")]
    Solve(SolveArgs),
    /// Says whether a puzzle can be solved, and why: KURANG(i), X and parity; cells, colours and regions
    #[command(after_help = "Examples:
  ubin check \"1 3 4 15/2 - 5 12/7 6 11 14/8 9 10 13\"
  ubin check \"2 8 3/1 6 4/7 - 5\" --goal spiral
  ubin check soma")]
    Check(PuzzleArgs),
    /// Counts the solutions: the shortest ones of a sliding board, all of a packing board
    #[command(after_help = "Examples:
  ubin count \"8 6 7/2 5 4/3 - 1\"
  ubin count soma --distinct")]
    Count(CountArgs),
    /// Tells the next good move, or the next piece, only
    #[command(after_help = "Examples:
  ubin hint \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\"
  ubin hint iq")]
    Hint(HintArgs),
    /// Makes puzzles
    #[command(after_help = "Examples:
  ubin generate slide --size 4x4 --seed 7
  ubin generate slide --size 3x3 --length 31 --seed 1
  ubin generate slide --count 100 --seed 1 > boards.txt
  ubin generate pack soma --seed 1
  ubin generate pack --list")]
    Generate(GenerateArgs),
    /// Runs several methods side by side and prints a table
    #[command(after_help = "Examples:
  ubin compare \"7 2 4/5 - 6/8 3 1\" --goal blank-first
  ubin compare board.txt --methods astar,ida --format markdown
  ubin compare boards.txt --batch -o table.csv
  ubin compare soma --methods backtrack,cover
  ubin compare \"1 2 3/4 5 6/- 7 8\" --methods astar,bfs --heuristics manhattan -o chart.svg")]
    Compare(CompareArgs),
    /// Draws the search tree as it grew (for 10 s, or --time-limit): as text, or .svg, .png, .dot, .json
    #[command(after_help = "Examples:
  ubin tree \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\" --method branch-and-bound
  ubin tree \"2 8 3/1 6 4/7 - 5\" --goal spiral --method astar -o tree.svg
  ubin tree \"1 2 3/4 5 6/- 7 8\" --method ida --heuristic manhattan -o tree.dot
  ubin tree \"3 3 3/DEFAULT/AAA/A/BBB/CC\" --method backtrack -o tree.png
  ubin tree soma --method cover --max-nodes 50 --json")]
    Tree(TreeArgs),
    /// Draws a puzzle or its solution: .svg, .png, .gif; SVG on standard output without -o
    #[command(after_help = "Examples:
  ubin render board.txt -o board.svg
  ubin render \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\" --solve -o steps.png
  ubin render \"1 2 3/4 5 6/7 - 8\" -o moves.gif
  ubin render \"8 6 7/2 5 4/3 - 1\" --solve --metric multi --notation tile -o lines.svg
  ubin render iq -o pieces.svg --theme dark
  ubin render iq-pyramid --solve --view 60,20 -o pyramid.png --scale 1")]
    Render(RenderArgs),
    /// Plays a puzzle in the terminal, with hints, undo and solutions to watch
    #[command(after_help = "Examples:
  ubin play
  ubin play \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\"
  ubin play board.txt --goal spiral
  ubin play iq
  ubin play pentominoes 6x10
  ubin generate slide --size 4x4 | ubin play -

? shows all keys. Every game: H hint, U undo, S solve and watch, G new, Q quit.")]
    Play(PlayArgs),
    /// Shows puzzles, searches and their trees on a web page, on a loopback port
    #[command(after_help = "Examples:
  ubin serve
  ubin serve --open
  ubin serve --port 8080 --time-limit 30s --memory-limit 512MiB
  ubin serve --host 192.168.0.7

One request takes at most --time-limit (5m), --node-limit (none) and --memory-limit (1GiB); as many
searches run at once as --threads says. Ctrl-C ends.")]
    Serve(ServeArgs),
    /// Lists, builds, verifies or clears the cache of pattern databases
    #[command(after_help = "Examples:
  ubin tables list
  ubin tables build 7-8
  ubin tables build \"multi 7-7-1\"
  ubin tables verify")]
    Tables(TablesArgs),
    /// Checks an answer without the solver, and says what it proves
    #[command(after_help = "Examples:
  ubin verify \"1 2 3/4 5 6/- 7 8\" RR
  ubin solve board.txt --json | ubin verify board.txt -
  ubin verify \"1 2 3/4 5 6/- 7 8\" LL --notation tile --metric multi
  ubin solve iq | ubin verify iq -
  ubin verify \"2 2 2/DEFAULT/AA/BB\" AB/AB

Exit codes: 0 right, 1 wrong, 2 something cannot be read.")]
    Verify(VerifyArgs),
    /// Solves a fixed list and prints the total of nodes: the same on every machine; or a suite of known boards
    #[command(after_help = "Examples:
  ubin bench
  ubin bench --suite korf100 --only 79,48
  ubin bench --suite antipodes80 --prepare --threads 2
  ubin bench --suite korf50 --prepare --time-limit 600s")]
    Bench(BenchArgs),
    /// Prints the completion script of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page
    Man,
}

/// Options that every verb takes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Print one JSON object on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Also write the result to this file; its ending says how: .txt, .json, .svg, .png, .gif, by verb. The many results
    /// of --all and --batch go to the file only
    #[arg(short = 'o', long, value_name = "FILE", global = true)]
    pub(crate) output: Option<PathBuf>,
    /// Stop after this time: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", global = true, value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after expanding this many nodes
    #[arg(long, value_name = "N", global = true)]
    pub(crate) node_limit: Option<u64>,
    /// Stop before holding more memory than this: 512MiB, 2GiB (default)
    #[arg(long, value_name = "SIZE", global = true, value_parser = memory)]
    pub(crate) memory_limit: Option<u64>,
    /// Use this many threads; all cores by default
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The seed of what is drawn at random; without one, a new seed is drawn and told
    #[arg(long, value_name = "N", global = true)]
    pub(crate) seed: Option<u64>,
    /// The folder of pattern tables; otherwise UBIN_CACHE, or the user's cache folder
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) cache: Option<PathBuf>,
    /// No remarks and no progress on standard error
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// No progress line
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
    /// Colour: auto is on a terminal without NO_COLOR
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

impl Common {
    pub(crate) fn limits(&self) -> Limits {
        Limits { nodes: self.node_limit, memory: Some(self.memory_limit()) }
    }

    /// Pattern tables, built when they are first needed: small ones, so that a first answer comes soon.
    pub(crate) fn shelf(&self, threads: usize) -> Shelf {
        let shelf = Shelf::new(TABLES, threads);
        match self.cache() {
            Some(cache) => shelf.with_keeper(Box::new(Telling::new(cache, self.quiet))),
            None => shelf,
        }
    }

    /// The folder of tables, if there is a place for one.
    pub(crate) fn cache(&self) -> Option<Cache> {
        Cache::find(self.cache.as_deref())
    }

    pub(crate) fn memory_limit(&self) -> u64 {
        self.memory_limit.unwrap_or(MEMORY)
    }

    /// The seed given, or a new one, which is told.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            // The standard library seeds its hash maps from the system; that is all the chance we need.
            let seed = RandomState::new().hash_one(0) >> 16;
            output::note(self, &format!("seed {seed}"));
            seed
        })
    }

    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// A puzzle and its goal.
#[derive(Debug, Args)]
pub(crate) struct PuzzleArgs {
    /// A path, - for standard input, the name of a set, or the text itself with rows separated by /
    #[arg(value_name = "PUZZLE", allow_hyphen_values = true)]
    pub(crate) puzzle: String,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Rows and columns of a board written on one line, such as 3x5
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    /// The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,
    /// Pieces on a flat board may be turned, but not turned over
    #[arg(long)]
    pub(crate) no_flip: bool,
    /// Every non-empty line is a sliding board; the answer is one JSON object a line (`compare` sums up)
    #[arg(long)]
    pub(crate) batch: bool,
}

impl PuzzleArgs {
    /// The goal asked for.
    pub(crate) fn goal(&self) -> &str {
        self.goal.as_deref().unwrap_or(BLANK_LAST)
    }

    /// Refuses a batch where one puzzle is drawn.
    pub(crate) fn one_puzzle(&self) -> Result<(), Fault> {
        if self.batch { Err(Fault::Plain("--batch does not go with pictures of one puzzle".into())) } else { Ok(()) }
    }
}

#[derive(Debug, Args)]
pub(crate) struct MethodArgs {
    /// How to search. Sliding: auto, branch-and-bound, astar, ida, bfs, weighted-astar, greedy, beam, quick.
    /// Packing: auto, brute-force, backtrack, cover
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) method: String,
    /// The lower bound: hamming, manhattan, linear-conflict, walking-distance, pattern. Beam without one has its own score
    #[arg(long, value_name = "NAME", value_parser = heuristic)]
    pub(crate) heuristic: Option<HeuristicName>,
    /// The weight of weighted-astar, at least 1 (default 1.5)
    #[arg(long, value_name = "W", value_parser = weight)]
    pub(crate) weight: Option<u32>,
    /// Nodes that beam keeps in a layer (default 1000); a beam that fails is run again twice as wide
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) width: Option<u32>,
    /// How duplicates and ties are handled: exact (default), or a course program's way: drop-seen, tree, best-cost
    #[arg(long, value_name = "NAME", value_parser = variant)]
    pub(crate) variant: Option<Variant>,
    /// Accept only a proven shortest solution, on a board of any size
    #[arg(long)]
    pub(crate) prove: bool,
}

impl MethodArgs {
    /// How to search, as it was asked for.
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            method: Some(self.method.clone()),
            heuristic: self.heuristic,
            weight: self.weight,
            width: self.width,
            variant: self.variant,
            prove: self.prove,
        }
    }
}

/// How moves are counted and written.
#[derive(Debug, Args)]
pub(crate) struct WordingArgs {
    /// Write moves as where the blank goes (default), or where the tile goes
    #[arg(long, value_name = "NAME", value_enum)]
    notation: Option<NotationName>,
    /// What counts as one move: one tile one cell (default), or a whole line that slides
    #[arg(long, value_name = "NAME", value_enum)]
    metric: Option<MetricName>,
}

impl WordingArgs {
    /// As it was asked for.
    pub(crate) fn asked(&self) -> Wording {
        let metric = match self.metric {
            Some(MetricName::Multi) => Metric::Multi,
            Some(MetricName::Single) | None => Metric::Single,
        };
        Wording { metric, notation: self.notation.map_or(Notation::Blank, Notation::from) }
    }

    /// The options by whether they were given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 2] {
        [("--notation", self.notation.is_some()), ("--metric", self.metric.is_some())]
    }
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Show the board after every move
    #[arg(long)]
    pub(crate) steps: bool,
    #[command(flatten)]
    pub(crate) wording: WordingArgs,
    /// Every solution of a packing puzzle, as it is found
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: stop after this many solutions
    #[arg(long, value_name = "K", requires = "all", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

impl SolveArgs {
    pub(crate) fn notation(&self) -> Notation {
        self.wording.asked().notation
    }

    /// The options of a sliding search.
    pub(crate) fn options(&self) -> Result<Options, Fault> {
        Ok(Options { metric: self.wording.asked().metric, ..self.method.asked().options()? })
    }

    /// Refuses the options of the other family.
    pub(crate) fn only_for_slide(&self) -> Result<(), Fault> {
        refuse(&[("--all", self.all), ("--no-flip", self.puzzle.no_flip)], "packing")
    }

    /// Refuses the options of the other family.
    pub(crate) fn only_for_pack(&self) -> Result<(), Fault> {
        refuse(&self.method.asked().given(), "sliding")?;
        refuse(&[("--steps", self.steps)], "sliding")?;
        refuse(&self.wording.given(), "sliding")
    }
}

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Stop after this many solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Also count those that no symmetry of the board turns into one another
    #[arg(long)]
    pub(crate) distinct: bool,
    /// How to count a packing puzzle: auto, brute-force, backtrack, cover
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<String>,
}

impl CountArgs {
    /// Refuses the options of the other family.
    pub(crate) fn only_for_slide(&self) -> Result<(), Fault> {
        let own =
            [("--distinct", self.distinct), ("--method", self.method.is_some()), ("--no-flip", self.puzzle.no_flip)];
        refuse(&own, "packing")
    }
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Write the move as where the blank goes (default), or where the tile goes
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) notation: Option<NotationName>,
}

impl HintArgs {
    pub(crate) fn notation(&self) -> Notation {
        self.notation.map_or(Notation::Blank, Notation::from)
    }
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    pub(crate) family: GenerateFamily,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GenerateFamily {
    /// Sliding boards, each solvable one with the same chance, or of a given shortest length
    #[command(after_help = "Examples:
  ubin generate slide --size 4x4 --seed 7
  ubin generate slide --size 3x3 --length 31 --seed 1")]
    Slide(GenerateSlideArgs),
    /// Packing challenges: some pieces are placed, and exactly one solution remains
    #[command(after_help = "Examples:
  ubin generate pack iq --seed 7
  ubin generate pack soma --placed 2 --seed 1
  ubin generate pack --list")]
    Pack(GeneratePackArgs),
}

#[derive(Debug, Args)]
pub(crate) struct GeneratePackArgs {
    /// The set: a name, a path, - for standard input, or the text itself
    #[arg(value_name = "SET", default_value = "iq", allow_hyphen_values = true)]
    pub(crate) set: String,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// List the built-in sets
    #[arg(long)]
    pub(crate) list: bool,
    /// How many pieces are placed; as few as the draw allows by default
    #[arg(long, value_name = "K")]
    pub(crate) placed: Option<usize>,
    /// How hard: easy, medium, hard, wizard
    #[arg(long, value_name = "GRADE", value_parser = grade)]
    pub(crate) difficulty: Option<pack::challenge::Grade>,
    /// Pieces on a flat board may be turned, but not turned over
    #[arg(long)]
    pub(crate) no_flip: bool,
    /// How many, each with the next seed that has one
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateSlideArgs {
    /// Rows and columns
    #[arg(long, value_name = "RxC", default_value = "4x4")]
    pub(crate) size: Size,
    /// The goal: blank-last, blank-first, spiral, a path or the text itself
    #[arg(long, value_name = "GOAL", default_value = BLANK_LAST, allow_hyphen_values = true)]
    pub(crate) goal: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) length: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// The methods, separated by commas; all by default
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) methods: Vec<String>,
    /// The heuristics, separated by commas; all that fit the board by default
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = heuristic)]
    pub(crate) heuristics: Vec<HeuristicName>,
    /// How the table is written
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

impl CompareArgs {
    /// The packing methods to compare.
    pub(crate) fn pack_methods(&self) -> Result<Vec<pack::Method>, Fault> {
        refuse(&[("--heuristics", !self.heuristics.is_empty())], "sliding")?;
        ubin_front::pack::methods(&self.methods)
    }
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Boards whose shortest solutions are known: every one is proven again, within --time-limit each
    #[arg(long)]
    pub(crate) suite: Option<Suite>,
    /// Only these boards of the suite, by number
    #[arg(long, value_delimiter = ',', requires = "suite")]
    pub(crate) only: Vec<u32>,
    /// Makes the largest tables ready first, within --time-limit, and tells how long that took
    #[arg(long, requires = "suite")]
    pub(crate) prepare: bool,
}

/// Boards with known results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// Korf's hundred 15-puzzles of 1985
    Korf100,
    /// The seventeen 15-puzzles that need 80 moves
    Antipodes80,
    /// Korf's fifty 24-puzzles; most take minutes to hours
    Korf50,
}

#[derive(Debug, Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) verb: TablesVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TablesVerb {
    /// What is there and what could be built
    List,
    /// Builds sets by name, within --time-limit and --memory-limit; without a name 6-6-3 and 7-8
    Build {
        /// Names as `list` shows them: 7-8, "4x4 7-8", "multi 7-7-1", 3x3-.AAAAAAAA
        names: Vec<String>,
    },
    /// Checks every byte of every file, and that it has the tables of its name
    Verify,
    /// Removes the table files, and those that killed runs left unfinished an hour ago or earlier; no others
    Clear,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum NotationName {
    Blank,
    Tile,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Notation {
        match name {
            NotationName::Blank => Notation::Blank,
            NotationName::Tile => Notation::Tile,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MetricName {
    Single,
    Multi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Table,
    Csv,
    Markdown,
}

/// A decimal weight, as thousandths.
fn weight(text: &str) -> Result<u32, String> {
    names::weight(text.parse().unwrap_or(f64::NAN))
}

/// A number with a unit behind it.
fn with_unit<T: FromStr>(text: &str) -> Option<(T, &str)> {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((text[..unit].parse().ok()?, text[unit..].trim()))
}

fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 500ms, 10s, 2m or 1h".to_string();
    let (number, unit) = with_unit::<f64>(text).ok_or_else(expected)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

fn memory(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 512MiB or 2GiB".to_string();
    let (number, unit) = with_unit::<f64>(text).ok_or_else(expected)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err(expected()),
    };
    let bytes = number * factor as f64;
    if bytes.is_finite() && bytes < 9e18 { Ok(bytes as u64) } else { Err(expected()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("soon").is_err());
        assert!(duration("-1s").is_err());
        assert_eq!(memory("2GiB"), Ok(MEMORY));
        assert_eq!(memory("100"), Ok(100));
        assert!(memory("2 pounds").is_err());
        assert_eq!(weight("1.5"), Ok(1500));
        assert!(weight("0.5").is_err());
        assert!(weight("nan").is_err());
    }
}
