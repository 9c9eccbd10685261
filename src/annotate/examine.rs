//! A game searched as far as it is worth searching: looks are given out, findings kept, and told as they come.

use super::AnnotateError;
use super::crew::Crew;
use super::effort::{Effort, order};
use super::journal::Journal;
use super::look::{Course, Finding, Findings, Look, Scope};
use super::progress::{Meter, Progress};
use std::collections::HashSet;

/// What one look found.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// The look.
    pub look: Look,
    /// What it found.
    pub finding: &'a Finding,
    /// How far the run is, when a position was searched for the first time.
    pub progress: Option<Progress>,
}

/// A run over one game or several.
#[derive(Debug)]
pub struct Examination<'a> {
    /// Who searches.
    pub crew: &'a Crew<'a>,
    /// Where findings are kept.
    pub journal: Journal,
    /// How far the run is.
    pub meter: Meter,
    /// For each position.
    pub effort: Effort,
}

impl Examination<'_> {
    /// Takes every look at game `number` (from 0) that is worth taking and is not in the journal. Blocking.
    ///
    /// # Errors
    /// Told to stop, the engines have died, or the journal cannot be written.
    pub fn examine(
        &mut self,
        number: usize,
        course: &Course,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<Findings, AnnotateError> {
        let mut found = self.journal.findings(number, course);
        self.meter.known_before(found.positions());
        let mut under_way = HashSet::new();
        loop {
            for look in found.wanted(course) {
                let order = order(look, course, &found, self.effort);
                if let Some(go) = order.filter(|_| under_way.insert(look)) {
                    self.crew.send(look, go);
                }
            }
            if under_way.is_empty() {
                self.meter.game_done(number);
                return Ok(found);
            }
            let (look, finding) = self.crew.receive()?;
            under_way.remove(&look);
            self.journal.keep(number, look, &finding)?;
            let first = look.scope == Scope::All;
            let progress = first.then(|| self.meter.position_done(number));
            tell(News { look, finding: &finding, progress });
            found.insert(look, finding);
        }
    }
}
