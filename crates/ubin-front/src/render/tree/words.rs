//! What a tree says, in every language: English here, the others by the names of their tables that begin with `tree.`, `node.`, `why.` and `way.`.

use serde_json::{Value, json};
use ubin::observe::{Node, State, Tree};
use ubin::pack::{self, tree::GrownPack};
use ubin::run::Stop;
use ubin::slide::{Dir, solve::Status, tree::Grown};

use crate::language::{Language, Sentences};

/// The words of a tree in one language.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeWords(pub(super) Language);

impl TreeWords {
    fn say(self, name: &str, english: &str, values: &Value) -> String {
        self.0.sentence(&format!("tree.{name}"), english, values)
    }

    /// A number of things, with the English words for one and for several.
    fn count(self, name: &str, number: u64, one: &str, several: &str) -> String {
        self.say(name, if number == 1 { one } else { several }, &json!({ "number": number }))
    }

    fn stopped(self, stop: Stop) -> String {
        self.say("stopped", "stopped: {why}", &json!({"why": self.0.say(Sentences::Reason, &stop)}))
    }

    /// The method and what it found.
    pub(super) fn of_moves(self, grown: &Grown) -> String {
        let found = match (&grown.moves, grown.status) {
            (Some(moves), _) => self.count("moves", moves.len() as u64, "{number} move", "{number} moves"),
            (None, Status::Stopped(stop)) => self.stopped(stop),
            (None, _) => self.say("unsolvable", "the puzzle cannot be solved", &Value::Null),
        };
        let method = grown.method.name();
        match grown.heuristic {
            None => format!("{method}: {found}"),
            Some(heuristic) => {
                let values = json!({"by": method, "heuristic": heuristic.name(), "found": found});
                self.say("by", "{by} with {heuristic}: {found}", &values)
            }
        }
    }

    /// The method and what it found.
    pub(super) fn of_packing(self, grown: &GrownPack) -> String {
        let found = match &grown.outcome {
            pack::PackOutcome::Solved(()) => self.say("solution", "a solution", &Value::Null),
            pack::PackOutcome::Impossible(reason) => {
                self.say("none", "no solution: {why}", &json!({"why": self.0.say(Sentences::Reason, reason)}))
            }
            pack::PackOutcome::Stopped(stop) => self.stopped(*stop),
        };
        format!("{}: {found}", grown.method)
    }

    pub(super) fn title(self, title: &str) -> String {
        self.say("title", "Search tree, {title}", &json!({ "title": title }))
    }

    /// Where the blank went.
    pub(super) fn way(self, dir: Dir) -> String {
        self.0.word("way", &dir.to_string()).into()
    }

    /// Which piece was placed, and where its first cell is; `None` is a cell that stays empty.
    pub(super) fn placement(self, puzzle: &pack::Puzzle, piece: Option<usize>, cell: u32) -> String {
        let spot = puzzle.board().spots()[cell as usize];
        let name = piece.map_or_else(|| self.0.word("tree", "gap"), |piece| puzzle.pieces()[piece].name());
        let at = json!({"name": name, "row": spot.row + 1, "column": spot.col + 1, "layer": spot.layer + 1});
        match puzzle.board().is_flat() {
            true => self.say("at", "{name} at r{row} c{column}", &at),
            false => self.say("at-layer", "{name} at layer {layer} r{row} c{column}", &at),
        }
    }

    pub(super) fn placed(self, number: u32) -> String {
        self.say("cost", "{number} placed", &json!({ "number": number }))
    }

    pub(super) fn bound(self, bound: u32) -> String {
        self.say("bound", "bound {bound}", &json!({ "bound": bound }))
    }

    pub(super) fn round(self, round: usize) -> String {
        self.say("round", "round {round}", &json!({ "round": round + 1 }))
    }

    /// Children that are not shown.
    pub(super) fn more(self, more: u64) -> String {
        self.say("more", "+{number} more", &json!({ "number": more }))
    }

    pub(super) fn more_levels(self, levels: u64) -> String {
        self.count("levels", levels, "{number} more level", "{number} more levels")
    }

    /// What the bars of the levels show.
    pub(super) fn scale(self) -> String {
        self.say("scale", "made, log scale", &Value::Null)
    }

    /// The heads of the levels in numbers.
    pub(super) fn heads(self, level: &str) -> [&str; 5] {
        [level, "made", "expanded", "pruned", "goals"].map(|head| self.0.word("tree", head))
    }

    /// What the method counted, and how much of the tree is shown.
    pub(super) fn summary(self, (expanded, other, what): (u64, u64, &str), tree: &Tree<()>) -> String {
        let (listed, all) = (tree.nodes.len() as u64, tree.made());
        let shown = match tree.is_whole() {
            true => self.count("nodes", all, "{number} node", "{number} nodes"),
            false => self.say("first", "the first {listed} of {all} nodes", &json!({"listed": listed, "all": all})),
        };
        let rounds = match tree.rounds.len() {
            0 | 1 => String::new(),
            rounds => self.say("rounds", ", {number} rounds", &json!({ "number": rounds })),
        };
        let values = json!({"expanded": expanded, "other": other, "what": self.0.word("tree", what)});
        self.say("counts", "{expanded} expanded, {other} {what}; ", &values) + &shown + &rounds
    }

    /// What became of a node.
    pub(super) fn fate(self, node: &Node<()>) -> String {
        let why = node.why.map(|why| self.0.word("why", &why.to_string()).to_owned());
        match (node.state, why, node.order) {
            (State::Expanded, None, Some(order)) => self.say("turn", "expanded {order}", &json!({ "order": order })),
            (State::Expanded, Some(why), Some(order)) => {
                self.say("turn-why", "expanded {order}, {why}", &json!({"order": order, "why": why}))
            }
            (State::Pruned, Some(why), _) => self.say("pruned-why", "pruned: {why}", &json!({ "why": why })),
            (state, ..) => self.0.word("node", &state.to_string()).into(),
        }
    }
}
