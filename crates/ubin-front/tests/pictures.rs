//! Pictures: what they look like (snapshots), that they are well-formed and complete in themselves, and that nothing is drawn off the sheet.

use ubin::pack;
use ubin::run::{Control, Limits, Run};
use ubin::slide::solve::{Method, Metric, Options};
use ubin::slide::{Dir, Goal, Notation, Puzzle, Size, TableStore, text, tree};
use ubin_front::Language;
use ubin_front::render::chart::{Bar, chart};
use ubin_front::render::palette::{self, Theme};
use ubin_front::render::slide::Wording;
use ubin_front::render::space::View;
use ubin_front::render::svg::{Lettering, Picture, Style};
use ubin_front::render::tree::Drawing;
use ubin_front::render::{pack as packing, slide as sliding, weights};

const LECTURE: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";

fn puzzle(board: &str) -> Puzzle {
    Puzzle::with_goal(text::read(board, None).unwrap(), Goal::BlankLast)
}

fn moves(letters: &str) -> Vec<Dir> {
    letters.chars().map(|letter| Dir::of_letter(letter).unwrap()).collect()
}

fn pack_puzzle(text: &str) -> pack::Puzzle {
    pack::text::read(text).unwrap().puzzle
}

fn solved(puzzle: &pack::Puzzle) -> pack::Solution {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    match pack::solve::solve(puzzle, pack::PackPlan::default(), &mut run).outcome {
        pack::PackOutcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

fn grown(board: &str, method: Method, most: usize) -> Drawing {
    let puzzle = puzzle(board);
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let options = Options { method, ..Options::default() };
    Drawing::of_slide(
        &puzzle,
        &tree::grow(&puzzle, &options, &TableStore::default(), most, &mut run).unwrap(),
        Language::En,
    )
}

fn packed(text: &str, method: pack::Method, most: usize) -> Drawing {
    let puzzle = pack_puzzle(text);
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let grown = pack::tree::grow(&puzzle, method, most, &mut run);
    Drawing::of_pack(&puzzle, &grown, run.stats(), Language::En)
}

fn bars() -> Vec<Bar> {
    let bar = |name: &str, nodes, time_ms, remark: Option<&str>| Bar {
        name: name.into(),
        nodes,
        time_ms,
        is_proven: remark.is_none(),
        remark: remark.map(Into::into),
    };
    vec![
        bar("astar manhattan", 2470, 0.37, None),
        bar("bfs", 260_215, 52.5, Some("limit")),
        bar("greedy", 12_345_678_901, 9_876_543.2, Some("not proven")),
        bar("quick", 0, 0.0, None),
    ]
}

const PYRAMID: &str = "2 2 2\nPYRAMID\nAA\nA\nBB";
const BOX: &str = "2 2 2\nBOX 2\nAA\nA\nBB\nBB\n/\nB";
const CORNERS: &str = "2 3 2\nDEFAULT\nAA\nA\nBB\nB";

/// Puzzles with copies, flat, of cubes and of balls; and pieces with names.
const DOMINOES: &str = "4 4 1\nDEFAULT\nAA\nCOPIES A 8";
const BRICKS: &str = "2 2 1\nBOX 3\nAA\nCOPIES A 6";
const BALLS: &str = "3 3 1\nPYRAMID\nAA\nCOPIES A 7";
const NAMED: &str = "2 3 2\nDEFAULT\nPIECE corner\n##\n#\nPIECE angle\n##\n#";

/// The five tetrominoes, and three of one kind in space: no packings.
const TETROMINOES: &str = "4 5 5\nDEFAULT\nAAAA\nBB\nBB\nCCC\nC\nDD\n DD\nEEE\n E";
const TEES: &str = "3 2 3\nBOX 2\nAAA\n A\nBBB\n B\nCCC\n C";

fn proof(puzzle: &pack::Puzzle) -> pack::Certificate {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    match pack::solve::solve(puzzle, pack::PackPlan::default(), &mut run).outcome {
        pack::PackOutcome::Impossible(reason) => reason.certificate().expect("weights prove it").clone(),
        other => panic!("{other:?}"),
    }
}

/// Every kind of picture, from the smallest to the largest.
fn gallery(language: Language) -> Vec<(String, Picture)> {
    let view = View::default();
    let (single, lines) = (
        Wording { language, ..Wording::default() },
        Wording { metric: Metric::Multi, notation: Notation::Tile, language },
    );
    let large = |side| Goal::BlankLast.board(Size::new(side, side).unwrap());
    let mut pictures = vec![
        ("board 2x2".into(), sliding::board(&large(2), language)),
        ("board 8x8".into(), sliding::board(&large(8), language)),
        ("board 32x32".into(), sliding::board(&large(32), language)),
        ("sheet".into(), sliding::sheet(&puzzle(LECTURE), &moves("DRD"), single)),
        ("sheet of nothing".into(), sliding::sheet(&puzzle("1 2/3 -"), &[], lines)),
        ("long sheet".into(), sliding::sheet(&puzzle(LECTURE), &moves(&"ULDR".repeat(800)), single)),
        ("sheet of lines".into(), sliding::sheet(&puzzle(LECTURE), &moves(&"ULLDDRRU".repeat(99)), lines)),
        (
            "large sheet".into(),
            sliding::sheet(&Puzzle::with_goal(large(32), Goal::BlankLast), &moves(&"UD".repeat(9)), single),
        ),
        ("chart".into(), chart("A < B & C", "nodes", &bars(), language)),
        ("empty chart".into(), chart("Nothing", "nodes", &[], language)),
        ("lecture".into(), grown(LECTURE, Method::BranchAndBound, 100).picture()),
        ("rounds".into(), grown("2 3 6/1 5 8/4 7 -", Method::Ida, 500).picture()),
        ("cut".into(), grown("8 6 7/2 5 4/3 - 1", Method::Astar, 50).picture()),
        ("wide tree".into(), grown(&large(9).to_string().replace("79 80 -", "79 - 80"), Method::Astar, 50).picture()),
        ("brute tree".into(), packed(CORNERS, pack::Method::BruteForce, 100).picture()),
        ("pyramid tree".into(), packed(PYRAMID, pack::Method::Cover, 100).picture()),
        ("box tree".into(), packed(BOX, pack::Method::Backtrack, 100).picture()),
    ];
    for text in [TETROMINOES, TEES] {
        let puzzle = pack_puzzle(text);
        pictures.push((format!("weights of {text}"), weights::weights(&puzzle, &proof(&puzzle), language)));
    }
    for set in ["iq", "iq-diamond", "iq-pyramid", "pentominoes 3x20", "soma", "bedlam"] {
        let puzzle = pack_puzzle(&pack::sets::named(set).unwrap().text());
        pictures.push((format!("{set} at the start"), packing::position(&puzzle, view, language)));
        pictures.push((set.into(), packing::solution(&puzzle, &solved(&puzzle), view, language)));
    }
    for angles in ["0,0", "0,90", "123,45", "270,10"] {
        let view = angles.parse().unwrap();
        for text in [PYRAMID, BOX] {
            let puzzle = pack_puzzle(text);
            pictures
                .push((format!("{text} from {angles}"), packing::solution(&puzzle, &solved(&puzzle), view, language)));
        }
    }
    for text in [DOMINOES, BRICKS, BALLS, NAMED] {
        let puzzle = pack_puzzle(text);
        pictures.push((format!("{text} at the start"), packing::position(&puzzle, view, language)));
        pictures.push((text.into(), packing::solution(&puzzle, &solved(&puzzle), view, language)));
    }
    let calendar = pack_puzzle(&pack::sets::text_named("calendar 08-17").unwrap());
    pictures.push(("calendar".into(), packing::position(&calendar, view, language)));
    pictures.push(("calendar, solved".into(), packing::solution(&calendar, &solved(&calendar), view, language)));
    let wide = "1 128 2\nDEFAULT\n".to_string() + &"A".repeat(100) + "\n" + &"B".repeat(28);
    pictures.push(("128 wide".into(), packing::position(&pack_puzzle(&wide), view, language)));
    pictures
}

/// Numbers of an attribute.
fn numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').filter_map(|n| n.parse().ok()).collect()
}

#[test]
fn pictures_are_well_formed_complete_and_on_the_sheet() {
    for (name, picture) in gallery(Language::En) {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            for lettering in [Lettering::Text, Lettering::Lines] {
                let svg = picture.svg(Style { theme, lettering });
                let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(svg.matches("http").count(), 1, "{name} refers to something outside");
                let texts = document.descendants().filter(|node| node.has_tag_name("text")).count();
                assert_eq!(texts > 0, lettering == Lettering::Text, "{name}: {texts} texts");
                assert_eq!(svg.contains("prefers-color-scheme"), (theme, lettering) == (Theme::Auto, Lettering::Text));
            }
        }
    }
}

