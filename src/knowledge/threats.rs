//! Threats and initiative: what the side to move, or the side that attacks, can expect.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::Color;

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    terms.weigh(side, "tempo", pieces.of(side).to_move);
}
