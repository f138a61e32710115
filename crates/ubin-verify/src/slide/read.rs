//! Reading sliding boards. A mistake is a sentence.

use crate::wrong::ensure;

/// The columns and tiles of a board's text. A size cuts a single line of fields.
pub(super) fn tiles(text: &str, size: Option<(usize, usize)>) -> Result<(usize, Vec<u16>), String> {
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !is_comment(line));
    // A closing bracket ends a row as `/` does.
    let parts = lines.flat_map(|line| line.split(ENDS));
    let is_between = |c: char| c.is_whitespace() || ",;[(".contains(c);
    // An array is shown with its name and its type.
    let is_field = |field: &&str| !field.is_empty() && *field != "array" && !field.starts_with("dtype=");
    let fields = |row| str::split(row, is_between).filter(is_field).collect();
    let rows: Vec<Vec<&str>> = parts.map(fields).filter(|row: &Vec<&str>| !row.is_empty()).collect();
    let side = |field: &str| field.parse().ok();
    // The first row may be a header: N, or R C.
    let header = match rows.first().map(Vec::as_slice) {
        Some(&[both]) => side(both).zip(side(both)),
        Some(&[rows, cols]) => side(rows).zip(side(cols)),
        _ => None,
    };
    let header = header.filter(|said| size.is_none_or(|size| size == *said));
    board(&rows, size)
        .or_else(|why| if header.is_some() { board(&rows[1..], header).map_err(|_| why) } else { Err(why) })
        .or_else(|why| {
            let tabs = if text.contains('\t') { between_tabs(text) } else { return Err(why) };
            board(&tabs, size).or_else(|_| board(tabs.get(1..).unwrap_or_default(), header)).map_err(|_| why)
        })
}

/// What ends a row within a line.
const ENDS: [char; 3] = ['/', ']', ')'];

/// Rows whose fields are what stands between tabs: nothing there is the blank.
fn between_tabs(text: &str) -> Vec<Vec<&str>> {
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !is_comment(line) && !line.is_empty());
    let lines = lines.flat_map(|line| line.split(ENDS)).filter(|line| !line.is_empty());
    let row =
        |line| str::split(line, '\t').map(|part| if part.trim().is_empty() { "-" } else { part.trim() }).collect();
    lines.map(row).collect()
}

/// `// ...`, or `#` and a word; a `#` before tiles is the blank.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let word = |rest: &str| {
        let fields = rest.split(|c: char| c.is_whitespace() || "/,;[]()".contains(c));
        fields.filter(|field| !field.is_empty()).any(|field| tile(field).is_none())
    };
    line.starts_with("//") || line.strip_prefix('#').is_some_and(word)
}

/// The number of a field; blanks are 0, and there is none for what is no tile.
fn tile(field: &str) -> Option<u64> {
    let number = field.strip_suffix(".0").or(field.strip_suffix('.')).unwrap_or(field);
    if ["-", "_", ".", "x", "X", "#"].contains(&field) { Some(0) } else { number.parse().ok() }
}

fn board(rows: &[Vec<&str>], size: Option<(usize, usize)>) -> Result<(usize, Vec<u16>), String> {
    let fields = rows.concat();
    let is_list = rows.iter().all(|row| row.len() == 1) || rows.len() == 1;
    let (height, width) = match (is_list, size) {
        (true, size) => size.unwrap_or((fields.len().isqrt(), fields.len().isqrt())),
        (false, _) => (rows.len(), rows[0].len()),
    };
    let is_side = |side| (2..=32).contains(&side);
    let is_asked = is_side(height) && is_side(width) && size.is_none_or(|size| size == (height, width));
    ensure(is_asked, || format!("a board of {height} rows and {width} columns was not expected"))?;
    let (is_even, found) = (is_list || rows.iter().all(|row| row.len() == width), fields.len());
    let no_board = || format!("{found} fields in {} rows are no board of {height}x{width}", rows.len());
    ensure(is_even && found == height * width, no_board)?;
    let cells = fields.len() as u64;
    let mut tiles = Vec::new();
    for field in fields {
        match tile(field).filter(|tile| *tile <= cells).map(|tile| (tile % cells) as u16) {
            Some(tile) if !tiles.contains(&tile) => tiles.push(tile),
            _ => return Err(format!("{:?} is no tile, or stands twice", field.chars().take(24).collect::<String>())),
        }
    }
    Ok((width, tiles))
}

/// The goal of a name or a text, for boards of this size.
pub(super) fn goal(name: &str, rows: usize, cols: usize) -> Result<Vec<u16>, String> {
    let order: Vec<usize> = match name {
        "blank-last" => (0..rows * cols).collect(),
        "blank-first" => (1..rows * cols).chain([0]).collect(),
        "spiral" => spiral(rows, cols),
        text => return tiles(text, Some((rows, cols))).map(|(_, tiles)| tiles),
    };
    let mut tiles = vec![0; order.len()];
    order.iter().zip(1..order.len() as u16).for_each(|(&cell, tile)| tiles[cell] = tile);
    Ok(tiles)
}

/// The cells clockwise from the first one inwards: the first row is taken off, and the rest turned to the left.
fn spiral(rows: usize, cols: usize) -> Vec<usize> {
    let mut left: Vec<Vec<usize>> = (0..rows).map(|row| (row * cols..(row + 1) * cols).collect()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        order.extend(left.remove(0));
        let width = left.first().map_or(0, Vec::len);
        left = (0..width).rev().map(|col| left.iter().map(|row| row[col]).collect()).collect();
    }
    order
}
