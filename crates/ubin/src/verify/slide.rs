//! Replays a sliding solution on plain numbers.

/// Replays `moves` (letters that say where the blank goes) on a board given row by row, 0 for the blank.
///
/// ```
/// use ubin::verify::slide::replay;
/// assert_eq!(replay(2, &[1, 0, 3, 2], &[1, 2, 3, 0], "D"), Ok(()));
/// assert!(replay(2, &[1, 0, 3, 2], &[1, 2, 3, 0], "U").is_err());
/// ```
///
/// # Errors
/// A sentence that says which move fails, or that the end is not the goal.
pub fn replay(cols: usize, board: &[u16], goal: &[u16], moves: &str) -> Result<(), String> {
    let mut now = board.to_vec();
    let rows = now.len() / cols;
    for (number, letter) in moves.chars().enumerate() {
        let blank = now.iter().position(|&tile| tile == 0).ok_or("the board has no blank")?;
        let (row, col) = (blank / cols, blank % cols);
        let target = match letter {
            'U' if row > 0 => blank - cols,
            'D' if row + 1 < rows => blank + cols,
            'L' if col > 0 => blank - 1,
            'R' if col + 1 < cols => blank + 1,
            _ => return Err(format!("move {} is '{letter}', with the blank in row {row}, column {col}", number + 1)),
        };
        now[blank] = now[target];
        now[target] = 0;
    }
    if now == goal { Ok(()) } else { Err(format!("after {} moves the board is {now:?}", moves.len())) }
}
