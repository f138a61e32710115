//! The tree of a search: as a picture, as text, and for Graphviz.
//!
//! A node is a **card**: its board, how it was reached, g + h = f, and what became of it. The state is told by a word and by the card's outline (live: broken; expanded: solid, with the number of its turn; pruned: hatched;
//! goal: double), never by colour alone. A tree that is too large shows its first nodes and, below them, every level in numbers.

mod words;

use std::fmt::Write as _;

use self::words::TreeWords;
use super::pack as packing;
use super::palette::Role;
use super::slide::{Place, draw};
use super::svg::{Anchor, Look, Paint, Picture, Words};
use super::text::one_line;
use super::tidy;
use crate::language::Language;
use ubin::observe::{State, Tree};
use ubin::pack::{self, BoardKind};
use ubin::slide::{self, Dir};

/// The most cells of a board that is drawn on a card.
const CARD_CELLS: usize = 64;
/// The cards that fit a page.
const PAGE: usize = 48;
/// How wide they may stand beside each other: on a page that lies on its side their words are still read.
const PAGE_WIDTH: f64 = 1600.0;
/// Between neighbours.
const GAP: f64 = 14.0;
/// The most levels listed below a tree.
const LEVELS: usize = 60;
const MARGIN: f64 = 20.0;

/// What a card shows besides its node.
#[derive(Clone, Debug)]
struct Card {
    /// The move or the piece that led here.
    label: String,
    /// The board on one line; nothing for a board too large to be read.
    board: String,
    /// `g 1 + h 2 = 3`.
    cost: String,
    picture: Option<Picture>,
}

/// A tree that is ready to be drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    words: TreeWords,
    title: String,
    /// What the method counted.
    summary: String,
    /// Nodes expanded, and what else the method counted.
    counts: (u64, u64, &'static str),
    /// What a level is.
    level: &'static str,
    tree: Tree<()>,
    cards: Vec<Card>,
    /// Whether its picture is to be no wider than a page.
    is_page: bool,
}

impl Drawing {
    /// The tree of a sliding search.
    #[must_use]
    pub fn of_slide(puzzle: &slide::Puzzle, grown: &slide::tree::Grown, language: Language) -> Drawing {
        let words = TreeWords(language);
        let card = |number: usize| {
            let node = &grown.tree.nodes[number];
            let mut board = puzzle.board().clone();
            for &&dir in &grown.tree.path(number) {
                board.slide(dir);
            }
            let shown = board.size().cells() <= CARD_CELLS;
            let marked = node.by.and_then(|dir: Dir| board.size().neighbour(board.blank(), dir.opposite()));
            let picture = shown.then(|| {
                let place = Place { x: 0.0, y: 0.0, cell: 19.0 };
                let (width, height) = place.room(board.size());
                let mut picture = Picture::new(width, height, "");
                draw(&mut picture, &board, place, marked.as_slice());
                picture
            });
            Card {
                label: node.by.map_or_else(String::new, |dir| words.way(dir)),
                board: if shown { one_line(&board) } else { String::new() },
                cost: match grown.heuristic {
                    None => format!("g {}", node.g),
                    Some(_) => format!("g {} + h {} = {}", node.g, node.h, node.g + node.h),
                },
                picture,
            }
        };
        let cards = (0..grown.tree.nodes.len()).map(card).collect();
        let counts = (grown.stats.expanded, grown.stats.generated, "generated");
        Drawing::new(words, (words.of_moves(grown), "g"), counts, grown.tree.clone().map(|_| ()), cards)
    }

