//! The evaluation network with its weights: built once, shared by all threads.

use super::compiled::Tables;
use super::terms::{Label, TermBuilder};
use super::weights::Weights;
use super::{
    Category, Error, endgame, king, learned, major, material, minor, mobility, passed,
    piece_square, pieces, structure, threats,
};
use crate::propnet::bitboard;
use std::sync::Arc;

/// The evaluation network with its weights.
#[derive(Debug)]
pub struct Knowledge {
    network: Arc<bitboard::Network>,
    labels: Vec<Label>,
    weights: Weights,
    tables: Tables,
}

impl Knowledge {
    /// The network with the compiled-in weights.
    ///
    /// # Errors
    /// A faulty asset; tests exclude it.
    pub fn standard() -> Result<Arc<Self>, Error> {
        Self::with_weights(Weights::standard()?)
    }

    /// The network with other weights, for tuning.
    ///
    /// # Errors
    /// A weight that is missing, unused or of the wrong length.
    pub fn with_weights(weights: Weights) -> Result<Arc<Self>, Error> {
        Self::build(weights, &learned::conjunctions()?)
    }

    /// The network with these learned conjunctions.
    pub(super) fn build(
        weights: Weights,
        conjunctions: &[learned::Conjunction],
    ) -> Result<Arc<Self>, Error> {
        let mut terms = TermBuilder::new(weights);
        let views = pieces::define(&mut terms);
        for (category, define) in CATEGORIES {
            for (side, pieces) in pieces::SIDES.into_iter().zip(&views) {
                terms.begin(category, side);
                define(&mut terms, pieces);
            }
        }
        for (side, pieces) in pieces::SIDES.into_iter().zip(&views) {
            learned::define_propositions(&mut terms, pieces, side);
        }
        for side in pieces::SIDES {
            learned::define(&mut terms, conjunctions, side);
        }
        let (builder, labels, weights) = terms.finish()?;
        let network = builder.build()?;
        let tables = Tables::new(&network);
        Ok(Arc::new(Self { network, labels, weights, tables }))
    }

    /// The bitboard network.
    pub const fn network(&self) -> &Arc<bitboard::Network> {
        &self.network
    }

    /// The packed weights of the compiled evaluator.
    pub(super) const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The labels of the network's outputs.
    pub(super) fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The weights it was built with.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }
}

type Define = fn(&mut TermBuilder, &pieces::Pieces);

const CATEGORIES: [(Category, Define); Category::COUNT] = [
    (Category::Material, material::define),
    (Category::PieceLocation, piece_square::define),
    (Category::PawnStructure, structure::define),
    (Category::PieceMobility, mobility::define),
    (Category::KingSafety, king::define),
    (Category::Threats, threats::define),
    (Category::PassedPawns, passed::define),
    (Category::MinorPieces, minor::define),
    (Category::MajorPieces, major::define),
    (Category::EndgameScale, endgame::define),
];