#[test]
fn nothing_is_drawn_off_the_sheet() {
    for (name, picture) in gallery(Language::En).into_iter().chain(gallery(Language::Id)) {
        let svg = picture.svg(Style::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let mut checked = 0;
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            // Where the groups around a shape have moved it.
            let moved = node.ancestors().filter_map(|group| group.attribute("transform")).map(numbers);
            let (dx, dy) = moved.fold((0.0, 0.0), |(x, y), by| (x + by[0], y + by[1]));
            let get = |attribute: &str| node.attribute(attribute).and_then(|value| value.parse::<f64>().ok());
            let (left, top, right, bottom) = match node.tag_name().name() {
                "rect" => {
                    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| get(name).unwrap());
                    (x, y, x + width, y + height)
                }
                "circle" => {
                    let [x, y, r] = ["cx", "cy", "r"].map(|name| get(name).unwrap());
                    (x - r, y - r, x + r, y + r)
                }
                "text" => {
                    let [x, y, size] = ["x", "y", "font-size"].map(|name| get(name).unwrap());
                    // The widest of the common fonts has digits and letters of about 0.62 of their size.
                    let width = 0.6 * size * node.text().unwrap_or("").chars().count() as f64;
                    let left = match node.attribute("text-anchor") {
                        Some("middle") => x - width / 2.0,
                        Some("end") => x - width,
                        _ => x,
                    };
                    (left, y - size, left + width, y + 0.2 * size)
                }
                _ => continue,
            };
            if node.ancestors().any(|parent| parent.has_tag_name("defs")) {
                continue;
            }
            checked += 1;
            let inside = left + dx >= -0.01
                && top + dy >= -0.01
                && right + dx <= picture.width() + 0.01
                && bottom + dy <= picture.height() + 0.01;
            assert!(inside, "{name}: {:?} at {left} {top} {right} {bottom}, moved {dx} {dy}", node.text());
        }
        assert!(checked > 1, "{name}");
    }
}

