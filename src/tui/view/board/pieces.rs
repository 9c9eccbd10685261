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

/// A horizontal line through an outline: where it crosses the edges of each part.
#[derive(Debug)]
pub struct Row(Vec<Crossings>);

#[derive(Debug)]
struct Crossings {
    is_cut: bool,
    at: Vec<f32>,
}

impl Row {
    /// The line at `y` through the outline of `role`.
    pub fn of(outline: &[Part], role: Role, y: f32) -> Self {
        let y = match role {
            // Already low enough; a rook would lose its battlements.
            Role::Pawn | Role::Rook => y,
            Role::Knight | Role::Bishop | Role::Queen | Role::King => {
                GROUND - (GROUND - y) * STRETCH
            }
        };
        let crossed = |part: &Part| Crossings { is_cut: part.is_cut, at: part.crossings(y) };
        Self(outline.iter().map(crossed).collect())
    }

    /// Whether the outline covers the point of the line at `x`. Even-odd rule: a ray to the right crosses a part's edge an odd number of
    /// times.
    pub fn covers(&self, x: f32) -> bool {
        self.0.iter().fold(false, |inside, Crossings { is_cut, at }| {
            let covered = at.iter().filter(|&&edge| x < edge).count() % 2 == 1;
            if *is_cut { inside && !covered } else { inside || covered }
        })
    }
}

impl Part {
    fn crossings(&self, y: f32) -> Vec<f32> {
        if let (Some(r), Some(&(cx, cy))) = (self.radius, self.points.first()) {
            let square = r * r - (y - cy).powi(2);
            return if square < 0. {
                Vec::new()
            } else {
                vec![cx - square.sqrt(), cx + square.sqrt()]
            };
        }
        let edges = self.points.iter().zip(self.points.iter().cycle().skip(1));
        let crossed = edges.filter(|&(&(_, ya), &(_, yb))| (ya > y) != (yb > y));
        crossed.map(|(&(xa, ya), &(xb, yb))| (xb - xa) * (y - ya) / (yb - ya) + xa).collect()
    }
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
    use super::{Row, bitmap, outline};
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
            let covers = |x, y| Row::of(&outline(role), role, y).covers(x);
            assert!(covers(50., 88.) && !covers(2., 2.), "{role:?}");
        }
    }
}