    /// The tree of a packing search.
    #[must_use]
    pub fn of_pack(
        puzzle: &pack::Puzzle,
        grown: &pack::tree::GrownPack,
        stats: ubin::run::Stats,
        language: Language,
    ) -> Drawing {
        let words = TreeWords(language);
        let card = |number: usize| {
            let node = &grown.tree.nodes[number];
            let mut owners = puzzle.owners();
            for step in grown.tree.path(number) {
                // The next copy that is not on the board yet, if there is one; a gap has none.
                let next = |piece: usize| {
                    let copies = puzzle.copies(piece);
                    copies.clone().find(|copy| !owners.contains(copy)).unwrap_or(copies.start)
                };
                let copy = step.piece.map_or(pack::EMPTY, next);
                step.cells.iter().for_each(|&cell| owners[cell as usize] = copy);
            }
            let label =
                node.by.as_ref().map_or_else(String::new, |step| words.placement(puzzle, step.piece, step.cells[0]));
            let shown = owners.len() <= 4 * CARD_CELLS;
            let board = if shown { packing::one_line(puzzle, &owners) } else { String::new() };
            let picture = shown.then(|| mini(puzzle, &owners));
            Card { label, board, cost: words.placed(node.g), picture }
        };
        let cards = (0..grown.tree.nodes.len()).map(card).collect();
        let counts = (stats.expanded, grown.cases, "cases");
        Drawing::new(words, (words.of_packing(grown), "placed"), counts, grown.tree.clone().map(|_| ()), cards)
    }

