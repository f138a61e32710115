//! What the command says, in every language: one row a sentence, English and Indonesian side by side.
//!
//! The language is chosen once, when the command begins, as a locale is. What has a code (refusals, reasons, stops, words) is said by the tables of `ubin_front::Language`; here are the sentences that only a terminal has.
//! The compiler checks that every sentence has both languages and that its parts are there.

pub(crate) mod game;
pub(crate) mod share;

use std::fmt::Display;
use std::sync::OnceLock;

use serde::Serialize;
use ubin::pack::sets::FamousSet;
use ubin::run::Stop;
use ubin::slide::Dir;
use ubin_front::render::text;
use ubin_front::{Language, Sentences};

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Chooses the language of the command: the one asked for, or that of the locale. The first choice stays.
pub(crate) fn choose(asked: Option<Language>) {
    let _ = CHOSEN.set(asked.unwrap_or_else(of_locale));
}

/// The language of the locale: the first of the variables that says something.
pub(crate) fn of_locale() -> Language {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let locale = names.into_iter().filter_map(|name| std::env::var(name).ok()).find(|locale| !locale.is_empty());
    locale.map_or(Language::En, |locale| Language::of_locale(&locale))
}

/// The language of the command; English before it was chosen.
pub(crate) fn language() -> Language {
    CHOSEN.get().copied().unwrap_or_default()
}

/// A reason, a hint or a stop.
pub(crate) fn reason(why: &(impl Display + Serialize)) -> String {
    language().say(Sentences::Reason, why)
}

/// Why a search stopped.
pub(crate) fn stop(stop: Stop) -> String {
    reason(&stop)
}

/// A whole number.
pub(crate) fn grouped(number: u64) -> String {
    language().grouped(number)
}

/// A whole number of any size.
pub(crate) fn grouped_wide(number: u128) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    language().figures(shown)
}

/// Bytes with their unit.
pub(crate) fn bytes(bytes: u64) -> String {
    language().figures(text::bytes(bytes))
}

/// Milliseconds, or seconds.
pub(crate) fn milliseconds(ms: f64) -> String {
    language().figures(text::milliseconds(ms))
}

/// Seconds with one digit: `1.5`.
pub(crate) fn seconds(time: std::time::Duration) -> String {
    language().figures(format!("{:.1}", time.as_secs_f64()))
}

/// A number of things: English has a word for one and a word for several.
fn counted(number: u64, one: &str, several: &str, indonesian: &str) -> String {
    let noun = match language() {
        Language::En if number == 1 => one,
        Language::En => several,
        Language::Id => indonesian,
    };
    format!("{} {noun}", grouped(number))
}

pub(crate) fn moves(number: u64) -> String {
    counted(number, "move", "moves", "langkah")
}

pub(crate) fn kinds(number: usize) -> String {
    counted(number as u64, "kind", "kinds", "jenis")
}

/// `1 cell`, `25 cells`.
pub(crate) fn cells(number: usize) -> String {
    counted(number as u64, "cell", "cells", "petak")
}

pub(crate) fn nodes(number: u64) -> String {
    counted(number, "node", "nodes", "simpul")
}

pub(crate) fn cases(number: u64) -> String {
    counted(number, "case", "cases", "kasus")
}

/// `1 solution`, `9,356 solutions`.
pub(crate) fn solutions(count: u128) -> String {
    let noun = match language() {
        Language::En if count == 1 => "solution",
        Language::En => "solutions",
        Language::Id => "solusi",
    };
    format!("{} {noun}", grouped_wide(count))
}

/// What a built-in set is.
pub(crate) fn about_set(set: &FamousSet) -> &'static str {
    language().entry(&format!("about.set.{}", set.name)).unwrap_or(set.about)
}

/// A way as the name of a step: `Up`.
pub(crate) fn way(dir: Dir) -> String {
    match (language(), dir) {
        (Language::En, dir) => dir.to_string(),
        (Language::Id, Dir::Up) => "Atas".into(),
        (Language::Id, Dir::Down) => "Bawah".into(),
        (Language::Id, Dir::Left) => "Kiri".into(),
        (Language::Id, Dir::Right) => "Kanan".into(),
    }
}

/// A way within a sentence: `up`, `ke atas`.
pub(crate) fn towards(dir: Dir) -> String {
    let way = way(dir).to_lowercase();
    match language() {
        Language::En => way,
        Language::Id => format!("ke {way}"),
    }
}

