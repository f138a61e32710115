//! The command line: verbs and their options.
//!
//! What a verb asks is a question of `ubin_front`, whose fields are its options. What only a command line has stands here: where a puzzle comes from, where the answer goes, how it looks on a terminal.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ubin::pack::challenge::ChallengeGrade;
use ubin::run::Limits;
use ubin::slide::TableStore;
use ubin::text::Family;
use ubin_front::Language;
use ubin_front::cache::{CacheFiles, CacheRemark, TableCache};
use ubin_front::clock::{Clock, Moment};
use ubin_front::question::{
    BoardFields, ChallengeFields, CheckQuestion, CompareQuestion, CountQuestion, DistancesQuestion, GenerateQuestion,
    HeuristicsQuestion, HintQuestion, LimitFields, LookFields, PuzzleFields, RenderQuestion, SolveQuestion,
    TreeQuestion, VerifyQuestion,
};
use ubin_front::words::parser;

use crate::memory;
use crate::output;
use crate::phrases;
use crate::serve::ServeArgs;
use crate::share::ShareArgs;

/// The bytes of tables that a command holds at once: a batch of several sizes goes from one large set to the next.
const TABLES: u64 = 2 << 30;

#[derive(Debug, Parser)]
#[command(name = "ubin", version, about = "Solves tile puzzles: sliding boards and packing boards", long_about = None)]
#[command(after_help = "Examples:
  ubin solve \"1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12\"
  ubin check board.txt
  ubin generate slide --size 4x4 --seed 7 | ubin solve -
  ubin solve iq
  ubin count pentominoes 6x10 --distinct

`ubin` alone opens the start screen; `ubin help options` lists the options that every verb takes.

Exit codes: 0 answered, 1 proven to have no solution, 2 bad usage or input,
3 a limit was reached first, 130 interrupted.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<CliVerb>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliVerb {
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
    Check(CheckArgs),
    /// Counts the solutions: the shortest ones of a sliding board, all of a packing board
    #[command(after_help = "Examples:
  ubin count \"8 6 7/2 5 4/3 - 1\"
  ubin count soma --distinct
  ubin count soma --checkpoint soma.ledger
  ubin count \"6 6 1/DEFAULT/AA/COPIES A 18\"
  ubin count \"2 2 2/DEFAULT/AA/BB\" --unlabelled

What is told apart: copies of one piece are not; pieces with different letters are,
also of one shape, unless --unlabelled is given. --distinct counts solutions that no
turn and no mirror image of the board carries into one another; a mirror image counts
when it carries the set of pieces onto itself, and may exchange a piece with its
mirror twin.")]
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
    /// Counts all boards of a size by their distance from the goal: histogram, radius, the farthest boards
    #[command(after_help = "Examples:
  ubin distances 3x3
  ubin distances 2x4 --metric multi --goal blank-first --json
  ubin distances 3x3 --to \"1 2 3/8 - 4/7 6 5\" -o histogram.svg")]
    Distances(DistancesArgs),
    /// Measures the heuristics on boards of a size: mean, error and effective branching of each
    #[command(after_help = "Examples:
  ubin heuristics 3x3
  ubin heuristics 2x4 --goal blank-first --json
  ubin heuristics 2x3 --sample 50 --seed 7 -o table.md

Bound, error = distance - bound, ratio = bound / distance: means over all boards up to 12 cells, else over the sample.
Branching: the b of a full tree b + b^2 + ... + b^d with as many nodes as A* generates on a board d moves away, a mean
over the sample; - where one of its boards takes more than a million nodes. The 239,500,800 boards of 12 cells take
some minutes; there pattern, whose lookups are slow, is measured on the sample.")]
    Heuristics(HeuristicsArgs),
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
    #[command(mut_arg("puzzle", |puzzle| puzzle.required(false).index(1)))]
    Play(PlayArgs),
    /// Shows puzzles, searches and their trees on a web page, on a loopback port
    #[command(after_help = "Examples:
  ubin serve
  ubin serve --open
  ubin serve --port 8080 --time-limit 30s --memory-limit 512MiB
  ubin serve --host 192.168.0.7
  ubin serve --allow-frames