    fn new(
        words: TreeWords,
        (title, level): (String, &'static str),
        counts: (u64, u64, &'static str),
        tree: Tree<()>,
        cards: Vec<Card>,
    ) -> Drawing {
        Drawing { words, title, summary: words.summary(counts, &tree), counts, level, tree, cards, is_page: false }
    }

    /// The tree as a page shows it: the ways to goals and the first nodes; what lies below the others is counted on their parents.
    #[must_use]
    pub fn on_a_page(mut self) -> Drawing {
        self.is_page = true;
        if self.tree.nodes.len() <= PAGE {
            return self;
        }
        let leads = self.on_the_way();
        let mut room = PAGE.saturating_sub(leads.iter().filter(|leads| **leads).count());
        let kept: Vec<bool> =
            leads.into_iter().map(|leads| leads || room.checked_sub(1).map(|left| room = left).is_some()).collect();
        self.folded(&kept)
    }

    /// What a page has room for beside each other: the ways to goals and the first nodes; `None` when that is all.
    fn narrowed(&self) -> Option<Drawing> {
        let width = CardSize::of(self).width;
        let fits = |kept: &[bool]| span(&tidy::layout(&self.parents(kept)), width) <= PAGE_WIDTH;
        if !self.is_page || fits(&vec![true; self.tree.nodes.len()]) {
            return None;
        }
        let mut kept = self.on_the_way();
        while let Some(next) = kept.iter().position(|kept| !kept) {
            kept[next] = true;
            if !fits(&kept) {
                kept[next] = false;
                break;
            }
        }
        Some(Drawing { is_page: false, ..self.clone().folded(&kept) })
    }

    /// The parents of the nodes that are kept, all numbered anew.
    fn parents(&self, kept: &[bool]) -> Vec<Option<usize>> {
        let numbers: Vec<usize> =
            kept.iter().scan(0, |next, kept| Some(std::mem::replace(next, *next + usize::from(*kept)))).collect();
        let nodes = self.tree.nodes.iter().zip(kept).filter(|(_, kept)| **kept);
        nodes.map(|(node, _)| node.parent.map(|parent| numbers[parent])).collect()
    }

    /// Only the nodes that are kept, each with its parent; the others are counted on theirs.
    fn folded(mut self, kept: &[bool]) -> Drawing {
        let parents = self.parents(kept);
        // Children come after their parents, so what is folded is counted from behind.
        for number in (0..kept.len()).rev().filter(|&number| !kept[number]) {
            let below = self.tree.nodes[number].more + 1;
            if let Some(parent) = self.tree.nodes[number].parent {
                self.tree.nodes[parent].more += below;
            }
        }
        let mut is_kept = kept.iter();
        self.tree.nodes.retain(|_| is_kept.next() == Some(&true));
        for (node, parent) in self.tree.nodes.iter_mut().zip(parents) {
            node.parent = parent;
        }
        let mut is_kept = kept.iter();
        self.cards.retain(|_| is_kept.next() == Some(&true));
        self.summary = self.words.summary(self.counts, &self.tree);
        self
    }

    /// Whether a node leads to a goal.
    fn on_the_way(&self) -> Vec<bool> {
        let mut leads: Vec<bool> = self.tree.nodes.iter().map(|node| node.state == State::Goal).collect();
        for number in (0..leads.len()).rev() {
            if let (true, Some(parent)) = (leads[number], self.tree.nodes[number].parent) {
                leads[parent] = true;
            }
        }
        leads
    }

    /// As a picture.
    ///
    /// ```
    /// use ubin_front::{Language, render::{svg::Style, tree::Drawing}};
    /// use ubin::run::{Control, Limits, Run};
    /// use ubin::slide::{Goal, Puzzle, TableStore, solve::Options, text, tree};
    ///
    /// let puzzle = Puzzle::with_goal(text::read("1 2 3/4 5 6/7 - 8", None)?, Goal::BlankLast);
    /// let control = Control::new();
    /// let mut run = Run::new(Limits::default(), &control);
    /// let grown = tree::grow(&puzzle, &Options::default(), &TableStore::default(), 100, &mut run)?;
    /// let svg = Drawing::of_slide(&puzzle, &grown, Language::En).picture().svg(Style::default());
    /// assert!(svg.contains(">goal</text>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn picture(&self) -> Picture {
        if let Some(narrowed) = self.narrowed() {
            return narrowed.picture();
        }
        let layout = tidy::layout(&self.tree.nodes.iter().map(|node| node.parent).collect::<Vec<_>>());
        let size = CardSize::of(self);
        let (step_x, step_y) = (size.width + GAP, size.height + 46.0);
        let widest = span(&layout, size.width);
        let tidy::Layout { x, level, .. } = layout;
        let levels = level.iter().max().map_or(0, |deepest| deepest + 1) as f64;
        let is_labelled = self.tree.rounds.len() > 1 || self.tree.rounds.iter().any(Option::is_some);
        let rounds = if is_labelled { 24.0 } else { 0.0 };
        let top = 64.0 + rounds;
        let below = self.levels_height();
        // What the head needs: a browser without a narrower font writes the bold line in wide letters, such as DejaVu's.
        let head = (11.0 * self.title.chars().count() as f64).max(8.2 * self.summary.chars().count() as f64);
        let width = widest.max(head).max(if below > 0.0 { 560.0 } else { 320.0 }) + 2.0 * MARGIN;
        let height = top + levels * step_y - 46.0 + below + MARGIN;
        let mut picture = Picture::new(width.ceil(), height.ceil(), self.words.title(&self.title));
        picture.ground();
        picture.text((MARGIN, 24.0), Words::new(self.title.clone(), 17.0).bold().anchored(Anchor::Start));
        let summary = Words::new(self.summary.clone(), 13.0).anchored(Anchor::Start).in_paint(Role::Muted);
        picture.text((MARGIN, 46.0), summary);
        let at = |node: usize| (MARGIN + x[node] * step_x, top + level[node] as f64 * step_y);
        let leads = self.on_the_way();
        for (node, card) in self.cards.iter().enumerate() {
            let Some(parent) = self.tree.nodes[node].parent else { continue };
            let ((px, py), (cx, cy)) = (at(parent), at(node));
            let from = (px + size.width / 2.0, py + size.height);
            let to = (cx + size.width / 2.0, cy);
            let look = match leads[node] {
                true => Look::line(Role::Accent, 2.4),
                false => Look::line(Role::Outline, 1.2),
            };
            picture.line(&[from, (to.0, to.1 - 20.0), to], look);
            let room = 6.6 * card.label.chars().count() as f64 + 8.0;
            picture.rect([to.0 - room / 2.0, to.1 - 21.0, room, 15.0], 3.0, Look::fill(Role::Ground));
            picture.text((to.0, to.1 - 13.0), Words::new(card.label.clone(), 11.0));
        }
        for node in 0..self.cards.len() {
            self.card(&mut picture, node, at(node), &size);
        }
        self.levels(&mut picture, top + levels * step_y - 46.0);
        picture
    }

    fn card(&self, picture: &mut Picture, number: usize, (x, y): (f64, f64), size: &CardSize) {
        let (node, card) = (&self.tree.nodes[number], &self.cards[number]);
        picture.open(format!("{} {} {}", card.label, card.cost, self.words.fate(node)));
        let frame = [x, y, size.width, size.height];
        let look = match node.state {
            State::Live => Look::fill(Role::Ground).outlined(Role::Outline, 1.4).dashed(),
            State::Expanded => Look::fill(Role::Ground).outlined(Role::Ink, 1.4),
            State::Pruned => Look::fill(Role::Panel).outlined(Role::Faint, 1.4),
            State::Goal => Look::fill(Role::Ground).outlined(Role::Accent, 2.4),
        };
        picture.rect(frame, 6.0, look);
        if node.state == State::Goal {
            let inner = [x + 4.0, y + 4.0, size.width - 8.0, size.height - 8.0];
            picture.rect(inner, 4.0, Look::line(Role::Accent, 1.0));
        }
        let middle = x + size.width / 2.0;
        if let (None, Some(bound)) = (node.parent, self.tree.rounds.get(node.round).copied().flatten()) {
            picture.text((middle, y - 12.0), Words::new(self.words.bound(bound), 12.0).bold());
        } else if node.parent.is_none() && self.tree.rounds.len() > 1 {
            picture.text((middle, y - 12.0), Words::new(self.words.round(node.round), 12.0).bold());
        }
        if let Some(board) = &card.picture {
            picture.paste(board, (middle - board.width() / 2.0, y + 12.0));
            if node.state == State::Pruned {
                let over = [middle - board.width() / 2.0, y + 12.0, board.width(), board.height()];
                picture.rect(over, 2.0, Look::fill(Paint::Hatch(Role::Outline)));
            }
        }
        let below = y + size.height - 36.0;
        picture.text((middle, below + 8.0), Words::new(card.cost.clone(), 11.5).bold());
        picture.text((middle, below + 23.0), Words::new(self.words.fate(node), 10.5).in_paint(Role::Muted));
        if let Some(order) = node.order {
            let text = order.to_string();
            let room = 7.2 * text.len() as f64 + 10.0;
            picture.rect([x - 5.0, y - 7.0, room, 18.0], 9.0, Look::fill(Role::Ink));
            let words = Words::new(text, 11.5).bold().in_paint(Role::Ground);
            picture.text((x - 5.0 + room / 2.0, y + 2.0), words);
        }
        if node.more > 0 {
            // On a plate over the card's lower edge: edges to children, and those that pass by, run beneath it.
            let text = self.words.more(node.more);
            let room = 6.4 * text.chars().count() as f64 + 10.0;
            let plate = [middle - room / 2.0, y + size.height - 5.0, room, 16.0];
            picture.rect(plate, 8.0, Look::fill(Role::Ground).outlined(Role::Outline, 1.0));
            picture.text((middle, y + size.height + 3.0), Words::new(text, 10.5).in_paint(Role::Muted));
        }
        picture.close();
    }

    fn levels_height(&self) -> f64 {
        if self.tree.is_whole() { 0.0 } else { 56.0 + 18.0 * self.tree.levels.len().min(LEVELS + 1) as f64 }
    }

    /// The levels in numbers, for a tree that is not drawn as a whole. The bars are logarithmic.
    fn levels(&self, picture: &mut Picture, top: f64) {
        if self.tree.is_whole() {
            return;
        }
        let ends = [40.0, 140.0, 240.0, 330.0, 390.0];
        for (head, x) in self.words.heads(self.level).into_iter().zip(ends) {
            let words = Words::new(head, 12.0).bold().anchored(Anchor::End);
            picture.text((MARGIN + x, top + 38.0), words);
        }
        let scale = Words::new(self.words.scale(), 12.0).anchored(Anchor::Start).in_paint(Role::Muted);
        picture.text((MARGIN + 404.0, top + 38.0), scale);
        let most = self.tree.levels.iter().map(|level| level.made).max().unwrap_or(1).max(2) as f64;
        for (g, level) in self.tree.levels.iter().enumerate().take(LEVELS) {
            let y = top + 56.0 + 18.0 * g as f64;
            let row = [g as u64, level.made, level.expanded, level.pruned, level.goals];
            for (x, value) in ends.into_iter().zip(row) {
                picture.text((MARGIN + x, y), Words::new(self.words.0.grouped(value), 12.0).anchored(Anchor::End));
            }
            let length = 130.0 * ((level.made + 1) as f64).ln() / (most + 1.0).ln();
            picture.rect([MARGIN + 404.0, y - 5.0, length, 10.0], 2.0, Look::fill(Role::Outline));
        }
        if self.tree.levels.len() > LEVELS {
            let left = self.words.more_levels((self.tree.levels.len() - LEVELS) as u64);
            let y = top + 56.0 + 18.0 * LEVELS as f64;
            picture.text((MARGIN, y), Words::new(left, 12.0).anchored(Anchor::Start).in_paint(Role::Muted));
        }
    }

    /// For Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut dot = String::from("digraph tree {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
        let _ = writeln!(dot, "  label=\"{}\\n{}\";\n  labelloc=t;", quoted(&self.title), quoted(&self.summary));
        for (number, (node, card)) in self.tree.nodes.iter().zip(&self.cards).enumerate() {
            let board = card.board.replace("//", "\\n\\n").replace('/', "\\n");
            let lines = [board, quoted(&card.cost), quoted(&self.words.fate(node))];
            let label: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
            let style = match node.state {
                State::Live => "style=dashed",
                State::Expanded => "style=solid",
                State::Pruned => "style=filled, fillcolor=\"#DDE1E7\"",
                State::Goal => "peripheries=2, style=bold",
            };
            let _ = writeln!(dot, "  n{number} [label=\"{}\", {style}];", label.join("\\n"));
            if let Some(parent) = node.parent {
                let _ = writeln!(dot, "  n{parent} -> n{number} [label=\"{}\"];", quoted(&card.label));
            }
        }
        dot += "}\n";
        dot
    }

