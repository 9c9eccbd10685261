//! The game on the screen being annotated in the background: what is requested, what is known of it.

use crate::annotate::{
    AnalysisTask, AnnotateError, Annotations, MainLine, Progress, SearchLimits, TaskResult,
};
use crate::base::Millis;
use crate::game::{Evaluation, Game, NodeId};
use std::path::PathBuf;
use std::sync::Arc;

/// What the screen wants to have annotated.
#[derive(Clone, Debug)]
pub struct AnnotationRequest {
    /// Number of the run; events of other numbers are stale.
    pub run: u64,
    /// The main line of the game.
    pub main_line: Arc<MainLine>,
    /// The limits for each position.
    pub limits: SearchLimits,
    /// Positions searched at a time.
    pub threads: usize,
}

/// An event of a run.
#[derive(Debug)]
pub enum AnnotationEvent {
    /// An earlier run is resumed: so many searches are kept.
    Resumed(usize),
    /// A task is done.
    Found(AnalysisTask, Box<TaskResult>, Progress),
    /// The run has ended.
    Ended(Box<Result<Annotations, AnnotateError>>),
}

/// What the model knows of annotating.
#[derive(Debug)]
pub struct Annotating {
    /// Number of the latest run.
    pub run: u64,
    /// The line that is annotated; `None` when nothing is.
    pub main_line: Option<Arc<MainLine>>,
    /// The evaluations of before that those found so far replace, in their order.
    pub overwritten: Vec<Overwritten>,
    /// The files that the game was saved to during the run: it is saved there again at its end.
    pub saved_to: Vec<PathBuf>,
    /// How far it is, once a position was searched.
    pub progress: Option<Progress>,
    /// What was asked for last, as it is typed.
    pub last_limits: String,
}

/// The evaluation that a node had before the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overwritten {
    /// The node.
    pub node: NodeId,
    /// Its evaluation.
    pub evaluation: Option<Evaluation>,
    /// Whether that was added after the recorded search.
    pub is_superseded: bool,
}

impl Overwritten {
    /// What `node` has now.
    pub fn of(game: &Game, node: NodeId) -> Self {
        let annotation = &game.tree().node(node).annotation;
        let search = annotation.engine_info.as_ref().and_then(|info| info.search.as_ref());
        let is_superseded = search.is_some_and(|search| search.is_superseded);
        Self { node, evaluation: annotation.evaluation, is_superseded }
    }

    /// Gives the node this evaluation again.
    pub fn restore(self, game: &mut Game) {
        let annotation = &mut game.tree_mut().node_mut(self.node).annotation;
        annotation.evaluation = self.evaluation;
        let info = annotation.engine_info.as_mut();
        if let Some(search) = info.and_then(|info| info.search.as_mut()) {
            search.is_superseded = self.is_superseded;
        }
    }
}

impl Default for Annotating {
    fn default() -> Self {
        Self {
            run: 0,
            main_line: None,
            overwritten: Vec::new(),
            saved_to: Vec::new(),
            progress: None,
            last_limits: "1".to_owned(),
        }
    }
}

impl Annotating {
    /// How far it is, in a few cells; `None` when nothing is annotated.
    pub fn brief_words(&self) -> Option<String> {
        self.main_line.as_ref()?;
        let (done, total) = self.progress.map_or((0, 1), |progress| progress.positions);
        Some(match self.progress.map(|progress| progress.further).filter(|_| done >= total) {
            Some((part, whole)) => format!("annotating, again {part}/{whole}"),
            None => format!("annotating {} %", 100 * done / total.max(1)),
        })
    }

    /// How far it is, with a bar of `cells`; `None` when nothing is annotated.
    pub fn words(&self, cells: usize) -> Option<String> {
        self.main_line.as_ref()?;
        let (done, total) = self.progress.map_or((0, 1), |progress| progress.positions);
        let further = self.progress.map(|progress| progress.further).filter(|_| done >= total);
        let (part, whole) = further.unwrap_or((done, total));
        let filled = cells * part / whole.max(1);
        let bar: String = (0..cells).map(|cell| if cell < filled { '█' } else { '░' }).collect();
        let left = self.progress.map_or_else(String::new, |progress| left(progress.remaining));
        Some(match further {
            Some((part, whole)) => {
                format!("annotating {bar} errors again: {part} of {whole}{left}")
            }
            None => format!("annotating {bar} {:>3} %{left}", 100 * done / total.max(1)),
        })
    }
}

fn left(remaining: Millis) -> String {
    // As long as it goes on, not nothing.
    let seconds = (remaining.0.max(1) + 999) / 1000;
    match seconds / 3600 {
        0 => format!("  {}:{:02} left", seconds / 60, seconds % 60),
        hours => format!("  {hours}:{:02}:{:02} left", seconds / 60 % 60, seconds % 60),
    }
}

/// Reads what to spend on a position: seconds, `depth` plies, `nodes`, or several of them.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse_limits(text: &str) -> Result<SearchLimits, String> {
    let wrong = || {
        format!(
            "annotate {text:?}: expected seconds from 0.01 to 3600, depth 12 or nodes 100000, with replace behind them if wanted; evals or stop"
        )
    };
    let mut limits = SearchLimits::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut figure = || words.next().ok_or_else(wrong);
        match word {
            "depth" => {
                let depth = figure()?.parse().ok().filter(|depth| (1..=128).contains(depth));
                limits.depth = Some(depth.ok_or_else(wrong)?);
            }
            "nodes" => {
                let nodes = figure()?.parse().ok().filter(|&nodes| nodes > 0);
                limits.nodes = Some(nodes.ok_or_else(wrong)?);
            }
            seconds => {
                let seconds = seconds.trim_end_matches('s').parse::<f64>().ok();
                let seconds = seconds.filter(|s| (0.01..=3600.0).contains(s)).ok_or_else(wrong)?;
                limits.time = Some(Millis::from_seconds(seconds));
            }
        }
    }
    if limits == SearchLimits::default() { Err(wrong()) } else { Ok(limits) }
}

#[cfg(test)]
mod tests {
    use super::parse_limits;
    use crate::annotate::SearchLimits;
    use crate::base::Millis;

    #[test]
    fn what_to_spend_is_read() {
        let time = |ms| SearchLimits { time: Some(Millis(ms)), ..SearchLimits::default() };
        assert_eq!(parse_limits("0.5"), Ok(time(500)));
        assert_eq!(parse_limits("2s"), Ok(time(2000)));
        assert_eq!(parse_limits("2.01"), Ok(time(2010)));
        let both = SearchLimits { depth: Some(12), nodes: Some(9), ..SearchLimits::default() };
        assert_eq!(parse_limits(" depth 12 nodes 9"), Ok(both));
        for wrong in ["", "depth", "depth 0", "nodes x", "-1", "fast", "99999"] {
            assert!(parse_limits(wrong).is_err_and(|words| words.contains("expected")), "{wrong}");
        }
    }
}