One request takes at most --time-limit (5m), --node-limit (none) and --memory-limit (1GiB); as many
searches run at once as --threads says. Ctrl-C ends.")]
    Serve(ServeArgs),
    /// Writes the page as static files that need no server
    #[cfg(feature = "site")]
    #[command(after_help = "Examples:
  ubin site public
  python3 -m http.server -d public")]
    Site(crate::site::SiteArgs),
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
    /// Shares a long question out among processes and machines: by files, or by NATS
    #[command(after_help = "Examples:
  ubin share units job count soma --distinct
  ubin share do job
  ubin share audit job

docs/scale.md walks from one laptop to many machines.")]
    Share(ShareArgs),
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
    /// Prints the manual page of the command, or of one of its verbs
    Man {
        /// The verb
        verb: Vec<String>,
    },
    /// Lists the options that every verb takes
    #[command(hide = true)]
    Options,
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
    #[command(flatten)]
    pub(crate) limits: LimitFields,
    /// Keep what is done in this file; the same command goes on with it after it was ended or killed
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The seed of what is drawn at random; without one, a new seed is drawn and shown
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
    /// The language: en or id; otherwise that of the locale (LC_ALL, LC_MESSAGES, LANG)
    #[arg(long, value_name = "LANG", global = true, value_parser = parser::<Language>())]
    pub(crate) lang: Option<Language>,
    /// What the answer is headed by, when there are several.
    #[arg(skip)]
    pub(crate) heading: Option<String>,
    /// When the command began.
    #[arg(skip = Moment::now())]
    pub(crate) started: Moment,
}

impl Common {
    /// What a search may use, beside time.
    pub(crate) fn run_limits(&self) -> Limits {
        Limits { nodes: self.limits.node_limit, memory: Some(self.memory_limit()) }
    }

    /// The time that the command may take, from its start.
    pub(crate) fn clock(&self) -> Clock {
        Clock::new(self.started, self.time_limit())
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.limits.time_limit_ms.map(Duration::from_millis)
    }

    /// Pattern tables, built when they are first needed: small ones, so that a first answer comes soon.
    pub(crate) fn tables(&self, threads: usize) -> TableStore {
        let tables = TableStore::new(threads).with_cap(TABLES);
        match self.cache() {
            Some(cache) => tables.with_files(self.files(cache)),
            None => tables,
        }
    }

    /// The folder of tables, if there is a place for one.
    pub(crate) fn cache(&self) -> Option<TableCache> {
        TableCache::find(self.cache.as_deref())
    }

    /// The files of a table store, with remarks on standard error.
    pub(crate) fn files(&self, cache: TableCache) -> Arc<CacheFiles> {
        let quiet = self.quiet;
        Arc::new(CacheFiles::new(cache, move |remark: &CacheRemark| {
            if !quiet {
                let _ = writeln!(io::stderr(), "{}", phrases::warning(remark));
            }
        }))
    }

    pub(crate) fn memory_limit(&self) -> u64 {
        self.limits.memory_limit_bytes.unwrap_or_else(memory::by_default)
    }

    /// The seed given, or a new one, which is shown.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            // The standard library seeds its hash maps from the system; that is all the chance we need.
            let seed = RandomState::new().hash_one(0) >> 16;
            output::note(self, &phrases::seed_is(seed));
            seed
        })
    }

    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.limits.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Where puzzles come from, beside the argument itself.
#[derive(Clone, Debug, Args)]
pub(crate) struct SourceArgs {
    /// Further puzzles, answered in turn; or the board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "MORE")]
    pub(crate) more: Vec<String>,
    /// Every non-empty line is a sliding board, or packing puzzles stand between lines of ---; the answer is one JSON object
    /// a line
    #[arg(long)]
    pub(crate) batch: bool,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) question: CheckQuestion,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) question: SolveQuestion,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Show the board after every move
    #[arg(long)]
    pub(crate) steps: bool,
    #[command(flatten)]
    pub(crate) look: LookFields,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) question: CountQuestion,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) question: HintQuestion,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
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
  ubin generate slide --size 3x3 --length 31 --seed 1
  ubin generate slide --size 4x4 --difficulty easy --seed 1")]
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
    #[command(flatten)]
    pub(crate) challenges: ChallengeFields,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// List the built-in sets
    #[arg(long)]
    pub(crate) list: bool,
    /// How many, each with the next seed that has one (default 1)
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
}

