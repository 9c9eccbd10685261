//! The engine's figures while the panels are frozen.

use crate::engine::Report;
use crate::engine::external::ExternalReport;
use std::sync::Arc;

/// The engine's figures of one moment.
#[derive(Debug)]
pub struct Frozen {
    pub(super) report: Option<Arc<Report>>,
    pub(super) nps_history: Vec<f64>,
    pub(super) external: Option<Arc<ExternalReport>>,
}
