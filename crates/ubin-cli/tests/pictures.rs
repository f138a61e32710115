//! Pictures as files: pixels at known places, frames, sizes, whole files or none, and the documents' own pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use resvg::tiny_skia::Pixmap;

const LECTURE: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";
const PANEL: [u8; 3] = [0xF5, 0xF6, 0xF8];
const GROUND: [u8; 3] = [0xFF, 0xFF, 0xFF];

fn ubin(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ubin"));
    command
        .stdin(Stdio::null())
        .current_dir(folder)
        .env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        // A machine without fonts.
        .env("FONTCONFIG_PATH", "/nonexistent")
        .env("HOME", "/nonexistent");
    command
}

/// Runs in a folder and expects an exit code and a word on standard error.
#[track_caller]
fn check(folder: &Path, args: &[&str], code: i32, said: &str) -> Output {
    let output = ubin(folder).args(args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    assert!(errors.contains(said), "{args:?}: expected '{said}' in '{errors}'");
    output
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn png(folder: &Path, name: &str) -> Pixmap {
    Pixmap::decode_png(&fs::read(folder.join(name)).unwrap()).unwrap()
}

fn pixel(picture: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    let pixel = picture.pixel(x, y).unwrap();
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The frames of a GIF: left, top, width, height, and the canvas after each.
struct Film {
    width: u32,
    parts: Vec<[u32; 4]>,
    canvases: Vec<Vec<[u8; 3]>>,
}

impl Film {
    fn read(bytes: &[u8]) -> Film {
        let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
        let palette: Vec<[u8; 3]> =
            decoder.global_palette().expect("one palette for all frames").as_chunks::<3>().0.to_vec();
        let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
        let mut canvas = vec![[0; 3]; (width * height) as usize];
        let mut film = Film { width, parts: Vec::new(), canvases: Vec::new() };
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.palette.is_none(), "a frame has a palette of its own");
            let part = [frame.left, frame.top, frame.width, frame.height].map(u32::from);
            for (at, &color) in frame.buffer.iter().enumerate() {
                let (x, y) = (part[0] + at as u32 % part[2], part[1] + at as u32 / part[2]);
                canvas[(y * width + x) as usize] = palette[usize::from(color)];
            }
            film.parts.push(part);
            film.canvases.push(canvas.clone());
        }
        film
    }

    fn pixel(&self, frame: usize, x: u32, y: u32) -> [u8; 3] {
        self.canvases[frame][(y * self.width + x) as usize]
    }
}

#[test]
fn a_board_in_pixels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["render", LECTURE, "-o", "board.png", "--scale", "1"], 0, "wrote board.png");
    let board = png(path, "board.png");
    assert_eq!((board.width(), board.height()), (400, 400));
    // Margin, the blank, the edge of a tile's face, and the stroke of the digit 1.
    assert_eq!(pixel(&board, 3, 3), GROUND);
    assert_eq!(pixel(&board, 243, 156), PANEL);
    assert_eq!(pixel(&board, 40, 40), GROUND);
    let ink = (50..90).flat_map(|x| (50..90).map(move |y| (x, y))).filter(|&(x, y)| pixel(&board, x, y)[0] < 64);
    assert!(ink.count() > 60, "there is no digit");
    // Twice as large by default, and dark if asked for.
    check(path, &["render", LECTURE, "-o", "dark.png", "--theme", "dark"], 0, "wrote dark.png");
    let dark = png(path, "dark.png");
    assert_eq!((dark.width(), pixel(&dark, 3, 3)), (800, [0x14, 0x17, 0x1C]));
}

#[test]
fn a_packing_in_pixels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["solve", "1 2 2/DEFAULT/A/B", "-o", "p.png", "--scale", "1"], 0, "wrote p.png");
    let packing = png(path, "p.png");
    // Beside the letters, the pieces' own colours.
    assert_eq!(pixel(&packing, 27, 27), [0x2B, 0xD5, 0xFF]);
    assert_eq!(pixel(&packing, 75, 27), [0x5A, 0x35, 0x8C]);
    // Copies that touch have shades of one colour.
    check(path, &["solve", "1 4 1/DEFAULT/AA/COPIES A 2", "-o", "c.png", "--scale", "1"], 0, "wrote c.png");
    let copies = png(path, "c.png");
    assert_eq!(pixel(&copies, 27, 27), [0x2B, 0xD5, 0xFF]);
    assert_eq!(pixel(&copies, 123, 27), [0x1E, 0x95, 0xB3]);
}