impl GeneratePackArgs {
    /// The question, with the seed of the command.
    pub(crate) fn question(&self, seed: u64) -> GenerateQuestion {
        GenerateQuestion {
            family: Family::Pack,
            boards: BoardFields::default(),
            challenges: self.challenges.clone(),
            count: self.count,
            seed: Some(seed),
            limits: LimitFields::default(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct GenerateSlideArgs {
    #[command(flatten)]
    pub(crate) boards: BoardFields,
    /// How hard the boards are: a part of the farthest that a board of the size can be; easy, medium or hard
    #[arg(long, value_name = "LEVEL", conflicts_with = "length", value_parser = parser::<ChallengeGrade>())]
    pub(crate) difficulty: Option<ChallengeGrade>,
    /// How many (default 1)
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
}

impl GenerateSlideArgs {
    /// The question, with the seed of the command.
    pub(crate) fn question(&self, seed: u64) -> GenerateQuestion {
        GenerateQuestion {
            family: Family::Slide,
            boards: self.boards.clone(),
            challenges: ChallengeFields { difficulty: self.difficulty, ..ChallengeFields::default() },
            count: self.count,
            seed: Some(seed),
            limits: LimitFields::default(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) question: CompareQuestion,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Every non-empty line is a sliding board, and one table sums up over all of them; or packing puzzles stand between
    /// lines of ---, and each has a table
    #[arg(long)]
    pub(crate) batch: bool,
    /// How the table is written
    #[arg(long, value_name = "NAME", value_enum, default_value_t = TableStyle::Table)]
    pub(crate) format: TableStyle,
}

#[derive(Debug, Args)]
pub(crate) struct DistancesArgs {
    #[command(flatten)]
    pub(crate) question: DistancesQuestion,
}

#[derive(Debug, Args)]
pub(crate) struct HeuristicsArgs {
    #[command(flatten)]
    pub(crate) question: HeuristicsQuestion,
}

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) question: RenderQuestion,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) question: TreeQuestion,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Without a puzzle the start screen opens.
    #[command(flatten)]
    pub(crate) puzzle: Option<PuzzleFields>,
    /// The board of a set that has several: `pentominoes 6x10`
    #[arg(value_name = "BOARD", index = 2)]
    pub(crate) board: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) question: VerifyQuestion,
    /// The answer: a path, - for standard input, or the text itself: our JSON, moves such as DRD, or a packing as rows. Of two words the first is the board of a set that has several: `pentominoes 6x10 answer.json`
    #[arg(value_name = "ANSWER", required = true, num_args = 1..=2)]
    pub(crate) answer: Vec<String>,
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

impl TablesArgs {
    /// Whether tables are built.
    pub(crate) fn builds(&self) -> bool {
        matches!(self.verb, TablesVerb::Build { .. })
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum TablesVerb {
    /// What is there and what could be built
    List,
    /// Builds sets by name, within --time-limit and --memory-limit; without a name 6-6-3 and 7-8
    Build {
        /// Names as `list` shows them: 7-8, "4x4 7-8", "multi 7-7-1", 3x3-.AAAAAAAA; learned 6x6 learns a score for beams
        names: Vec<String>,
    },
    /// Checks every byte of every file, and that it has the tables of its name
    Verify,
    /// Removes the table files, and those that killed runs left unfinished an hour ago or earlier; no others
    Clear,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableStyle {
    Table,
    Csv,
    Markdown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_needs_no_puzzle() {
        let played = |args: &[&str]| match Cli::try_parse_from([&["ubin", "play"], args].concat()).unwrap().verb {
            Some(CliVerb::Play(args)) => (args.puzzle.map(|fields| fields.puzzle), args.board),
            other => panic!("{other:?}"),
        };
        assert_eq!(played(&[]), (None, None));
        assert_eq!(played(&["pentominoes", "6x10"]), (Some("pentominoes".into()), Some("6x10".into())));
    }

    #[test]
    fn limits_stand_before_and_after_the_verb() {
        for args in [["ubin", "--time-limit", "500ms", "check", "iq"], ["ubin", "check", "iq", "--time-limit", "0.5"]] {
            let common = Cli::parse_from(args).common;
            assert_eq!(common.time_limit(), Some(Duration::from_millis(500)));
        }
    }
}