#[test]
fn a_film_ends_with_the_goal_and_draws_only_what_changes() {
    let film = sliding::film(&puzzle(LECTURE), &moves("DRD"), Wording::default(), 40);
    assert_eq!(film.frames.len(), 1 + 2 * 3);
    assert_eq!(film.frames[0].part, [0.0, 0.0, film.width, film.height]);
    for frame in &film.frames[1..] {
        let [_, _, width, height] = frame.part;
        assert!(width * height < 0.13 * film.width * film.height, "{:?}", frame.part);
    }
    // A solution of very many moves becomes a film of at most a thousand frames after the first.
    let long = sliding::film(&puzzle(LECTURE), &moves(&"ULDR".repeat(700)), Wording::default(), 40);
    assert!(long.frames.len() <= 1001, "{}", long.frames.len());
    let iq = pack_puzzle(&pack::sets::named("iq").unwrap().text());
    assert_eq!(packing::film(&iq, &solved(&iq), 80, (View::default(), Language::En)).frames.len(), 13);
}

/// All texts of a picture, in the order in which they are drawn.
fn texts(picture: &Picture) -> Vec<String> {
    let svg = picture.svg(Style::default());
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap().to_string()).collect()
}

#[test]
fn a_sheet_tells_moves_as_it_is_asked_to() {
    let board = puzzle("- 1 2/4 5 3/7 8 6");
    let check = |metric, notation, expected: &[&str]| {
        let told = texts(&sliding::sheet(&board, &moves("RRDD"), Wording { metric, notation, ..Wording::default() }));
        let told: Vec<&str> = told.iter().map(String::as_str).filter(|text| text.parse::<u32>().is_err()).collect();
        assert_eq!(told, expected);
    };
    let single = ["4 moves", "start", "1 Right", "2 Right", "3 Down", "4 Down", "RRDD"];
    check(Metric::Single, Notation::Blank, &single);
    let tile = ["4 moves", "start", "1 Left", "2 Left", "3 Up", "4 Up", "Where the tile goes:", "LLUU"];
    check(Metric::Single, Notation::Tile, &tile);
    let lines = ["2 moves of whole lines", "start", "1 Right x2", "2 Down x2", "RR DD"];
    check(Metric::Multi, Notation::Blank, &lines);
    let both = ["2 moves of whole lines", "start", "1 Left x2", "2 Up x2", "Where the tile goes:", "LL UU"];
    check(Metric::Multi, Notation::Tile, &both);
    // Both tiles of a line are marked.
    let wording = Wording { metric: Metric::Multi, ..Wording::default() };
    let svg = sliding::sheet(&board, &moves("RRDD"), wording).svg(Style::default());
    assert_eq!(svg.matches("uf-accent us-accent").count(), 4);
}