#[test]
fn fifty_moves_are_one_small_film() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let moves = "URDDLURULDLDDRURUULLLDRULDRULDDDRUULDDRURULDDRRUUL";
    check(path, &["render", LECTURE, "--moves", moves, "-o", "moves.gif"], 0, "wrote moves.gif");
    let bytes = fs::read(path.join("moves.gif")).unwrap();
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    let film = Film::read(&bytes);
    assert_eq!((film.width, film.parts.len()), (400, 1 + 2 * moves.len()));
    assert_eq!(film.parts[0], [0, 0, 400, 400]);
    assert!(film.parts[1..].iter().all(|part| part[2] * part[3] <= 90 * 176), "{:?}", film.parts);
    // The first move is up: the blank is where tile 3 was.
    assert_eq!(film.pixel(0, 243, 156), PANEL);
    assert_eq!(film.pixel(2, 243, 69), PANEL);
    assert_eq!(film.pixel(2, 243, 130), GROUND);
}

#[test]
fn a_film_ends_with_the_solved_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["solve", LECTURE, "-o", "solution.gif"], 0, "wrote solution.gif");
    check(path, &["render", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 -", "-o", "goal.png", "--scale", "1"], 0, "");
    let (film, goal) = (Film::read(&fs::read(path.join("solution.gif")).unwrap()), png(path, "goal.png"));
    let last = film.canvases.last().unwrap();
    let apart = |at: usize| {
        let pixel = goal.pixels()[at];
        let goal = [pixel.red(), pixel.green(), pixel.blue()];
        (0..3).map(|c| i32::from(goal[c]).abs_diff(i32::from(last[at][c]))).max().unwrap()
    };
    // The palette has 32 colours: shades at edges may be a little off.
    assert!((0..last.len()).all(|at| apart(at) <= 24), "{:?}", (0..last.len()).map(apart).max());
}

#[test]
fn a_packing_is_placed_piece_by_piece() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["solve", "iq", "-o", "iq.gif"], 0, "wrote iq.gif");
    let film = Film::read(&fs::read(path.join("iq.gif")).unwrap());
    assert_eq!(film.parts.len(), 13);
    assert_eq!(film.pixel(0, 27, 27), PANEL);
    assert_eq!(film.pixel(1, 27, 27), [0x2B, 0xD5, 0xFF]);
    assert!(film.parts[1..].iter().all(|part| part[2] * part[3] < film.parts[0][2] * film.parts[0][3]));
}

#[test]
fn solve_writes_every_ending() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for puzzle in [LECTURE, "iq", "soma", "2 2 2/PYRAMID/AA/A/BB"] {
        for ending in ["txt", "json", "svg", "png", "gif"] {
            let name = format!("out.{ending}");
            let output = check(path, &["solve", puzzle, "-o", &name], 0, &format!("wrote {name}"));
            let bytes = fs::read(path.join(&name)).unwrap();
            let head: &[u8] = match ending {
                "png" => b"\x89PNG",
                "gif" => b"GIF89a",
                "svg" => b"<svg xmlns",
                "json" => b"{\"puzzle\"",
                _ => &output.stdout[..4],
            };
            assert!(bytes.starts_with(head), "{puzzle} {ending}");
            if ending == "svg" {
                roxmltree::Document::parse(std::str::from_utf8(&bytes).unwrap()).unwrap();
            }
        }
    }
    assert_eq!(files(path), ["out.gif", "out.json", "out.png", "out.svg", "out.txt"]);
}

#[test]
fn an_ending_may_be_in_capitals() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (name, head) in [("A.SVG", &b"<svg xmlns"[..]), ("b.Png", b"\x89PNG"), ("c.GIF", b"GIF89a"), ("d.JSON", b"{")] {
        check(path, &["solve", LECTURE, "-o", name], 0, &format!("wrote {name}"));
        assert!(fs::read(path.join(name)).unwrap().starts_with(head), "{name}");
    }
    check(path, &["render", LECTURE, "-o", "moves.GIF"], 0, "wrote moves.GIF");
    check(path, &["tree", LECTURE, "-o", "tree.DOT"], 0, "wrote tree.DOT");
    check(path, &["compare", "1 2 2/DEFAULT/A/B", "-o", "table.CSV"], 0, "wrote table.CSV");
    check(path, &["count", LECTURE, "-o", "count.TXT"], 0, "wrote count.TXT");
    check(path, &["solve", LECTURE, "-o", "a.BMP"], 2, "its ending is 'bmp'");
}

