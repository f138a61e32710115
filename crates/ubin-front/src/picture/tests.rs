//! Pixels by bands are the pixels of the whole, and making them keeps to its limits.

use crate::language::Language;
use crate::render::chart::{Bar, chart};
use crate::render::slide::{Wording, film, sheet};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use ubin::pack;
use ubin::slide::{Dir, Goal, Puzzle, Size};

use super::*;

/// A solution of a board of this side that goes round and round its edge.
fn rounds(side: usize, rounds: usize) -> (Puzzle, Vec<Dir>) {
    let goal = Goal::BlankLast.board(Size::new(side, side).unwrap());
    let moves = [Dir::Up, Dir::Left, Dir::Down, Dir::Right].map(|dir| vec![dir; side - 1]).concat().repeat(rounds);
    (Puzzle::with_goal(goal, Goal::BlankLast), moves)
}

fn tall() -> Picture {
    let (puzzle, moves) = rounds(4, 20);
    sheet(&puzzle, &moves, Wording::default())
}

/// The slow way: all shapes at once, on a canvas for all pixels.
fn at_once(look: &Look, picture: &Picture, scale: f64) -> Pixmap {
    let (wide, high) = raster::size(picture.width(), picture.height(), scale).unwrap();
    let mut canvas = raster::canvas(look, wide, high);
    let svg = picture.svg(look.style(Lettering::Lines));
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut canvas.as_mut());
    canvas
}

#[test]
fn bands_make_the_picture_that_one_canvas_makes() {
    let bar = |name: &str, nodes| Bar { name: name.into(), nodes, time_ms: 3.0, is_proven: false, remark: None };
    let bars: Vec<Bar> = (0..60).map(|n| bar(&format!("method {n}"), 7 << (n % 30))).collect();
    let puzzle = pack::text::read(&pack::sets::named("iq-pyramid").unwrap().text()).unwrap().puzzle;
    let pyramid = crate::render::pack::position(&puzzle, View::default(), Language::En);
    for (name, picture) in
        [("sheet", tall()), ("chart", chart("Many", "nodes", &bars, Language::En)), ("pyramid", pyramid)]
    {
        let look = Look { scale: Some(2.5), ..Look::default() };
        let control = Control::new();
        let bytes = look.still_within(&picture, Form::Png, &mut Run::new(Limits::default(), &control)).unwrap();
        let (banded, whole) = (Pixmap::decode_png(&bytes).unwrap(), at_once(&look, &picture, 2.5));
        assert!(u64::from(banded.width()) * u64::from(banded.height()) > 2 << 20, "{name} has several bands");
        assert_eq!((banded.width(), banded.height()), (whole.width(), whole.height()), "{name}");
        let apart = |at: usize| {
            let (a, b) = (banded.pixels()[at], whole.pixels()[at]);
            let colors = [(a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue())];
            colors.map(|(a, b)| a.abs_diff(b)).into_iter().max().unwrap()
        };
        let pixels = banded.pixels().len();
        let far: Vec<u8> = (0..pixels).map(apart).filter(|&apart| apart > 8).collect();
        // Soft edges round another way where a band cuts them; a shape that is missing would be 200 apart.
        assert!(far.len() * 2000 < pixels && far.iter().all(|&apart| apart < 80), "{name}: {far:?}");
    }
}

#[track_caller]
fn check(drawn: Result<Vec<u8>, Undrawn>, expected: Stop, said: &str) {
    match drawn {
        Err(undrawn) => {
            let refusal = Refusal::from(undrawn);
            assert_eq!(refusal.stop(), Some(expected));
            assert!(refusal.to_string().contains(said), "expected '{said}' in '{refusal}'");
        }
        other => panic!("{:?}", other.map(|bytes| bytes.len())),
    }
}

#[test]
fn a_stop_ends_a_drawing() {
    let (puzzle, moves) = rounds(6, 5);
    for stop in [Stop::Time, Stop::Interrupted] {
        let control = Control::new();
        control.stop(stop);
        let mut run = Run::new(Limits::default(), &control);
        let said = stop.to_string();
        check(Look::default().still_within(&tall(), Form::Png, &mut run), stop, &said);
        let film = film(&puzzle, &moves, Wording::default(), 40);
        check(Look::default().gif_within(&film, &mut run), stop, &said);
    }
}

#[test]
fn a_drawing_is_refused_before_it_takes_too_much_memory() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let control = Control::new();
    let (puzzle, moves) = rounds(32, 500);
    let film = film(&puzzle, &moves, Wording::default(), 40);
    let mut run = Run::new(limits, &control);
    let said = "59 frames of 1326 x 1326 pixels takes more than the memory limit of 1.0 MiB";
    check(Look::default().gif_within(&film, &mut run), Stop::Memory, said);
    assert!(run.stats().peak_bytes <= 1 << 20);
    let mut run = Run::new(limits, &control);
    check(Look::default().still_within(&tall(), Form::Png, &mut run), Stop::Memory, "pixels takes more than");
}

#[test]
fn a_large_picture_takes_the_memory_of_a_band() {
    // Fifty million pixels, which were 200 MB and twice that in all.
    let look = Look { scale: Some(5.5), ..Look::default() };
    let limits = Limits { memory: Some(32 << 20), ..Limits::default() };
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    let bytes = look.still_within(&tall(), Form::Png, &mut run).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    assert_eq!(run.held(), 0, "all is given back");
}