    /// As text: one line a node, children below their parents.
    #[must_use]
    pub fn text(&self) -> String {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.tree.nodes.len()];
        let mut stack: Vec<(usize, String, bool)> = Vec::new();
        for (number, node) in self.tree.nodes.iter().enumerate().rev() {
            match node.parent {
                Some(parent) => children[parent].push(number),
                None => stack.push((number, String::new(), true)),
            }
        }
        // The newest root is on top of the stack only if it was pushed last: roots were pushed backwards.
        let mut text = format!("{}\n{}\n\n", self.title, self.summary);
        while let Some((number, indent, is_last)) = stack.pop() {
            let (node, card) = (&self.tree.nodes[number], &self.cards[number]);
            let branch = match (node.parent, is_last) {
                (None, _) => "",
                (Some(_), true) => "└─ ",
                (Some(_), false) => "├─ ",
            };
            if let (None, true) = (node.parent, self.tree.rounds.len() > 1) {
                let bound = self.tree.rounds[node.round].map(|bound| format!(", {}", self.words.bound(bound)));
                let _ = writeln!(text, "{}{}", capitalised(&self.words.round(node.round)), bound.unwrap_or_default());
            }
            let parts = [card.label.as_str(), card.board.as_str(), card.cost.as_str(), &self.words.fate(node)];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let more = if node.more > 0 { format!("  ({})", self.words.more(node.more)) } else { String::new() };
            let _ = writeln!(text, "{indent}{branch}{}{more}", parts.join("  "));
            let below = match (node.parent, is_last) {
                (None, _) => String::new(),
                (Some(_), true) => format!("{indent}   "),
                (Some(_), false) => format!("{indent}│  "),
            };
            // The children were collected backwards: the first of them is the last one.
            let last = children[number].first().copied();
            let below = children[number].iter().map(|&child| (child, below.clone(), Some(child) == last));
            stack.extend(below.collect::<Vec<_>>());
        }
        if !self.tree.is_whole() {
            text += &self.levels_text();
        }
        text
    }

    fn levels_text(&self) -> String {
        let [g, made, expanded, pruned, goals] = self.words.heads(self.level);
        let wide = g.len().max(6);
        let mut text = format!("\n{g:>wide$} {made:>14} {expanded:>14} {pruned:>14} {goals:>6}\n");
        for (g, level) in self.tree.levels.iter().enumerate() {
            let counts = [level.made, level.expanded, level.pruned];
            let [made, expanded, pruned] = counts.map(|count| self.words.0.grouped(count));
            let _ = writeln!(text, "{g:>wide$} {made:>14} {expanded:>14} {pruned:>14} {:>6}", level.goals);
        }
        text
    }
}