#[test]
fn pictures_count_and_name_moves_as_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let board = "- 1 2/4 5 3/7 8 6";
    let told = ["--metric", "multi", "--notation", "tile"];
    for start in [&["solve", board][..], &["render", board, "--solve"], &["render", board, "--moves", "LLUU"]] {
        let args = [start, &told, &["-o", "s.svg"]].concat();
        check(path, &args, 0, "wrote s.svg");
        let svg = fs::read_to_string(path.join("s.svg")).unwrap();
        for text in ["2 moves of whole lines", "1 Left x2", "2 Up x2", "LL UU"] {
            assert!(svg.contains(&format!(">{text}</text>")), "{args:?}: {text}");
        }
        check(path, &[start, &told, &["-o", "s.gif"]].concat(), 0, "wrote s.gif");
        assert_eq!(Film::read(&fs::read(path.join("s.gif")).unwrap()).parts.len(), 1 + 2 * 2);
    }
    check(path, &["render", board, "--moves", "RR", "--notation", "tile"], 2, "move 1, Right, leads off the board");
    check(path, &["render", "iq", "--metric", "multi"], 2, "--metric: this is for sliding puzzles");
}

#[test]
fn limits_hold_while_pixels_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let board: Vec<String> = (1..1024).map(|tile| tile.to_string()).collect();
    // Round and round the board's edge.
    let round = ["U", "L", "D", "R"].map(|dir| dir.repeat(31)).concat();
    let (board, moves) = (board.join(" ") + " -", round.repeat(100));
    let film = |limit: [&'static str; 2]| {
        let mut args = vec!["render", board.as_str(), "--moves", moves.as_str(), "-o", "f.gif"];
        args.extend(limit);
        args
    };
    check(path, &film(["--time-limit", "50ms"]), 3, "did not write f.gif: the time limit was reached");
    let said =
        "did not write f.gif: to draw 59 frames of 1326 x 1326 pixels takes more than the memory limit of 8.0 MiB";
    check(path, &film(["--memory-limit", "8MiB"]), 3, said);
    let large = ["render", LECTURE, "-o", "p.png", "--scale", "16", "--memory-limit", "1MiB"];
    check(
        path,
        &large,
        3,
        "did not write p.png: to draw 6400 x 6400 pixels takes more than the memory limit of 1.0 MiB",
    );
    // What was found is told, though its picture is not drawn.
    let output = check(path, &["solve", "iq", "-o", "iq.gif", "--scale", "6", "--memory-limit", "32MiB"], 3, "did not");
    assert!(String::from_utf8_lossy(&output.stdout).contains("By "));
    let tree = ["tree", LECTURE, "-o", "t.png", "--scale", "8", "--memory-limit", "2MiB"];
    check(path, &tree, 3, "did not write t.png");
    assert!(files(path).is_empty());
}

/// A picture is drawn in a time of its own, after that of the search is up.
#[test]
fn a_search_out_of_time_has_its_picture_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let search = ["--goal", "blank-first", "--method", "ida", "--heuristic", "hamming", "--time-limit", "20ms"];
    check(folder.path(), &[&["tree", board, "-o", "t.png"], &search[..]].concat(), 3, "wrote t.png");
    assert!(png(folder.path(), "t.png").width() > 100);
}

/// Real memory, as the system counts it: addresses beyond a limit are refused.
#[cfg(target_os = "linux")]
#[test]
fn a_large_png_is_drawn_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_ubin");
    let moves = "ULDR".repeat(24);
    let board: Vec<String> = (1..100).map(|tile| tile.to_string()).collect();
    let board = board.join(" ") + " -";
    let run =
        format!("ulimit -v 262144; '{program}' render '{board}' --moves {moves} -o s.png --scale 3.5 --threads 1");
    let output = Command::new("sh").args(["-c", &run]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let picture = png(folder.path(), "s.png");
    assert!(picture.width() * picture.height() > 30_000_000, "{} x {}", picture.width(), picture.height());
}

#[test]
fn what_has_no_solution_has_no_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["solve", "1 2 3/4 5 6/8 7 -", "-o", "a.gif"], 1, "nothing to draw, the puzzle cannot be solved");
    check(path, &["solve", "2 2 1/DEFAULT/AA", "-o", "a.png"], 1, "nothing to draw, the pieces cover 2 cells");
    check(path, &["render", "2 2 1/DEFAULT/AA", "--solve", "-o", "a.svg"], 1, "nothing to draw");
    check(path, &["solve", "iq", "--method", "cover", "--node-limit", "2", "-o", "a.png"], 3, "nothing to draw");
    assert!(files(path).is_empty());
}