#[test]
fn a_film_of_lines_slides_each_line_at_once() {
    let wording = Wording { metric: Metric::Multi, ..Wording::default() };
    let film = sliding::film(&puzzle("- 1 2/4 5 3/7 8 6"), &moves("RRDD"), wording, 40);
    assert_eq!(film.frames.len(), 1 + 2 * 2);
    // Half on their way both tiles are drawn, in a part of three cells by one.
    assert_eq!(texts(&film.frames[1].picture), ["2", "1"]);
    let [_, _, width, height] = film.frames[1].part;
    assert!((width - 3.0 * height).abs() < 1e-9, "{width} {height}");
}

#[test]
fn what_a_node_does_not_show_is_told_above_the_edges() {
    let svg = grown("8 6 7/2 5 4/3 - 1", Method::Astar, 50).picture().svg(Style::default());
    let document = roxmltree::Document::parse(&svg).unwrap();
    let more = |node: &roxmltree::Node<'_, '_>| node.text().is_some_and(|text| text.ends_with(" more"));
    let told: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).filter(more).collect();
    assert!(told.len() > 5);
    let is_edge =
        |node: &roxmltree::Node<'_, '_>| node.has_tag_name("path") && node.parent() == Some(document.root_element());
    let last = document.descendants().rev().find(is_edge).unwrap();
    for text in told {
        // An opaque plate behind the words, drawn after all edges.
        let plate = text.prev_sibling_element().unwrap();
        let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        assert!(plate.has_tag_name("rect") && plate.attribute("class").unwrap().contains("uf-ground"));
        let half = 0.3 * number(text, "font-size") * text.text().unwrap().len() as f64;
        assert!(number(plate, "x") <= number(text, "x") - half);
        assert!(number(plate, "x") + number(plate, "width") >= number(text, "x") + half);
        assert!(plate.range().start > last.range().start);
    }
}

