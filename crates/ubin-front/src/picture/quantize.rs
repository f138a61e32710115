//! One palette for a whole film.
//!
//! A film has few flat colours, and the shades between two of them at an edge. Where these are too many, the median cut of Heckbert (1982): the box of colours with the largest spread, weighted by how often they
//! occur, is halved until there are enough. It differs from the paper in what stands for a box: its most frequent colour, not its mean, so that large areas keep their colour exactly.

/// A colour and how many pixels have it.
type Used = ([u8; 3], u64);

/// A palette of at most this many colours (256 are all that a GIF can have), and for each colour its number in it.
pub(super) fn palette(colors: &[Used], most: usize) -> (Vec<[u8; 3]>, Vec<u8>) {
    let mut boxes: Vec<Vec<usize>> = vec![(0..colors.len()).collect()];
    while boxes.len() < most.min(256) {
        let widest =
            |(at, members): (usize, &Vec<usize>)| spread(colors, members).map(|(axis, weight)| (weight, at, axis));
        let Some((_, at, axis)) = boxes.iter().enumerate().filter_map(widest).max() else { break };
        let (low, high) = halves(colors, boxes.swap_remove(at), axis);
        boxes.extend([low, high]);
    }
    // In order of first appearance, so that the palette does not depend on how the boxes were cut.
    boxes.sort_by_key(|members| members.iter().min().copied());
    let mut map = vec![0; colors.len()];
    let mut palette = Vec::new();
    for members in boxes {
        for &member in &members {
            map[member] = palette.len() as u8;
        }
        let first = |&&member: &&usize| (colors[member].1, std::cmp::Reverse(member));
        palette.extend(members.iter().max_by_key(first).map(|&member| colors[member].0));
    }
    (palette, map)
}

/// The widest axis of a box and the weight of halving it; `None` for a single colour.
fn spread(colors: &[Used], members: &[usize]) -> Option<(usize, u64)> {
    let range = |axis: usize| {
        let values = || members.iter().map(|&member| colors[member].0[axis]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    let (width, axis) = (0..3).map(|axis| (range(axis), axis)).max()?;
    let pixels: u64 = members.iter().map(|&member| colors[member].1).sum();
    // The root of the pixels: a large flat area must not eat the palette.
    (width > 0).then(|| (axis, u64::from(width).pow(2) * (pixels.isqrt() + 1)))
}

/// A box cut at the middle of its pixels; both halves have a colour.
fn halves(colors: &[Used], mut members: Vec<usize>, axis: usize) -> (Vec<usize>, Vec<usize>) {
    members.sort_by_key(|&member| (colors[member].0[axis], colors[member].0));
    let half = members.iter().map(|&member| colors[member].1).sum::<u64>() / 2;
    let mut seen = 0;
    let at = members.iter().position(|&member| {
        seen += colors[member].1;
        seen > half
    });
    let at = at.unwrap_or(0).clamp(1, members.len() - 1);
    let high = members.split_off(at);
    (members, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_stay_as_they_are() {
        let colors: Vec<Used> = (0..256u64).map(|n| ([n as u8, (n * 7) as u8, 3], n + 1)).collect();
        let (palette, map) = palette(&colors, 256);
        assert_eq!(palette.len(), 256);
        for (number, (color, _)) in colors.iter().enumerate() {
            assert_eq!(palette[usize::from(map[number])], *color);
        }
    }

    #[test]
    fn many_colors_become_near_ones_and_large_areas_stay() {
        let mut colors: Vec<Used> = Vec::new();
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(51) {
                    colors.push(([red, green, blue], 1));
                }
            }
        }
        colors[777].1 = 100_000;
        let (palette, map) = palette(&colors, 256);
        assert_eq!(palette.len(), 256);
        assert_eq!(palette[usize::from(map[777])], colors[777].0);
        for (number, (color, _)) in colors.iter().enumerate() {
            let near = palette[usize::from(map[number])];
            let apart: i32 = (0..3).map(|axis| (i32::from(near[axis]) - i32::from(color[axis])).abs()).max().unwrap();
            assert!(apart <= 60, "{color:?} became {near:?}");
        }
    }
}
