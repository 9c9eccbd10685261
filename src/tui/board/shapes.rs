//! Outlines of the six chess pieces, our own design, in a square of 100 by 100 with y downwards. `sprite` rasterises
//! them to cells of any size.

use crate::rules::Role;

/// A part of a piece.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A filled polygon.
    Area(&'static [(f32, f32)]),
    /// A filled disc: centre and radius.
    Disc(f32, f32, f32),
    /// A polygon taken out of what came before.
    Cut(&'static [(f32, f32)]),
    /// A disc taken out of what came before.
    Hole(f32, f32, f32),
}

/// The base of all pieces except the pawn.
const FOOT: Part =
    Part::Area(&[(30., 74.), (70., 74.), (80., 84.), (80., 90.), (20., 90.), (20., 84.)]);

/// Without the neck it would look like a rook.
const PAWN: &[Part] = &[
    Part::Disc(50., 30., 17.),
    Part::Area(&[(44., 44.), (56., 44.), (58., 56.), (69., 80.), (31., 80.), (42., 56.)]),
    Part::Area(&[(28., 79.), (72., 79.), (77., 85.), (77., 90.), (23., 90.), (23., 85.)]),
];

const ROOK: &[Part] = &[
    Part::Area(&[
        (22., 16.),
        (36., 16.),
        (36., 26.),
        (43., 26.),
        (43., 16.),
        (57., 16.),
        (57., 26.),
        (64., 26.),
        (64., 16.),
        (78., 16.),
        (78., 38.),
        (69., 45.),
        (69., 66.),
        (74., 78.),
        (26., 78.),
        (31., 66.),
        (31., 45.),
        (22., 38.),
    ]),
    FOOT,
];

const BISHOP: &[Part] = &[
    Part::Disc(50., 13., 8.),
    Part::Area(&[
        (50., 15.),
        (62., 26.),
        (71., 42.),
        (70., 55.),
        (62., 64.),
        (38., 64.),
        (30., 55.),
        (29., 42.),
        (38., 26.),
    ]),
    Part::Cut(&[(58., 24.), (63., 29.), (51., 46.), (46., 42.)]),
    Part::Area(&[(37., 62.), (63., 62.), (68., 78.), (32., 78.)]),
    FOOT,
];

const KNIGHT: &[Part] = &[
    Part::Area(&[
        (44., 8.),
        (52., 17.),
        (66., 23.),
        (77., 36.),
        (81., 54.),
        (79., 80.),
        (29., 80.),
        (34., 66.),
        (47., 54.),
        (49., 46.),
        (38., 51.),
        (32., 60.),
        (20., 59.),
        (14., 50.),
        (21., 38.),
        (33., 25.),
        (38., 18.),
    ]),
    Part::Hole(40., 31., 4.),
    FOOT,
];

const QUEEN: &[Part] = &[
    Part::Area(&[
        (12., 28.),
        (31., 46.),
        (32., 20.),
        (43., 44.),
        (50., 14.),
        (57., 44.),
        (68., 20.),
        (69., 46.),
        (88., 28.),
        (74., 72.),
        (26., 72.),
    ]),
    Part::Disc(12., 26., 6.),
    Part::Disc(32., 17., 6.),
    Part::Disc(50., 12., 6.),
    Part::Disc(68., 17., 6.),
    Part::Disc(88., 26., 6.),
    Part::Area(&[(27., 68.), (73., 68.), (73., 80.), (27., 80.)]),
    FOOT,
];

const KING: &[Part] = &[
    Part::Area(&[(45., 3.), (55., 3.), (55., 34.), (45., 34.)]),
    Part::Area(&[(36., 9.), (64., 9.), (64., 18.), (36., 18.)]),
    Part::Area(&[
        (50., 32.),
        (60., 26.),
        (74., 27.),
        (86., 37.),
        (84., 51.),
        (73., 72.),
        (27., 72.),
        (16., 51.),
        (14., 37.),
        (26., 27.),
        (40., 26.),
    ]),
    Part::Area(&[(27., 68.), (73., 68.), (73., 80.), (27., 80.)]),
    FOOT,
];

/// The y of the base line.
const GROUND: f32 = 90.;

/// Vertical scale that leaves a margin above every crown.
const STRETCH: f32 = 1.12;

const fn parts(role: Role) -> &'static [Part] {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// Whether the piece covers the point.
#[must_use]
pub fn covers(role: Role, x: f32, y: f32) -> bool {
    let y = match role {
        // Already low enough; a rook would lose its battlements.
        Role::Pawn | Role::Rook => y,
        _ => GROUND - (GROUND - y) * STRETCH,
    };
    let disc = |cx: f32, cy: f32, r: f32| (x - cx).powi(2) + (y - cy).powi(2) <= r * r;
    parts(role).iter().fold(false, |inside, part| match *part {
        Part::Area(corners) => inside || within(corners, x, y),
        Part::Disc(cx, cy, r) => inside || disc(cx, cy, r),
        Part::Cut(corners) => inside && !within(corners, x, y),
        Part::Hole(cx, cy, r) => inside && !disc(cx, cy, r),
    })
}

/// Even-odd rule: a ray to the right crosses the outline an odd number of times.
fn within(corners: &[(f32, f32)], x: f32, y: f32) -> bool {
    let mut inside = false;
    let mut previous = corners.len() - 1;
    for current in 0..corners.len() {
        let ((xa, ya), (xb, yb)) = (corners[current], corners[previous]);
        if (ya > y) != (yb > y) && x < (xb - xa) * (y - ya) / (yb - ya) + xa {
            inside = !inside;
        }
        previous = current;
    }
    inside
}