#[test]
fn bad_usage_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["solve", LECTURE, "-o", "a.bmp"], 2, "expected .txt or .json or .svg or .png or .gif");
    check(path, &["render", LECTURE, "-o", "a.txt"], 2, "expected .svg or .png or .gif");
    check(path, &["render", LECTURE, "--moves", "DX"], 2, "move 2 is 'X': expected U, D, L or R");
    check(path, &["render", LECTURE, "--moves", "DDD"], 2, "move 3, Down, leads off the board");
    check(path, &["render", "iq", "--moves", "D"], 2, "--moves: this is for sliding puzzles");
    check(path, &["render", LECTURE, "--view", "1"], 2, "AZIMUTH,ELEVATION");
    check(path, &["render", LECTURE, "--theme", "pink"], 2, "possible values: ");
    check(path, &["render", LECTURE, "--scale", "0"], 2, "expected a number from 0.1 to 16");
    check(path, &["render", "40 40 1/PYRAMID/A", "-o", "a.svg"], 2, "too large to draw: at most 20000");
    check(path, &["render", "128 128 1/DEFAULT/A", "-o", "a.png", "--scale", "8"], 2, "use a smaller scale");
    check(path, &["tree", LECTURE, "--method", "quick"], 2, "quick does not search a tree");
    check(path, &["tree", LECTURE, "-o", "a.gif"], 2, "expected .svg or .png or .dot or .json or .txt");
    check(path, &["compare", LECTURE, "-o", "a.gif"], 2, "or .svg or .png");
    check(path, &["tree", "iq", "--heuristic", "hamming"], 2, "--heuristic: this is for sliding puzzles");
    assert!(files(path).is_empty());
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    check(path, &["render", "iq", "-o", "nowhere/a.svg"], 2, "cannot write 'nowhere/a.svg'");
    // Nobody can make a file there, not even root.
    check(path, &["render", "iq", "-o", "/proc/a.png"], 2, "cannot write '/proc/a.png'");
    // A file that may not grow is a disk that is full.
    fs::write(path.join("old.gif"), "old").unwrap();
    let full = format!("trap '' XFSZ; ulimit -f 1; '{}' solve iq -o old.gif", env!("CARGO_BIN_EXE_ubin"));
    let output = Command::new("sh").args(["-c", &full]).current_dir(path).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("cannot write 'old.gif': File too large"), "{errors}");
    assert_eq!(files(path), ["old.gif"]);
    assert_eq!(fs::read(path.join("old.gif")).unwrap(), b"old");
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("d.svg")).unwrap();
    // Nothing would prove this board within the day.
    let hard = "24 1 2 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 -";
    for (path, said) in [("no/x.svg", "there is no folder 'no'"), ("d.svg", "it is a folder")] {
        let output = check(folder.path(), &["solve", hard, "--prove", "-o", path], 2, said);
        assert!(output.stdout.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_rights_and_its_links() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (own, link) = (folder.path().join("own.svg"), folder.path().join("link.svg"));
    fs::write(&own, "old").unwrap();
    fs::set_permissions(&own, fs::Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("own.svg", &link).unwrap();
    check(folder.path(), &["render", LECTURE, "-o", "link.svg"], 0, "wrote link.svg");
    assert!(fs::read_to_string(&own).unwrap().starts_with("<svg"));
    assert!(link.is_symlink());
    assert_eq!(own.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_large_tree_gets_the_pixels_that_fit() {
    let folder = tempfile::tempdir().unwrap();
    check(folder.path(), &["tree", "iq", "-o", "t.png"], 0, "wrote t.png");
    let picture = png(folder.path(), "t.png");
    assert!(u64::from(picture.width()) * u64::from(picture.height()) <= 64_000_000);
    check(folder.path(), &["tree", "iq", "-o", "t.png", "--scale", "16"], 2, "too large");
}

#[test]
fn a_film_of_many_moves_says_that_it_skips_some() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "UD".repeat(600) + "R";
    let args = ["render", "1 2 3/4 5 6/7 - 8", "--moves", &moves, "--delay", "60000", "-o", "m.gif"];
    check(folder.path(), &args, 0, "after every 2 moves");
}

#[test]
fn trees_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (puzzle, method) in [(LECTURE, "branch-and-bound"), ("3 3 3/DEFAULT/AAA/A/BBB/CC", "cover")] {
        for ending in ["svg", "png", "dot", "json", "txt"] {
            let name = format!("tree.{ending}");
            let output = check(path, &["tree", puzzle, "--method", method, "-o", &name], 0, &format!("wrote {name}"));
            assert!(output.stdout.is_empty());
        }
        let text = check(path, &["tree", puzzle, "--method", method], 0, "").stdout;
        assert_eq!(fs::read(path.join("tree.txt")).unwrap(), text);
        let json: serde_json::Value = serde_json::from_slice(&fs::read(path.join("tree.json")).unwrap()).unwrap();
        let nodes = json["tree"].as_array().unwrap();
        assert_eq!(json["made"], nodes.len());
        let expanded = nodes.iter().filter(|node| !node["expanded"].is_null()).count();
        assert_eq!(json[if puzzle == LECTURE { "expanded" } else { "nodes" }], expanded);
        let dot = fs::read_to_string(path.join("tree.dot")).unwrap();
        assert_eq!(dot.matches(" -> ").count(), nodes.len() - 1);
        let svg = fs::read_to_string(path.join("tree.svg")).unwrap();
        assert_eq!(svg.matches(">goal</text>").count(), 1);
        roxmltree::Document::parse(&svg).unwrap();
    }
    let json = check(path, &["tree", "8 6 7/2 5 4/3 - 1", "--method", "astar", "--max-nodes", "9", "--json"], 0, "");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((json["whole"].as_bool(), json["tree"].as_array().unwrap().len()), (Some(false), 9));
    check(path, &["tree", "1 2 3/4 5 6/8 7 -"], 1, "");
    check(path, &["tree", "8 6 7/2 5 4/3 - 1", "--node-limit", "4"], 3, "");
}

/// Commands of a document that write a picture, and the file's name.
fn commands(document: &str) -> Vec<(String, String)> {
    let lines = document.lines().map(str::trim).filter(|line| line.starts_with("ubin ") && line.contains(" -o "));
    let name = |line: &str| line.split(" -o ").nth(1).unwrap().split_whitespace().next().unwrap().to_string();
    lines.map(|line| (line.to_string(), name(line))).collect()
}

/// A chart without its times, which differ from run to run.
fn without_times(svg: &str) -> String {
    let Some((before, rest)) = svg.split_once("<g aria-label=\"time in ms\">") else { return svg.into() };
    let (_, after) = rest.split_once("</g>").unwrap();
    before.to_string() + after
}

/// The pictures of the documents are what their commands draw today. `UBIN_UPDATE_PICTURES=1` draws them anew.
#[test]
fn pictures_of_the_documents_are_true() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pictures = root.join("docs/pictures");
    let folder = tempfile::tempdir().unwrap();
    let document = fs::read_to_string(root.join("docs/pictures.md")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_ubin")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut drawn = BTreeSet::new();
    for (command, name) in commands(&document) {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
            .output()
            .unwrap();
        // 1 is an answer too: a proof that there is no solution is drawn.
        let is_answer = matches!(output.status.code(), Some(0 | 1));
        assert!(is_answer, "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let new = fs::read(folder.path().join(&name)).unwrap();
        if std::env::var_os("UBIN_UPDATE_PICTURES").is_some() {
            fs::create_dir_all(&pictures).unwrap();
            fs::write(pictures.join(&name), &new).unwrap();
        }
        let old = fs::read(pictures.join(&name)).unwrap_or_else(|error| panic!("docs/pictures/{name}: {error}"));
        assert!(old.len() < 100_000, "{name} has {} bytes", old.len());
        match name.rsplit('.').next().unwrap() {
            "svg" => {
                let [old, new] = [old, new].map(|bytes| without_times(&String::from_utf8(bytes).unwrap()));
                assert!(old == new, "docs/pictures/{name} is not what '{command}' draws");
            }
            "gif" => {
                let (old, new) = (Film::read(&old), Film::read(&new));
                assert_eq!(old.parts, new.parts, "{name}");
                assert_eq!(old.canvases.last(), new.canvases.last(), "{name}");
            }
            "png" => {
                let [old, new] = [old, new].map(|bytes| Pixmap::decode_png(&bytes).unwrap());
                assert!(old == new, "docs/pictures/{name} is not what '{command}' draws");
            }
            other => assert!(other == "dot" && old == new, "{name}"),
        }
        drawn.insert(name);
    }
    // Those of the page are screenshots, which the browser tests take.
    let there: BTreeSet<String> = files(&pictures).into_iter().filter(|name| !name.starts_with("page-")).collect();
    assert_eq!(drawn, there, "every picture has its command");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.matches("](docs/pictures/").count() >= 3);
}
