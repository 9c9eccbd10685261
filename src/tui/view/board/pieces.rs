//! Shapes of the six chess pieces, our own design: outlines in a square of 100 by 100 that `sprite` rasterises to any
//! size, and bitmaps for squares of 6x3 and 8x4 cells, where rasterised outlines are unreadable.

use crate::rules::Role;

/// A part of an outline, added to the parts before it or cut out of them.
#[derive(Debug)]
pub struct Part {
    is_cut: bool,
    /// Corners of a polygon, or the centre of a disc.
    points: Vec<(f32, f32)>,
    radius: Option<f32>,
}

/// The outline of a piece.
pub fn outline(role: Role) -> Vec<Part> {
    let part = |line: &str| {
        let mut words = line.split(' ');
        let is_of_role = words.next()?.contains(role.char());
        let is_cut = words.next()? == "-";
        let (radii, points): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('r'));
        let number = |text: &str| text.parse::<f32>().ok();
        let point =
            |word: &str| word.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let radius = radii.first().and_then(|word| number(&word[1..]));
        let points = points.into_iter().filter_map(point).collect();
        is_of_role.then_some(Part { is_cut, points, radius })
    };
    let lines = include_str!("../../../../assets/pieces/outlines.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(part).collect()
}

/// The y of the base line.
const GROUND: f32 = 90.;

/// Vertical scale that leaves a margin above every crown.
const STRETCH: f32 = 1.12;

/// Whether the outline of `role` covers the point.
pub fn covers(outline: &[Part], role: Role, x: f32, y: f32) -> bool {
    let y = match role {
        // Already low enough; a rook would lose its battlements.
        Role::Pawn | Role::Rook => y,
        Role::Knight | Role::Bishop | Role::Queen | Role::King => GROUND - (GROUND - y) * STRETCH,
    };
    outline.iter().fold(false, |inside, part| {
        let covered = match (part.radius, part.points.first()) {
            (Some(r), Some(&(cx, cy))) => (x - cx).powi(2) + (y - cy).powi(2) <= r * r,
            _ => within(&part.points, x, y),
        };
        if part.is_cut { inside && !covered } else { inside || covered }
    })
}

/// Even-odd rule: a ray to the right crosses the outline an odd number of times.
fn within(corners: &[(f32, f32)], x: f32, y: f32) -> bool {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let crosses = |&(&(xa, ya), &(xb, yb)): &(&(f32, f32), &(f32, f32))| {
        (ya > y) != (yb > y) && x < (xb - xa) * (y - ya) / (yb - ya) + xa
    };
    edges.filter(crosses).count() % 2 == 1
}

/// The bitmap of `role` for squares of 6x3 or 8x4 cells: rows of dots, two by two a cell; `None` for other sizes.
pub fn bitmap(role: Role, width: u16, height: u16) -> Option<Vec<&'static [u8]>> {
    // Blocks in the order pawn, knight, bishop, rook, queen, king.
    let text = match (width, height) {
        (6, 3) => include_str!("../../../../assets/pieces/6x3.txt"),
        (8, 4) => include_str!("../../../../assets/pieces/8x4.txt"),
        _ => return None,
    };
    let block = text.split("\n\n").nth(usize::from(u8::from(role)) - 1)?;
    Some(block.lines().map(str::as_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::{bitmap, covers, outline};
    use crate::rules::Role;

    #[test]
    fn every_row_is_as_wide_as_its_square() {
        for (width, height) in [(6, 3), (8, 4)] {
            for role in Role::ALL {
                let rows = bitmap(role, width, height).unwrap();
                assert_eq!(rows.len(), 2 * usize::from(height), "{role:?}");
                let dots = 2 * usize::from(width);
                assert!(rows.iter().all(|row| row.len() == dots), "{role:?} {width}x{height}");
                assert!(
                    !rows[0].contains(&b'#'),
                    "{role:?} {width}x{height} touches the square above"
                );
            }
        }
    }

    #[test]
    fn every_piece_has_an_outline_with_a_base() {
        for role in Role::ALL {
            let outline = outline(role);
            assert!(
                covers(&outline, role, 50., 88.) && !covers(&outline, role, 2., 2.),
                "{role:?}"
            );
        }
    }
}