/// A line that begins with a capital letter.
fn capitalised(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A string between the quotes of Graphviz.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// How wide cards of a width are together.
fn span(layout: &tidy::Layout, width: f64) -> f64 {
    layout.x.iter().copied().fold(0.0, f64::max) * (width + GAP) + width
}

/// All cards are equally large.
struct CardSize {
    width: f64,
    height: f64,
}

impl CardSize {
    fn of(drawing: &Drawing) -> CardSize {
        let most = |of: fn(&Picture) -> f64| {
            drawing.cards.iter().filter_map(|card| card.picture.as_ref()).map(of).fold(0.0, f64::max)
        };
        let lines = drawing.cards.iter().zip(&drawing.tree.nodes);
        let text = lines.map(|(card, node)| {
            let line =
                (6.9 * card.cost.chars().count() as f64).max(5.6 * drawing.words.fate(node).chars().count() as f64);
            line.max(6.6 * card.label.chars().count() as f64)
        });
        let width = most(Picture::width).max(text.fold(0.0, f64::max)) + 20.0;
        let board = most(Picture::height);
        CardSize { width: width.max(70.0), height: board + if board > 0.0 { 56.0 } else { 46.0 } }
    }
}

/// A packing on a card: a flat board, or the layers side by side from the top.
fn mini(puzzle: &pack::Puzzle, owners: &[u32]) -> Picture {
    let (board, laid) = (puzzle.board(), packing::Laid::new(puzzle, owners));
    let plans: Vec<packing::Plan<'_>> =
        (0..board.layers()).rev().map(|layer| packing::Plan::layer(&laid, layer)).collect();
    let cols = plans.iter().map(|plan| plan.cols).sum::<usize>() as f64;
    let rows = plans.iter().map(|plan| plan.rows).max().unwrap_or(1) as f64;
    let room = if board.is_flat() { 150.0 } else { 180.0 };
    let cell = (room / cols.max(rows)).clamp(5.0, if board.kind() == BoardKind::Pyramid { 14.0 } else { 18.0 });
    let gap = 6.0;
    let mut picture = Picture::new(cols * cell + gap * (plans.len() - 1) as f64, rows * cell, "");
    let mut x = 0.0;
    for plan in plans {
        plan.draw(&mut picture, (x, (rows - plan.rows as f64) * cell), cell);
        x += plan.cols as f64 * cell + gap;
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_do_not_end_a_label() {
        assert_eq!(quoted(r#"a "b" \"#), r#"a \"b\" \\"#);
    }
}