macro_rules! phrases {
    ($( $(#[$when:meta])* $name:ident ( $($part:ident),* ) $en:literal | $id:literal; )+) => { $(
        #[doc = $en]
        $(#[$when])*
        pub(crate) fn $name($($part: impl Display),*) -> String {
            match language() {
                Language::En => format!($en),
                Language::Id => format!($id),
            }
        }
    )+ };
}
pub(crate) use phrases;

phrases! {
    // The manual.
    see_also() "SEE ALSO" | "LIHAT JUGA";

    // Answers about sliding boards.
    with(heuristic) " with {heuristic}" | " dengan {heuristic}";
    board_solved() "The board is solved." | "Papan sudah selesai.";
    proven_shortest(moves) "{moves}, proven shortest:" | "{moves}, terbukti terpendek:";
    not_proven(moves, least) "{moves}; every solution has at least {least}:" | "{moves}; setiap solusi paling sedikit {least}:";
    stopped_with(stop, moves, least) "Stopped: {stop}. At most {moves} moves, at least {least}; the best so far:" | "Berhenti: {stop}. Paling banyak {moves} langkah, paling sedikit {least}; yang terbaik sejauh ini:";
    stopped_without(stop, least) "Stopped: {stop}. Every solution has at least {least} moves." | "Berhenti: {stop}. Setiap solusi paling sedikit {least} langkah.";
    cannot_be_solved() "The puzzle cannot be solved." | "Puzzle tidak dapat diselesaikan.";
    unsolvable_puzzle() "the puzzle cannot be solved" | "puzzle tidak dapat diselesaikan";
    step(number, way) "Step {number}: {way}" | "Langkah {number}: {way}";
    search_cost(method, heuristic, nodes, generated, time, bytes) "By {method}{heuristic}: {nodes} expanded, {generated} generated, {time}, {bytes}" | "Metode {method}{heuristic}: {nodes} ekspan, {generated} dibangkitkan, {time}, {bytes}";
    tables_cost(time) "; tables {time}" | "; tabel {time}";
    no_shortest() "The puzzle cannot be solved: 0 solutions." | "Puzzle tidak dapat diselesaikan: 0 solusi.";
    shortest_count(least, solutions, moves) "{least}{solutions} of {moves}, the shortest length" | "{least}{solutions} dengan {moves}, panjang terpendek";
    expanded_in(nodes, time) "{nodes} expanded, {time}" | "{nodes} ekspan, {time}";
    at_least() "at least " | "paling sedikit ";
    at_most() "at most " | "paling banyak ";
    check_says_why() "The puzzle cannot be solved; ubin check says why." | "Puzzle tidak dapat diselesaikan; ubin check mengatakan sebabnya.";
    hint_move(tile, goes, blank, length, proven) "Move tile {tile} {goes} (the blank goes {blank}): {length} to go with it, {proven}." | "Geser ubin {tile} {goes} (sel kosong {blank}): tinggal {length} langkah termasuk ini, {proven}.";
    the_shortest() "the shortest" | "yang terpendek";
    are_needed(least) "at least {least} are needed" | "paling sedikit {least} diperlukan";
    whole_space(boards, radius, mean) "{boards} boards, at most {radius} moves away, {mean} on average." | "{boards} papan, paling jauh {radius} langkah, rata-rata {mean}.";
    part_of_space(boards, why) "{boards} boards counted, not the whole space: {why}." | "{boards} papan dihitung, belum seluruh ruang: {why}.";
    branching_of(boards, seed) "Branching of A*: {boards} boards drawn from seed {seed}." | "Percabangan A*: {boards} papan diambil dari benih {seed}.";
    not_all_measured() "Not all heuristics were measured: stopped first." | "Belum semua heuristik diukur: berhenti lebih dulu.";
    farthest(boards) "Farthest: {boards}" | "Terjauh: {boards}";
    seed_is(seed) "seed {seed}" | "benih {seed}";

    // Answers about packing boards.
    no_solution(reason) "There is no solution: {reason}." | "Tidak ada solusi: {reason}.";
    stopped(stop) "Stopped: {stop}." | "Berhenti: {stop}.";
    pack_cost(method, nodes, cases, time) "By {method}: {nodes}, {cases}, {time}" | "Metode {method}: {nodes}, {cases} ditinjau, {time}";
    rules() "rules" | "aturan";
    rules_and_search() "rules and search" | "aturan dan pencarian";
    solution_number(number) "Solution {number}" | "Solusi {number}";
    all_of(solutions) "{solutions}, all" | "{solutions}, semuanya";
    not_all_of(solutions) "{solutions}, not all" | "{solutions}, belum semua";
    board_and_pieces(cells, pieces, piece_cells) "Board: {cells}. Pieces: {pieces}, with {piece_cells}." | "Papan: {cells}. Keping: {pieces}, dengan {piece_cells}.";
    board_and_copies(cells, copies, kinds, piece_cells) "Board: {cells}. Pieces: {copies} of {kinds}, with {piece_cells}." | "Papan: {cells}. Keping: {copies} dari {kinds}, dengan {piece_cells}.";
    open_day(names) "Open: {names}" | "Terbuka: {names}";
    search_found_one() "No rule speaks against it, and a search found a solution: it can be solved." | "Tidak ada aturan yang menyangkal, dan pencarian menemukan solusi: dapat diselesaikan.";
    regions(list) "The free cells fall into regions of {list}." | "Petak kosong terbagi menjadi daerah berukuran {list}.";
    placements(list) "Placements on the free cells: {list}." | "Penempatan pada petak kosong: {list}.";
    none_counted(done) "No solution is counted yet{done}." | "Belum ada solusi yang terhitung{done}.";
    estimated(solutions) "Random samples say: about {solutions}." | "Menurut sampel acak: kira-kira {solutions}.";
    work_done(percent) " (about {percent} % of the work done)" | " (kira-kira {percent} % pekerjaan selesai)";
    up_to_symmetries(distinct, symmetries, of) "{distinct} up to the {symmetries} of the {of}" | "{distinct} tanpa menghitung {symmetries} {of}";
    one_symmetry() "1 symmetry" | "1 simetri";
    symmetries(number) "{number} symmetries" | "{number} simetri";
    of_the_position() "position: those that keep every placed piece" | "posisi: yang menjaga setiap keping yang sudah ditaruh";
    of_the_puzzle() "puzzle" | "puzzle";
    every_piece_placed() "Nothing is left to place: it is solved." | "Tidak ada lagi yang perlu ditaruh: selesai.";
    place_piece(letter, reason) "Place {letter}: {reason}." | "Taruh {letter}: {reason}.";
    dead_position(reason) "The position is dead: {reason}." | "Posisi ini buntu: {reason}.";
    challenge_remark(number, seed, placed, difficulty, nodes, forced) "challenge {number}: seed {seed}, {placed} placed, {difficulty}: {nodes} nodes, {forced} of them forced" | "tantangan {number}: benih {seed}, {placed} ditaruh, {difficulty}: {nodes} simpul, {forced} di antaranya terpaksa";
    challenges_stopped(stop, made, count) "stopped: {stop}; {made} of {count} challenges were made" | "berhenti: {stop}; {made} dari {count} tantangan dibuat";

    // Tables.
    blank_first() "blank first" | "kosong di awal";
    blank_last() "blank last" | "kosong di akhir";
    blank_at(row, column) "blank in row {row} column {column}" | "kosong di baris {row} kolom {column}";
    learned_score() "learned score" | "nilai hasil belajar";
    whole_lines() ", lines that slide" | ", sederet ubin";
    unfinished_files(files, bytes) "unfinished files: {files}, {bytes}; tables clear removes them" | "berkas belum selesai: {files}, {bytes}; tables clear membuangnya";
    set_stopped(size, name, stop) "{size} {name}: stopped, {stop}; nothing was written" | "{size} {name}: berhenti, {stop}; tidak ada yang ditulis";
    set_kept(size, name) "{size} {name}: already built" | "{size} {name}: sudah ada";
    set_built(size, name, bytes, time, path) "{size} {name}: {bytes} in {time}, {path}" | "{size} {name}: {bytes} dalam {time}, {path}";
    table_right() "right" | "benar";
    no_tables(folder) "{folder}: there are no tables" | "{folder}: tidak ada tabel";
    foreign_file(path) "{path}: left, this is not a table file" | "{path}: dibiarkan, ini bukan berkas tabel";
    freed(folder, bytes) "{folder}: {bytes} freed" | "{folder}: {bytes} dibebaskan";

    // Verification.
    right(verdict) "Right. {verdict}" | "Benar. {verdict}";
    not_wrong(verdict) "Nothing wrong was found. {verdict}" | "Tidak ditemukan kesalahan. {verdict}";
    wrong(reason) "Wrong: {reason}." | "Salah: {reason}.";
    proven_facts(facts) "Proven: {facts}." | "Terbukti: {facts}.";
    open_facts(facts) "Not proven: {facts}." | "Tidak terbukti: {facts}.";
    nothing_checked() "Nothing is said that can be checked." | "Tidak ada yang bisa diperiksa.";

    // Weights that prove that there is no solution.
    weights_of_cells() "Weights of the cells:" | "Bobot petak:";
    first_sum(modulus, pieces, sum) "Modulo {modulus}, every placement of {pieces} has the sum {sum}" | "Modulo {modulus}, setiap penempatan {pieces} berjumlah {sum}";
    next_sum(pieces, sum) "; of {pieces} {sum}" | "; {pieces} {sum}";
    a_piece() "a piece" | "keping";
    sums_differ(pieces, board) ". Together that is {pieces}, but the board has {board}." | ". Bersama-sama itu {pieces}, padahal papan {board}.";

    // Benchmarks.
    bench_moves(moves) "{moves} moves" | "{moves} langkah";
    signature(nodes) "signature: {nodes}" | "tanda: {nodes}";
    suite_proven(moves) "{moves} moves, proven" | "{moves} langkah, terbukti";
    suite_open(known, least) "known {known}, at least {least}" | "diketahui {known}, paling sedikit {least}";
    suite_generated(number) "{number} generated" | "{number} dibangkitkan";
    closed_by_beam() "by a beam" | "oleh berkas";
    closed_by_rounds() "by rounds" | "oleh putaran";
    suite_total(proven, boards, moves, generated, mean, time) "{proven} of {boards} proven, {moves} moves, {generated} generated ({mean} a board), {time}" | "{proven} dari {boards} terbukti, {moves} langkah, {generated} dibangkitkan ({mean} per papan), {time}";
    tables_ready(time) ", tables ready in {time}" | ", tabel siap dalam {time}";
    tables_not_built(stop) "the tables were not built: {stop}" | "tabel tidak dibuat: {stop}";
    found_nothing() "nothing" | "tidak ada";
    contradiction(found, least, known) "{found} found, at least {least} proven, but {known} known" | "{found} ditemukan, paling sedikit {least} terbukti, padahal {known} diketahui";

    // The server and the static page.
    server_at(address) "{address} (Ctrl-C ends)" | "{address} (Ctrl-C mengakhiri)";
    open_server() "warning: other machines can reach this server and use this machine's processor and memory" | "peringatan: mesin lain bisa mencapai server ini dan memakai prosesor dan memori mesin ini";
    #[cfg(feature = "site")]
    site_written(folder, files) "{folder}: {files} files, for any web server" | "{folder}: {files} berkas, untuk server web apa pun";
    no_browser() "found no browser to open; visit the address above" | "tidak ada peramban yang bisa dibuka; kunjungi alamat di atas";

    // Help.
    common_options() "Options of every verb: ubin help options" | "Opsi semua perintah: ubin help options";
    usage_hint() "More: --help" | "Selengkapnya: --help";

    // Files and progress.
    typed_text() "the text" | "teks ini";
    wrote(path) "wrote {path}" | "{path} ditulis";
    did_not_write(path, why) "did not write {path}: {why}" | "{path} tidak ditulis: {why}";
    nothing_to_draw(why) "nothing to draw, {why}" | "tidak ada yang digambar, {why}";
    nothing_drawn(why) "nothing to draw: {why}" | "tidak ada yang digambar: {why}";
    warning_of(name, warning) "warning: {name}: {warning}" | "peringatan: {name}: {warning}";
    warning(warning) "warning: {warning}" | "peringatan: {warning}";
    error(sentence) "error: {sentence}" | "galat: {sentence}";
    drawing(seconds) "{seconds} s, drawing" | "{seconds} s, menggambar";
    progress(seconds, nodes, rate) "{seconds} s, {nodes} nodes, {rate}/s" | "{seconds} s, {nodes} simpul, {rate}/s";
    bar_of_work() "{{bar:40}} {{percent}} %, {{elapsed}}, {{eta}} to go" | "{{bar:40}} {{percent}} %, {{elapsed}}, sisa {{eta}}";
    progress_most(upper) ", at most {upper}" | ", paling banyak {upper}";
    progress_least(lower) ", at least {lower}" | ", paling sedikit {lower}";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_commas_too() {
        assert_eq!(grouped_wide(0), "0");
        assert_eq!(grouped_wide(4_331_140), "4,331,140");
        assert_eq!(grouped_wide((1..=21).product()), "51,090,942,171,709,440,000");
    }
}
