//! The whole of chess knowledge as one frozen network: put together once, shared by every thread.

use super::sweep::Tables;
use super::terms::{Label, Terms};
use super::weights::Weights;
use super::{
    Category, Error, endgame, king, location, major, material, minor, mobility, passed, pieces,
    structure, threats,
};
use crate::propnet::lanes;
use crate::rules::Color;
use std::sync::Arc;

/// The evaluation network with its weights.
#[derive(Debug)]
pub struct Knowledge {
    network: Arc<lanes::Network>,
    labels: Vec<Label>,
    weights: Weights,
    tables: Tables,
}

impl Knowledge {
    /// The network with the weights that are compiled in.
    ///
    /// # Errors
    /// A broken asset; tests make sure that there is none.
    pub fn standard() -> Result<Arc<Self>, Error> {
        Self::with_weights(Weights::standard()?)
    }

    /// The network with other weights, for tuning.
    ///
    /// # Errors
    /// A weight that is missing, unused or of the wrong length.
    pub fn with_weights(weights: Weights) -> Result<Arc<Self>, Error> {
        let mut terms = Terms::new(weights);
        let pieces = pieces::define(&mut terms);
        for (category, define) in CATEGORIES {
            terms.begin(category);
            for side in [Color::White, Color::Black] {
                define(&mut terms, &pieces, side);
            }
        }
        let (builder, labels, weights) = terms.finish()?;
        let network = builder.build()?;
        let tables = Tables::new(&network);
        Ok(Arc::new(Self { network, labels, weights, tables }))
    }

    /// The network itself, for names and explanations.
    #[must_use]
    pub const fn network(&self) -> &Arc<lanes::Network> {
        &self.network
    }

    /// The weights as the written network takes them.
    pub(super) const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Weights by the label of the network's outputs.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The weights it was built with.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }
}

type Define = fn(&mut Terms, &pieces::Pieces, Color);

const CATEGORIES: [(Category, Define); Category::COUNT] = [
    (Category::Material, material::define),
    (Category::PieceLocation, location::define),
    (Category::PawnStructure, structure::define),
    (Category::PieceMobility, mobility::define),
    (Category::KingSafety, king::define),
    (Category::Threats, threats::define),
    (Category::PassedPawns, passed::define),
    (Category::MinorPieces, minor::define),
    (Category::MajorPieces, major::define),
    (Category::EndgameScale, endgame::define),
];
