//! `terminal` and `goal`: checkmate, stalemate, insufficient material and the 75-move rule. Repetition is counted by the
//! game record.

use super::attack_info::AttackInfo;
use super::base::{BaseIds, clock_bit};
use super::names;
use crate::machine::GameRole;
use crate::propnet::{Builder, Literal};
use crate::rules::{Color, Role, Square};

/// Builds the end of the game: `terminal`, and the goals of White and Black.
pub(super) fn build(
    builder: &mut Builder,
    base: &BaseIds,
    attack_info: &AttackInfo,
    us: Color,
    legal: &[Literal],
) -> (Literal, Vec<GameRole>) {
    let some = builder.any("some legal move", legal.iter().copied());
    let mate = builder.all(names::CHECKMATE, [attack_info.in_check, !some]);
    let stale = builder.all(names::STALEMATE, [!attack_info.in_check, !some]);
    let insufficient = insufficient_material(builder, base);
    let clock = clock_reaches(builder, base);
    let terminal = builder.any(names::TERMINAL, [mate, stale, insufficient, clock]);
    // Checkmate on the 75th move takes precedence. Source: FIDE Laws of Chess 2023, article 9.6.2.
    let drawn = builder.all("draw", [terminal, !mate]);
    let roles = Color::ALL.map(|side| {
        let mated = if side == us { 0 } else { 100 };
        let goals = [(mated, mate), (50, drawn)].map(|(value, id)| {
            let name = format!("goal {} {value}", names::color(side));
            (value, builder.all(&name, [id]).id)
        });
        GameRole { name: names::color(side).to_owned(), goals: goals.to_vec() }
    });
    (terminal, roles.to_vec())
}

/// No pawn, rook or queen, and at most one minor piece, or only bishops of one square colour.
fn insufficient_material(builder: &mut Builder, base: &BaseIds) -> Literal {
    let on = |kinds: &[Role], wanted: fn(Square) -> bool| -> Vec<Literal> {
        let squares = Square::ALL.into_iter().filter(|&s| wanted(s));
        squares
            .flat_map(|s| Color::ALL.into_iter().flat_map(move |side| base.pieces(side, kinds, s)))
            .collect()
    };
    let any = |_: Square| true;
    let heavy =
        builder.any("a pawn, rook or queen", on(&[Role::Pawn, Role::Rook, Role::Queen], any));
    let minors = on(&[Role::Knight, Role::Bishop], any);
    let two = builder.at_least("two minor pieces", 2, minors);
    let knight = builder.any("a knight", on(&[Role::Knight], any));
    let light = builder.any("a bishop on light squares", on(&[Role::Bishop], Square::is_light));
    let dark = builder.any("a bishop on dark squares", on(&[Role::Bishop], Square::is_dark));
    let pair = builder.all("bishops on both colours", [light, dark]);
    let lone = builder.all("bishops of one colour only", [!knight, !pair]);
    let weak = builder.any("weak minor pieces", [!two, lone]);
    builder.all(names::INSUFFICIENT_MATERIAL, [!heavy, weak])
}

/// The halfmove clock at 150, which ends the game, and at 100, where a draw may be claimed.
fn clock_reaches(builder: &mut Builder, base: &BaseIds) -> Literal {
    let bit = |at: usize| base.by_bit[clock_bit(at)];
    let over = |at: usize| -> Vec<Literal> { (at..8).filter_map(bit).collect() };
    // 150 = 128 + 16 + 4 + 2: above 128, more than 22 is 24 and up or 22 and 23.
    let upper: Vec<Literal> = [4, 2, 1].into_iter().filter_map(bit).collect();
    let exactly = builder.all("clock 22 or 23 above 128", upper);
    let eights: Vec<Literal> = [4, 3].into_iter().filter_map(bit).collect();
    let eights = builder.all("clock 24 or more above 128", eights);
    let sixties: Vec<Literal> = [6, 5].into_iter().filter_map(bit).collect();
    let beyond: Vec<Literal> =
        [exactly, eights].into_iter().chain(sixties.iter().copied()).collect();
    let beyond = builder.any("clock 22 or more above 128", beyond);
    let mut inputs = over(7);
    inputs.push(beyond);
    let long = builder.all(names::SEVENTY_FIVE_MOVES, inputs);
    // 100 = 64 + 32 + 4: above 96, more than 3 is any bit of 4, 8 or 16.
    let rest: Vec<Literal> = [4, 3, 2].into_iter().filter_map(bit).collect();
    let rest = builder.any("clock 4 or more above 96", rest);
    let mut inputs = sixties;
    inputs.push(rest);
    let hundred = builder.all("clock 100 to 127", inputs);
    let fifty: Vec<Literal> = over(7).into_iter().chain([hundred]).collect();
    builder.any(names::FIFTY_MOVES, fifty);
    long
}