/// A page has some of the nodes, and counts the others on their parents; the bars of the levels say what they are.
#[test]
fn a_large_tree_is_folded_to_a_page() {
    let whole = grown("8 6 7/2 5 4/3 - 1", Method::Astar, 5000);
    let page = whole.clone().on_a_page();
    let listed = |drawing: &Drawing| drawing.text().lines().filter(|line| line.contains(" = ")).count() as u64;
    let folded = |drawing: &Drawing| -> u64 {
        let number = |rest: &str| rest.split(' ').next().unwrap().replace(',', "").parse::<u64>().unwrap();
        drawing.text().split("(+").skip(1).map(number).sum()
    };
    assert!(listed(&whole) > 1000 && listed(&page) <= 48, "{} {}", listed(&whole), listed(&page));
    assert_eq!(listed(&page) + folded(&page), listed(&whole) + folded(&whole), "no node is lost");
    let found = grown("8 1 3/4 - 2/7 6 5", Method::BranchAndBound, 5000).on_a_page();
    assert_eq!(found.text().lines().filter(|line| line.ends_with("  goal")).count(), 1, "the way to the goal is shown");
    assert!(texts(&found.picture()).iter().any(|text| text == "goal") && found.picture().width() <= 1640.0);
    assert!(texts(&page.picture()).iter().any(|text| text == "made, log scale"));
    let small = grown(LECTURE, Method::BranchAndBound, 100);
    assert_eq!(small.clone().on_a_page().text(), small.text());
    assert_eq!(small.clone().on_a_page().picture().svg(Style::default()), small.picture().svg(Style::default()));
    // A page on its side has room for some eight cards beside each other.
    let shapes = "5 5 7\nDEFAULT\nA\nAA\nB\nBB\nC\nCC\nD\nDD\nEE\nEE\nE\nFF\nFF\nF\nGGG\n";
    let wide = packed(shapes, pack::Method::BruteForce, 200);
    for drawing in [whole, wide] {
        let (whole, page) = (drawing.picture(), drawing.on_a_page().picture());
        assert!(whole.width() > 4000.0 && page.width() <= 1640.0, "{} {}", whole.width(), page.width());
    }
}

#[test]
fn a_tree_speaks_the_language_it_is_asked_in() {
    let (puzzle, control) = (puzzle("8 6 7/2 5 4/3 - 1"), Control::new());
    let mut run = Run::new(Limits::default(), &control);
    let options = Options { method: Method::Astar, ..Options::default() };
    let grown = tree::grow(&puzzle, &options, &TableStore::default(), 5000, &mut run).unwrap();
    let drawing = Drawing::of_slide(&puzzle, &grown, Language::Id).on_a_page();
    let text = drawing.text();
    for words in
        [" dengan ", "31 langkah", "simpul pertama dari", "ekspan ke-1", "Kiri  ", "lagi)", "dipangkas", "tujuan"]
    {
        assert!(text.contains(words), "{words} in\n{text}");
    }
    let english = ["expanded", "generated", "pruned", "goal", "live", "more", "first", "made", "Left", "seen"];
    let said = [texts(&drawing.picture()), vec![text, drawing.dot()]].concat();
    for words in english {
        assert!(said.iter().all(|said| !said.contains(words)), "{words} in {said:?}");
    }
    let puzzle = pack_puzzle("3 3 3\nDEFAULT\nAAA\nA\nBBB\nCC\n");
    let grown = pack::tree::grow(&puzzle, pack::Method::Cover, 100, &mut run);
    let text = Drawing::of_pack(&puzzle, &grown, run.stats(), Language::Id).text();
    assert!(
        text.contains("cover: sebuah solusi") && text.contains(" di b1 k1") && text.contains("1 ditaruh"),
        "{text}"
    );
}

#[test]
fn a_chart_marks_what_is_not_proven() {
    let picture = chart("Methods", "nodes", &bars(), Language::En);
    let told = texts(&picture);
    for text in ["260,215, limit", "12,345,678,901, not proven", "hatched: not proven, or stopped first"] {
        assert!(told.iter().any(|told| told == text), "{text} in {told:?}");
    }
    let svg = picture.svg(Style::default());
    // Two bars in each of two panels, and the sample of the legend.
    assert_eq!(svg.matches("fill=\"url(#hatch-accent)\"").count(), 5);
    let proven = chart("Methods", "nodes", &bars()[..1], Language::En);
    assert!(!texts(&proven).iter().any(|text| text.contains("hatched")));
}

