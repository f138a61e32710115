//! What the start screen and the games say.

use std::fmt::Display;

use super::{language, phrases};
use ubin_front::Language;

phrases! {
    // The start screen.
    start_title() "ubin: tile puzzles" | "ubin: puzzle ubin";
    start_keys() "arrows choose  Enter opens  1-6  q quit  ? keys" | "panah memilih  Enter membuka  1-6  q keluar  ? tombol";
    open_file() "Open a file" | "Buka berkas";
    random_board() "A random sliding board" | "Papan geser acak";
    packing_set() "A built-in packing puzzle" | "Puzzle susun bawaan";
    type_puzzle() "Paste or type a puzzle" | "Tempel atau ketik puzzle";
    web_page() "Start the web page" | "Buka halaman web";
    quit() "Quit" | "Keluar";
    file_keys() "Tab completes  Enter opens  Esc back  F1 keys" | "Tab melengkapi  Enter membuka  Esc kembali  F1 tombol";
    list_keys() "arrows choose  Enter opens  Esc back  ? keys" | "panah memilih  Enter membuka  Esc kembali  ? tombol";
    text_keys() "Ctrl-D opens it  Esc back  F1 keys" | "Ctrl-D membukanya  Esc kembali  F1 tombol";
    path(text) "Path: {text}_" | "Berkas: {text}_";
    too_long_puzzle() "This is too long for a puzzle." | "Ini terlalu panjang untuk sebuah puzzle.";
    text_example() "Rows such as 1 2 3 / 4 5 6 / 7 - 8, or a packing puzzle: N M P, its kind, its pieces." | "Baris seperti 1 2 3 / 4 5 6 / 7 - 8, atau puzzle susun: N M P, jenisnya, keping-kepingnya.";

    // The course screen.
    course_keys() "arrows choose  Enter solves  p play  t tree  c compare  Esc back  ? keys" | "panah memilih  Enter selesaikan  p main  t pohon  c banding  Esc kembali  ? tombol";
    waiting_keys() "Esc stops  q quit  ? keys" | "Esc menghentikan  q keluar  ? tombol";
    answer_keys() "space play  , . step  w write  t tree  c compare  p play  Esc back  ? keys" | "spasi putar  , . langkah  w tulis  t pohon  c banding  p main  Esc kembali  ? tombol";
    no_file(path) "there is no file '{path}' here, and no set of that name" | "tidak ada berkas '{path}' di sini, dan tidak ada set bernama itu";
    rows_left() "Stopped: the rows that are missing were not run." | "Berhenti: baris yang tidak ada belum dijalankan.";
    view_keys() "arrows scroll  W write  Esc back  ? keys" | "panah menggulung  W tulis  Esc kembali  ? tombol";
    sliding_title(size) "ubin: sliding tiles, {size}" | "ubin: ubin geser, {size}";
    title(what) "ubin: {what}" | "ubin: {what}";
    method_head() "Method" | "Metode";
    start_board() "Start" | "Susunan awal";
    tree_title(method) "The search tree of {method}" | "Pohon pencarian {method}";
    compare_title() "Methods side by side" | "Metode berdampingan";
    choose_method() "Choose the method, then Enter." | "Pilih metodenya, lalu Enter.";
    not_solvable_here() "This board cannot be solved, so there is nothing to search. P plays it all the same." | "Papan ini tidak dapat diselesaikan, jadi tidak ada yang dicari. P tetap memainkannya.";
    searching_with(method) "Searching with {method}." | "Mencari dengan {method}.";
    growing_tree() "Growing the tree." | "Menumbuhkan pohon.";
    comparing() "Comparing, 2 s a row at most." | "Membandingkan, paling lama 2 s per baris.";

    brute_force() "bfs (brute force)" | "bfs (brute force)";
    goal_is(name) "Goal: {name}" | "Tujuan: {name}";
    own_goal() "your own" | "sendiri";
    type_goal(text, message) "Goal, such as 1 2 3/8 - 4/7 6 5: {text}_ {message}" | "Tujuan, seperti 1 2 3/8 - 4/7 6 5: {text}_ {message}";
    goal_keys() "Enter takes it  Esc does not  F1 keys" | "Enter memakainya  Esc batal  F1 tombol";

    // Figures of an answer.
    fact_method() "Method" | "Metode";
    fact_heuristic() "Heuristic" | "Heuristik";
    fact_generated() "Generated" | "Dibangkitkan";
    fact_expanded() "Expanded" | "Diekspan";
    fact_time() "Time" | "Waktu";
    fact_tables() "Tables" | "Tabel";
    fact_cases() "Cases" | "Kasus";
    fact_nodes() "Nodes" | "Simpul";
    fact_cost() "Cost" | "Biaya";
    cost_of(depth, estimate, total) "{depth} + {estimate} = {total}" | "{depth} + {estimate} = {total}";

    // The sliding game.
    unsolvable_board() "This board cannot be solved: its parity is wrong. G makes a new one." | "Papan ini tidak dapat diselesaikan: paritasnya salah. G membuat yang baru.";
    solved_board() "The board is solved. G makes a new one." | "Papan sudah selesai. G membuat yang baru.";
    no_new_board(stop) "No new board: {stop}." | "Tidak ada papan baru: {stop}.";
    stopped_best(least) "Stopped. Every solution has at least {least} moves. S goes on with the best so far." | "Berhenti. Setiap solusi paling sedikit {least} langkah. S melanjutkan dengan yang terbaik sejauh ini.";
    stopped_least(least) "Stopped. Every solution has at least {least} moves." | "Berhenti. Setiap solusi paling sedikit {least} langkah.";
    nothing_found(least) "Nothing found: every solution has at least {least} moves." | "Tidak ditemukan: setiap solusi paling sedikit {least} langkah.";
    solution_shortest(moves) "{moves}, the shortest. W writes the solution to a file." | "{moves}, yang terpendek. W menulis solusi ke berkas.";
    solution_unproven(moves) "{moves}, not proven shortest. W writes the solution to a file." | "{moves}, belum terbukti terpendek. W menulis solusi ke berkas.";
    hint_tile(tile, goes, blank, most, left) "Hint: tile {tile} goes {goes} (the blank goes {blank}): {most}{left} to go with it." | "Petunjuk: ubin {tile} {goes} (sel kosong {blank}): tinggal {most}{left} termasuk ini.";
    new_board_of(length) "A new board: {length} moves at the shortest." | "Papan baru: paling pendek {length} langkah.";
    new_board() "A new board." | "Papan baru.";
    choose_board() "New board: 1 easy, 2 medium, 3 hard; Esc keeps this one." | "Papan baru: 1 mudah, 2 sedang, 3 sulit; Esc tetap yang ini.";
    own_game() "Your own game again." | "Kembali ke permainan Anda.";
    only_row_or_column() "Only tiles in the row or column of the blank can slide." | "Hanya ubin di baris atau kolom sel kosong yang bisa bergeser.";
    solved_shortest(moves) "Solved in {moves}, the shortest. Well done!" | "Selesai dalam {moves}, yang terpendek. Hebat!";
    solved_over(moves, over) "Solved in {moves}, {over} over the shortest." | "Selesai dalam {moves}, {over} di atas yang terpendek.";
    solved_in(moves) "Solved in {moves}." | "Selesai dalam {moves}.";
    nothing_to_undo() "Nothing to undo." | "Tidak ada yang diurungkan.";
    nothing_to_redo() "Nothing to redo." | "Tidak ada yang diulangi.";
    fact_moves() "Moves" | "Langkah";
    fact_from_here() "From here" | "Dari sini";
    fact_in_all() "In all" | "Semuanya";
    fact_arrows() "Arrows" | "Panah";
    as_short() "as short as can be" | "sependek mungkin";
    over_shortest(over) "+{over} over the shortest" | "+{over} di atas terpendek";
    arrows_blank() "move the blank" | "geser sel kosong";
    arrows_tile() "move the tile" | "geser ubin";
    part_fits() "Only a part of the board fits:" | "Hanya sebagian papan yang muat:";
    rows_and_columns(row, last_row, col, last_col) "rows {row}-{last_row}, columns {col}-{last_col}" | "baris {row}-{last_row}, kolom {col}-{last_col}";
    watching() "Watching a solution" | "Menonton solusi";
    move_of(at, all) "move {at} of {all}" | "langkah {at} dari {all}";
    move_of_is(at, all, way) "move {at} of {all}: {way}" | "langkah {at} dari {all}: {way}";
    playing() "playing" | "diputar";
    at_the_end() "at the end" | "di akhir";
    paused() "paused" | "jeda";
    speed_ms(ms) "{ms} ms a step" | "{ms} ms per langkah";
    speed_s(seconds) "a step in {seconds} s" | "{seconds} s per langkah";
    goal() "Goal" | "Tujuan";
    solved_word() "solved" | "selesai";
    counting() "counting ..." | "menghitung ...";
    shortest_moves(moves) "{moves} (shortest)" | "{moves} (terpendek)";
    between_moves(least, most) "{least} to {most} moves" | "{least} sampai {most} langkah";
    watch_slide_keys() "space play/pause  , . step  + - speed  Enter play on  W write  Esc back  ? keys" | "spasi putar/jeda  , . langkah  + - laju  Enter main  W tulis  Esc kembali  ? tombol";
    level_slide_keys() "1 easy  2 medium  3 hard  Esc keep this board  ? keys" | "1 mudah  2 sedang  3 sulit  Esc tetap papan ini  ? tombol";
    slide_keys() "arrows move  h hint  u undo  r redo  S solve  g new  W write  q quit  ? keys" | "panah geser  h petunjuk  u urung  r ulang  S solusi  g baru  W tulis  q keluar  ? tombol";

    // The packing game.
    take_a_piece() "Take a piece: Shift and its letter, Tab, or the mouse." | "Ambil keping: Shift dan hurufnya, Tab, atau tetikus.";
    take_first() "Take a piece first: Shift and its letter, or Tab." | "Ambil keping dulu: Shift dan hurufnya, atau Tab.";
    pack_rectangle(rows, cols) "packing, {rows}x{cols}" | "susun, {rows}x{cols}";
    pack_custom(cells) "packing, a board of {cells} cells" | "susun, papan {cells} petak";
    pack_pyramid(balls) "packing, a pyramid of {balls} balls; layer 1 is the lowest" | "susun, piramida {balls} bola; lapis 1 paling bawah";
    pack_box(rows, cols, layers) "packing, a box of {rows}x{cols}x{layers}; layer 1 is the lowest" | "susun, kotak {rows}x{cols}x{layers}; lapis 1 paling bawah";
    challenge_made(placed) "A challenge: {placed} pieces are given, and one solution is left." | "Tantangan: {placed} keping diberikan, dan satu solusi tersisa.";
    no_challenge(why) "No challenge: {why}." | "Tidak ada tantangan: {why}.";
    no_level() "none of this level was found" | "tidak ditemukan yang setingkat ini";
    cannot_fill() "these pieces cannot fill the board" | "keping-keping ini tidak bisa mengisi papan";
    hint_piece(letter, reason) "Hint: place {letter}: {reason}." | "Petunjuk: taruh {letter}: {reason}.";
    no_piece_helps() "No piece helps here: lift one, or undo." | "Tidak ada keping yang menolong: angkat satu, atau urungkan.";
    pack_solved() "Solved. Enter keeps it, W writes it to a file, Esc goes back." | "Selesai. Enter memakainya, W menulisnya ke berkas, Esc kembali.";
    none_from_here(reason) "There is no solution from here: {reason}." | "Tidak ada solusi dari sini: {reason}.";
    choose_challenge() "New challenge: 1 easy, 2 medium, 3 hard; Esc keeps this one." | "Tantangan baru: 1 mudah, 2 sedang, 3 sulit; Esc tetap yang ini.";
    making_challenge(level) "Making a challenge, {level}." | "Membuat tantangan, {level}.";
    making_board(level) "Making a board, {level}." | "Membuat papan, {level}.";
    all_placed() "Every piece is placed." | "Semua keping sudah ditaruh.";
    no_flip() "Pieces of this puzzle may not be turned over." | "Keping puzzle ini tidak boleh dibalik.";
    fits_nowhere() "Turned like this it fits nowhere." | "Diputar begini keping tidak muat di mana pun.";
    cannot_lie(reason) "It cannot lie here: {reason}." | "Tidak bisa di sini: {reason}.";
    off_board() "part of it is off the board" | "sebagian keluar dari papan";
    in_the_way(letter) "piece {letter} is in the way" | "keping {letter} menghalangi";
    is_given(letter) "Piece {letter} is given and stays." | "Keping {letter} sudah diberikan dan tetap.";
    pack_well_done() "Solved: every piece is placed. Well done! W writes it to a file." | "Selesai: semua keping ditaruh. Hebat! W menulisnya ke berkas.";
    time_is(time) "Time   {time}" | "Waktu  {time}";
    placed_of(placed, pieces) "Placed {placed} of {pieces} pieces" | "{placed} dari {pieces} keping ditaruh";
    watching_piece(at, all) "Watching: piece {at} of {all}" | "Menonton: keping {at} dari {all}";
    shown_part(part) "shown: {part}" | "tampak: {part}";
    one_place() ", 1 place" | ", 1 tempat";
    places(number) ", {number} places" | ", {number} tempat";
    fits_here() "fits: Enter places it" | "muat: Enter menaruhnya";
    in_hand(letter, turn, turns, places) "{letter} in hand: turn {turn}/{turns}{places}" | "{letter} dipegang: arah {turn}/{turns}{places}";
    dead_end(why) "Dead end: {why}." | "Buntu: {why}.";
    still_solvable() "It can still be solved." | "Masih bisa diselesaikan.";
    pieces_left() "Pieces left" | "Keping tersisa";
    also() "also " | "juga ";
    watch_pack_keys() "space play/pause  , . step  + - speed  Enter keep  W write  Esc back  ? keys" | "spasi putar/jeda  , . langkah  + - laju  Enter pakai  W tulis  Esc kembali  ? tombol";
    level_pack_keys() "1 easy  2 medium  3 hard  Esc keep this puzzle  ? keys" | "1 mudah  2 sedang  3 sulit  Esc tetap puzzle ini  ? tombol";
    hand_flat_keys() "arrows move  r turn  f flip  space next fit  Enter place  Esc lay back  ? keys" | "panah geser  r putar  f balik  spasi muat lain  Enter taruh  Esc lepas  ? tombol";
    hand_space_keys() "arrows [ ] move  r f turn  space next fit  Enter place  Esc lay back  ? keys" | "panah [ ] geser  r f putar  spasi muat lain  Enter taruh  Esc lepas  ? tombol";
    pack_keys() "Tab take  Enter lift  h hint  u undo  s solve  g new  w write  q quit  ? keys" | "Tab ambil  Enter angkat  h petunjuk  u urung  s solusi  g baru  w tulis  q keluar  ? tombol";

    // Around the games.
    q_quits() "Q quits." | "Q keluar.";
    one_file() "One file is being written: Esc stops it." | "Sebuah berkas sedang ditulis: Esc menghentikannya.";
    no_solution_yet() "There is no solution to write yet: S solves." | "Belum ada solusi untuk ditulis: S menyelesaikan.";
    write_to(name, message, offers) "Write to: {name}_ {message} {offers}" | "Tulis ke: {name}_ {message} {offers}";
    name_keys(endings) "Enter writes ({endings})  a key replaces the name  Tab completes  Esc does not" | "Enter menulis ({endings})  ketikan mengganti nama  Tab melengkapi  Esc batal";
    there_already(path) "{path} is there already: Enter again replaces it." | "{path} sudah ada: Enter lagi menggantinya.";
    wrote_file(path) "Wrote {path}." | "{path} ditulis.";
    writing_file(path, seconds) "Writing {path}: {seconds} s. Esc stops." | "Menulis {path}: {seconds} s. Esc menghentikan.";
    did_not_write_file(path, why) "Did not write {path}: {why}." | "{path} tidak ditulis: {why}.";
    so_far(seconds, nodes) "{seconds} s, {nodes} nodes" | "{seconds} s, {nodes} simpul";
    searching(seconds, nodes) "Searching: {seconds} s, {nodes} nodes" | "Mencari: {seconds} s, {nodes} simpul";
    searching_least(least) ", at least {least} moves" | ", paling sedikit {least} langkah";
    esc_stops(text) "{text}. Esc stops." | "{text}. Esc menghentikan.";
    window_small(width, height, least_width, least_height) "This window is {width} x {height}. Please make it at least {least_width} x {least_height}. Q quits." | "Jendela ini {width} x {height}. Perbesar sampai paling sedikit {least_width} x {least_height}. Q keluar.";
    lines_of(first, last, all) "lines {first} to {last} of {all}" | "baris {first} sampai {last} dari {all}";
    keys_scroll() "arrows scroll, any other key goes back" | "panah menggulung, tombol lain kembali";
    any_key() "any key goes back" | "tombol apa saja kembali";
    keys_of_start() "Keys of the start screen" | "Tombol layar awal";
    keys_of_typing() "Keys while typing" | "Tombol saat mengetik";
    keys_of_course() "Keys of this screen" | "Tombol layar ini";
    keys_of_view() "Keys of this view" | "Tombol tampilan ini";
    keys_of_watch() "Keys while watching" | "Tombol saat menonton";
    keys_of_slide() "Keys of sliding tiles" | "Tombol ubin geser";
    keys_of_pack() "Keys of packing" | "Tombol susun";
}