#[test]
fn the_lecture_tree_is_the_lecture_tree() {
    let drawing = grown(LECTURE, Method::BranchAndBound, 100);
    insta::assert_snapshot!("lecture_text", drawing.text());
    insta::assert_snapshot!("lecture_dot", drawing.dot());
}

#[test]
fn snapshots() {
    let light = Style { theme: Theme::Light, ..Style::default() };
    insta::assert_snapshot!(
        "board",
        sliding::board(&text::read("1 2/- 3", None).unwrap(), Language::En).svg(Style::default())
    );
    insta::assert_snapshot!("board_lines", {
        let lines = Style { theme: Theme::Dark, lettering: Lettering::Lines };
        sliding::board(&text::read("1 2/- 3", None).unwrap(), Language::En).svg(lines)
    });
    insta::assert_snapshot!("sheet", sliding::sheet(&puzzle("1 2/- 3"), &moves("R"), Wording::default()).svg(light));
    let corners = pack_puzzle(CORNERS);
    insta::assert_snapshot!(
        "packing",
        packing::solution(&corners, &solved(&corners), View::default(), Language::En).svg(light)
    );
    insta::assert_snapshot!("packing_start", packing::position(&corners, View::default(), Language::En).svg(light));
    let pyramid = pack_puzzle(PYRAMID);
    insta::assert_snapshot!(
        "pyramid",
        packing::solution(&pyramid, &solved(&pyramid), View::default(), Language::En).svg(light)
    );
    let cuboid = pack_puzzle(BOX);
    insta::assert_snapshot!(
        "box",
        packing::solution(&cuboid, &solved(&cuboid), View::default(), Language::En).svg(light)
    );
    insta::assert_snapshot!("chart", chart("Methods", "nodes generated", &bars(), Language::En).svg(light));
    insta::assert_snapshot!("tree", packed("1 2 2\nDEFAULT\nA\nB", pack::Method::Cover, 10).picture().svg(light));
}

/// The title and the words of a picture.
fn words(picture: &Picture) -> String {
    let svg = picture.svg(Style::default());
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts = document.descendants().filter(|node| matches!(node.tag_name().name(), "title" | "text"));
    texts.filter_map(|node| node.text()).collect::<Vec<_>>().join("\n")
}

#[test]
fn pictures_speak_the_language_that_they_are_asked_in() {
    // Trees have a language of their own, and are English here.
    let is_tree = |name: &str| name.contains("tree") || ["lecture", "rounds", "cut"].contains(&name);
    let all = |language| {
        let pictures = gallery(language).into_iter().filter(|(name, _)| !is_tree(name));
        pictures.map(|(_, picture)| words(&picture) + "\n").collect::<String>()
    };
    let (english, indonesian) = (all(Language::En), all(Language::Id));
    for (en, id) in [
        ("3 moves of a 4x4 board, solved: DRD", "3 langkah pada papan 4x4, selesai: DRD"),
        ("\nstart\n", "\nawal\n"),
        ("after ", "setelah "),
        ("1 Down", "1 Bawah"),
        ("Where the tile goes:", "Arah ubin:"),
        ("time in ms", "waktu dalam ms"),
        ("hatched: ", "diarsir: "),
        ("layer 1", "lapis 1"),
        ("pieces left to place", "keping belum ditaruh"),
        ("A packing: ", "Solusi puzzle susun: "),
        ("A proof by weights", "Bukti dengan bobot"),
        ("\nAugust 17\n", "\n17 Agustus\n"),
        ("\nAug\n", "\nAgu\n"),
    ] {
        assert!(english.contains(en) && !english.contains(id), "{en}");
        assert!(indonesian.contains(id) && !indonesian.contains(en), "{id}, not {en}");
    }
}

#[test]
fn a_sheet_is_called_solved_only_where_its_moves_reach_the_goal() {
    let title = |letters: &str| words(&sliding::sheet(&puzzle(LECTURE), &moves(letters), Wording::default()));
    assert!(title("DRD").starts_with("3 moves of a 4x4 board, solved: DRD"));
    assert!(title("DR").starts_with("2 moves of a 4x4 board: DR"));
    assert!(title("").starts_with("0 moves of a 4x4 board: "));
}

#[test]
fn copies_are_told_apart_by_shades_and_in_space_by_numbers() {
    let drawn = |text: &str| {
        let puzzle = pack_puzzle(text);
        packing::solution(&puzzle, &solved(&puzzle), View::default(), Language::En)
    };
    let fills = |picture: &Picture| {
        let svg = picture.svg(Style::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let colors = document.descendants().filter_map(|node| node.attribute("fill").map(String::from));
        colors.filter(|color| color.starts_with('#')).collect::<std::collections::BTreeSet<_>>()
    };
    let dominoes = drawn(DOMINOES);
    assert!(fills(&dominoes).len() > 2, "{:?}", fills(&dominoes));
    assert!(texts(&dominoes).iter().all(|text| text == "A"));
    for (text, copies) in [(BRICKS, 6), (BALLS, 7)] {
        let told = texts(&drawn(text));
        for copy in 1..=copies {
            assert!(told.contains(&format!("A{copy}")), "{text}: A{copy} in {told:?}");
        }
    }
}

#[test]
fn a_film_keeps_the_shade_of_a_copy() {
    let puzzle = pack_puzzle(DOMINOES);
    let solution = solved(&puzzle);
    let still = packing::solution(&puzzle, &solution, View::default(), Language::En).svg(Style::default());
    let film = packing::film(&puzzle, &solution, 80, (View::default(), Language::En));
    for frame in &film.frames[1..] {
        let svg = frame.picture.svg(Style::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let first =
            document.descendants().find(|node| node.attribute("fill").is_some_and(|fill| fill.starts_with('#')));
        assert!(still.contains(&format!("fill=\"{}\"", first.unwrap().attribute("fill").unwrap())));
    }
}

#[test]
fn a_calendar_names_its_cells_and_its_day() {
    let puzzle = pack_puzzle(&pack::sets::text_named("calendar 11-16").unwrap());
    let start = texts(&packing::position(&puzzle, View::default(), Language::En));
    for name in ["November 16", "Nov", "16", "Jan", "31"] {
        assert!(start.iter().any(|text| text == name), "{name} in {start:?}");
    }
    let full = texts(&packing::solution(&puzzle, &solved(&puzzle), View::default(), Language::En));
    let named: Vec<&String> = full.iter().filter(|text| text.len() > 1).collect();
    assert_eq!(named, ["November 16", "Nov", "16"]);
}

#[test]
fn marks_that_are_no_names_have_a_legend() {
    let puzzle = pack_puzzle(NAMED);
    let told = texts(&packing::solution(&puzzle, &solved(&puzzle), View::default(), Language::En));
    assert_eq!(told[told.len() - 4..], ["c", "corner", "a", "angle"]);
    let plain = pack_puzzle(CORNERS);
    assert_eq!(texts(&packing::solution(&plain, &solved(&plain), View::default(), Language::En)).len(), 6);
}

/// A picture from the page is the picture from the command line.
#[test]
fn the_page_has_the_colours_of_pictures() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../ubin-web/page/pack/model.js");
    let Ok(page) = std::fs::read_to_string(path) else { panic!("{path} is there in the workspace") };
    let list = &page[page.find("export const COLORS").unwrap()..page.find("const PIECES").unwrap()];
    let is_hex = |word: &&str| word.len() == 6 && word.chars().all(|c| c.is_ascii_digit() || ('A'..='F').contains(&c));
    let found: Vec<String> =
        list.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_hex).map(|hex| format!("#{hex}")).collect();
    let own: Vec<String> = (0..52).map(|number| palette::piece(number).hex()).collect();
    assert_eq!(found, own);
}
