//! What is known of strength beside the dial's limits: the measured curve, the personalities, and the player's own rating.
//! Words and choices for the panel, the form and the list; files and threads are elsewhere.

use crate::base::{Elo, number_of};
use crate::game::rated::Rated;
use crate::strength::human::{HumanModel, IntrinsicRating};
use crate::strength::{
    Calibration, GameResult, Personalities, Rating, StrengthLevel, StrengthLimits, StrengthModel,
    next_opponent, rating_history,
};
use crate::tui::values::format::compact;
use jiff::civil::Date;

/// Half the width of a 95 % interval in standard errors: every ± that is shown.
const INTERVAL: f64 = 1.96;
/// Ratings are rounded to this.
const STEP: u16 = 25;

/// What the player's games said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatedGames {
    /// Games that count.
    pub counted: Vec<Rated>,
    /// Games of the player that do not.
    pub left_out: usize,
    /// The rating by the moves of the newest games that count; `None` while too few are valued.
    pub by_moves: Option<IntrinsicRating>,
}

/// The player's rating after a game that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingAfter {
    /// When the game was played, if that is known.
    pub date: Option<Date>,
    /// The estimate by the results of that game and those before it.
    pub rating: Rating,
}

impl RatingAfter {
    /// The ends of the interval in which the rating is with a probability of 0.95.
    pub fn interval(&self) -> [f64; 2] {
        let Rating { elo, error, .. } = self.rating;
        [elo - INTERVAL * error, elo + INTERVAL * error]
    }

    /// Which game it is: `game 12, 2026.11.30`.
    pub fn game(&self) -> String {
        let date =
            self.date.map_or_else(String::new, |date| format!(", {}", date.strftime("%Y.%m.%d")));
        format!("game {}{date}", self.rating.games)
    }

    /// The game and the rating: `game 12, 2026.11.30: 1320 ±210`.
    pub fn words(&self) -> String {
        let Rating { elo, error, .. } = self.rating;
        format!("{}: {elo:.0} ±{:.0}", self.game(), INTERVAL * error)
    }
}

/// Everything known.
#[derive(Clone, Debug)]
pub struct Strengths {
    /// The model that a bare rating means.
    pub model: StrengthModel,
    /// The personalities, the user's own among them.
    pub roster: Personalities,
    /// What the settings are worth; `None` while nothing was measured.
    pub curve: Option<Calibration>,
    /// The player's rating; `None` before the first game that counts.
    pub rating: Option<Rating>,
    /// The rating after each game that counts, the oldest first.
    pub history: Vec<RatingAfter>,
    /// Games of the player that do not count, those against the other model among them.
    pub left_out: usize,
    games: RatedGames,
}

impl Default for Strengths {
    fn default() -> Self {
        Self {
            model: StrengthModel::default(),
            roster: Personalities::shipped(),
            curve: Calibration::shipped(),
            rating: None,
            history: Vec::new(),
            left_out: 0,
            games: RatedGames::default(),
        }
    }
}

impl Strengths {
    /// A setting in words.
    pub fn setting(&self, dial: StrengthLevel) -> String {
        match dial {
            StrengthLevel::Full => "full strength".to_owned(),
            StrengthLevel::Limited(elo) => format!("madchess {elo}"),
            StrengthLevel::Human(level) if !level.has_style() => level.rating.to_string(),
            StrengthLevel::Human(level) => match self.roster.named_by(dial) {
                Some(personality) => format!("{} ({})", personality.name, level.rating),
                None => format!("a personality of {}", level.rating),
            },
            StrengthLevel::Personality(StrengthLimits { elo, .. }) => {
                match self.roster.named_by(dial) {
                    Some(personality) => format!("{} (madchess {elo})", personality.name),
                    None => format!("a personality of madchess {elo}"),
                }
            }
        }
    }

    /// A setting as the settings file and the form name it; `None` for a personality without a name.
    pub fn text(&self, dial: StrengthLevel) -> Option<String> {
        let text = match dial {
            StrengthLevel::Full => "full".to_owned(),
            StrengthLevel::Limited(elo) => format!("{} {elo}", StrengthModel::MadChess),
            StrengthLevel::Human(level) if !level.has_style() => {
                format!("{} {}", StrengthModel::Human, level.rating)
            }
            StrengthLevel::Human(_) | StrengthLevel::Personality(_) => {
                self.roster.named_by(dial)?.name.clone()
            }
        };
        Some(self.listed(&text).to_owned())
    }

    /// What a setting was measured to be worth, and at which control: `1480 ±40 at 5+3`.
    pub fn plays_like(&self, dial: StrengthLevel) -> Option<String> {
        let (StrengthLevel::Limited(elo), Some(curve)) = (dial, &self.curve) else { return None };
        let (measured, error) = curve.measured(elo);
        Some(format!("{measured:.0} ±{:.0} at {}", INTERVAL * error, curve.control))
    }

    /// The same as a sentence for every setting.
    pub fn worth(&self, dial: StrengthLevel) -> String {
        match (self.plays_like(dial), dial) {
            (Some(figure), _) => format!("plays like {figure}"),
            (None, StrengthLevel::Full) => "no limit".to_owned(),
            (None, StrengthLevel::Human(level)) => {
                let rating = level.rating;
                let style = if level.has_style() { ", with a style of its own" } else { "" };
                let few = "; extrapolated: below 1000 and above 2200 the games are few";
                let few = if HumanModel::is_extrapolated(rating) { few } else { "" };
                format!("plays like people of {rating} in rapid games on Lichess{style}{few}")
            }
            (None, StrengthLevel::Personality(_)) => {
                "a personality of MadChess's model, whose strength is not measured".to_owned()
            }
            (None, StrengthLevel::Limited(_)) => "MadChess's own figure, not calibrated".to_owned(),
        }
    }

    /// Reads a strength as people type it: a rating of the dial, `human 1500` or `madchess 1500` for one of that model,
    /// `~1500` for the level of MadChess's model that plays like 1500, `full`, or the name of a personality.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(&self, text: &str) -> Result<StrengthLevel, String> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("full") || text.is_empty() {
            return Ok(StrengthLevel::Full);
        }
        let (low, high) = (StrengthLimits::MIN_ELO, StrengthLimits::MAX_ELO);
        if let Some(wanted) = text.strip_prefix('~') {
            let curve = self.curve.as_ref().ok_or_else(|| {
                format!("strength {text:?}: the dial is not calibrated, only its own figures hold")
            })?;
            let (least, most) = (curve.measured(low).0, curve.measured(high).0);
            return match wanted.trim().parse::<f64>() {
                Ok(wanted) if (least.floor()..=most.ceil()).contains(&wanted) => {
                    Ok(StrengthLevel::Limited(curve.internal(wanted)))
                }
                _ => Err(format!("strength {text:?}: expected ~{least:.0} to ~{most:.0}")),
            };
        }
        if let Some((name, level)) = text.split_once(char::is_whitespace)
            && let Ok(model) = name.parse::<StrengthModel>()
        {
            return model.parse_level(level).map_err(|wrong| format!("strength {name} {wrong}"));
        }
        match (self.model.parse_level(text), self.roster.named(text)) {
            (Ok(level), _) => Ok(level),
            (Err(_), Some(personality)) => Ok(personality.level),
            (Err(wrong), None) => {
                let names = self.roster.all().iter().map(|personality| personality.name.as_str());
                let names: Vec<&str> = names.collect();
                Err(format!("strength {wrong}, full, or a personality: {}", names.join(", ")))
            }
        }
    }

    /// A strength as the form lists it: the bare rating where the text names the model that a bare rating means.
    pub fn listed<'text>(&self, text: &'text str) -> &'text str {
        match text.split_once(char::is_whitespace) {
            Some((model, level))
                if model.parse().is_ok_and(|it: StrengthModel| it == self.model) =>
            {
                level.trim()
            }
            Some(_) | None => text,
        }
    }

    /// Takes in what the recorded games say.
    pub fn take(&mut self, games: RatedGames) {
        self.games = games;
        self.rate();
    }

    /// Changes the model that a bare rating means. The scales of the models differ, so the player has a rating on each.
    pub fn set_model(&mut self, model: StrengthModel) {
        self.model = model;
        self.rate();
    }

    fn rate(&mut self) {
        let result = |game: &Rated| {
            let (opponent, error) = self.opponent(game.dial)?;
            Some((game.date, GameResult { opponent, error, score: game.score }))
        };
        let oldest_first = self.games.counted.iter().rev().filter_map(result);
        let (dates, results): (Vec<_>, Vec<_>) = oldest_first.unzip();
        let ratings = dates.into_iter().zip(rating_history(&results));
        self.history = ratings.map(|(date, rating)| RatingAfter { date, rating }).collect();
        self.rating = self.history.last().map(|after| after.rating);
        self.left_out = self.games.left_out + self.games.counted.len() - results.len();
    }

    /// The rating of a setting as an opponent on the scale of the model, with its standard error; of MadChess's model the measured
    /// one if there is one.
    fn opponent(&self, dial: StrengthLevel) -> Option<(f64, f64)> {
        let elo = dial.elo().filter(|_| dial.model() == Some(self.model))?;
        let curve = self.curve.as_ref().filter(|_| self.model == StrengthModel::MadChess);
        Some(curve.map_or((f64::from(elo.0), 0.0), |curve| curve.measured(elo)))
    }

    /// The setting to play next; `None` before the first game that counts.
    pub fn next(&self) -> Option<Elo> {
        let rating = Rating { elo: self.combined()?, ..self.rating? };
        Some(match &self.curve {
            _ if self.model == StrengthModel::Human => {
                let [low, high] = self.model.range();
                Elo((rating.elo / 50.0).round() as u16 * 50).clamp(low, high)
            }
            Some(curve) => {
                let exact = curve.internal(rating.elo).0;
                StrengthLimits::nearest_level(f64::from((exact + STEP / 2) / STEP * STEP))
            }
            None => next_opponent(&rating),
        })
    }

    /// The rating by results and the one by the moves, weighted by their errors. Only on the human model's scale are they comparable.
    fn combined(&self) -> Option<f64> {
        let rating = self.rating?;
        let Some(by_moves) = self.by_moves() else { return Some(rating.elo) };
        let weights = [rating.error, by_moves.whole_error()].map(|error| error.powi(-2));
        let sum = weights[0] * rating.elo + weights[1] * by_moves.rating;
        Some(sum / (weights[0] + weights[1]))
    }

    /// The rating by the moves, on the scale of the human model.
    fn by_moves(&self) -> Option<IntrinsicRating> {
        self.games.by_moves.filter(|_| self.model == StrengthModel::Human)
    }

    /// The player's rating by results and by the moves: `1320 ±210 in 12 games, 1400 ±130 by 350 moves`.
    pub fn rated_both(&self) -> Option<String> {
        let rated = self.rated()?;
        let by_moves = self.by_moves().map(|it| format!(", {it}"));
        Some(format!("{rated}{}", by_moves.unwrap_or_default()))
    }

    /// The same in less room: `1320 ±210, by moves 1400 ±130`, or [`Self::rated`].
    pub fn rated_briefly(&self) -> Option<String> {
        let Rating { elo, error, .. } = self.rating?;
        let Some(by_moves) = self.by_moves() else { return self.rated() };
        let error = INTERVAL * error;
        Some(format!("{elo:.0} ±{error:.0}, by moves {}", by_moves.figure()))
    }

    /// The player's rating: `1320 ±210 in 12 games`.
    pub fn rated(&self) -> Option<String> {
        let Rating { elo, error, games } = self.rating?;
        Some(format!("{elo:.0} ±{:.0} in {}", INTERVAL * error, number_of(games, "game")))
    }

    /// What can be chosen: the next opponent first, then the settings, full strength, and the personalities.
    pub fn choices(&self) -> Vec<(StrengthLevel, String)> {
        let mut rows = Vec::new();
        if let (Some(next), Some(rated)) = (self.next(), self.rated_both()) {
            let dial = self.model.level(next);
            rows.push((dial, format!("{next:<6}next opponent: you are {rated}")));
        }
        if self.model == StrengthModel::Human {
            for elo in self.model.levels() {
                let dial = self.model.level(elo);
                rows.push((dial, format!("{elo:<6}{}", self.worth(dial))));
            }
        }
        let madchess = (self.model == StrengthModel::MadChess).then(|| self.model.levels());
        for elo in madchess.into_iter().flatten() {
            let dial = StrengthLevel::Limited(elo);
            let law = StrengthLimits::at(elo);
            let like = self.plays_like(dial).map(|figure| format!("plays like {figure}: "));
            let about = format!(
                "{}/s, errors to {} cp, blunders {} %",
                compact(law.nps as f64),
                law.move_error,
                law.blunder_percent()
            );
            rows.push((dial, format!("{elo:<6}{}{about}", like.unwrap_or_default())));
        }
        rows.push((StrengthLevel::Full, "full  no limit".to_owned()));
        for personality in self.roster.all() {
            let (name, about) = (&personality.name, &personality.about);
            let elo = personality.level.elo().unwrap_or_default();
            rows.push((personality.level, format!("{elo:<6}{name}: {about}")));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::{RatedGames, Strengths};
    use crate::base::Elo;
    use crate::game::rated::Rated;
    use crate::rules::Color;
    use crate::strength::human::IntrinsicRating;
    use crate::strength::{Calibration, Point, StrengthLevel, StrengthModel};

    fn measured() -> Strengths {
        let point = |internal, measured| Point { internal, measured, error: 20.0, games: 60 };
        let points = vec![point(600, 900.0), point(1600, 1500.0), point(2600, 2300.0)];
        let curve = Calibration::new("a test".to_owned(), "5+3".to_owned(), points).ok();
        Strengths { curve, model: StrengthModel::MadChess, ..Strengths::default() }
    }

    #[test]
    fn the_dial_shows_the_measured_figure_and_keeps_its_own() {
        let known = measured();
        let dial = StrengthLevel::Limited(Elo(1100));
        assert_eq!(known.plays_like(dial).as_deref(), Some("1200 ±39 at 5+3"));
        assert_eq!(known.parse("~1200"), Ok(dial));
        assert_eq!(known.parse("1100"), Ok(dial));
        assert_eq!(known.plays_like(StrengthLevel::Full), None);
        let none = Strengths { curve: None, ..measured() };
        assert!(none.worth(dial).contains("not calibrated"));
    }

    #[test]
    fn what_is_no_strength_is_said() {
        let known = measured();
        for (text, part) in [
            ("90", "expected 600 to 2600, full"),
            ("Nobody", "\"Nobody\""),
            ("~x", "expected ~900 to ~2300"),
            ("~2500", "expected ~900 to ~2300"),
        ] {
            let error = known.parse(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        let none = Strengths { curve: None, ..measured() };
        assert!(none.parse("~1500").unwrap_err().contains("not calibrated"));
        assert_eq!(known.parse("Full"), Ok(StrengthLevel::Full));
        assert!(matches!(known.parse("Strong Master"), Ok(StrengthLevel::Human(_))));
        assert!(none.parse("human 2500").unwrap_err().contains("expected 600 to 2400"));
    }

    #[test]
    fn an_own_personality_with_the_values_of_a_shipped_one_is_said_by_its_name() {
        let mut known = Strengths::default();
        let style = r#"{"checks": 80, "attack": 25, "care": -10, "endings": -200}"#;
        let twin = format!(r#"[(name: "Twin", human: 1200, style: {style})]"#);
        assert_eq!(known.roster.merge("characters.ron", &twin), []);
        assert_eq!(known.setting(known.parse("Twin").unwrap()), "Twin (1200)");
    }

    #[test]
    fn the_rating_is_on_the_measured_scale_and_the_next_opponent_on_the_dials() {
        let mut known = measured();
        assert_eq!((known.rated(), known.next()), (None, None));
        // Even against 1600 of the dial, which is worth 1500: the prior says 1500 as well.
        let dial = StrengthLevel::Limited(Elo(1600));
        let even =
            [0.0, 1.0, 0.5, 0.5].map(|score| Rated { dial, score, side: Color::White, date: None });
        known.take(RatedGames { counted: even.to_vec(), left_out: 1, by_moves: None });
        let rated = known.rated().unwrap();
        assert!(rated.starts_with("1500 ±") && rated.ends_with(" in 4 games"), "{rated}");
        assert_eq!(known.next(), Some(Elo(1600)));
        let first = &known.choices()[0];
        assert_eq!(first.0, StrengthLevel::Limited(Elo(1600)));
        assert!(first.1.contains("next opponent: you are 1500"), "{}", first.1);
        known.curve = None;
        known.take(RatedGames { counted: even.to_vec(), ..RatedGames::default() });
        assert_eq!(known.next().map(|elo| elo.0 % 25), Some(0));
        known.take(RatedGames::default());
        assert_eq!(known.next(), None);
    }

    #[test]
    fn the_next_opponent_follows_results_and_moves_by_their_errors() {
        let mut known = Strengths::default();
        let dial = known.model.level(Elo(1500));
        let counted =
            [0.0, 1.0].map(|score| Rated { dial, score, side: Color::White, date: None }).to_vec();
        let next = |known: &mut Strengths, by_moves| {
            known.take(RatedGames { counted: counted.clone(), left_out: 0, by_moves });
            known.next().unwrap().0
        };
        let by_moves = |rating, error| Some(IntrinsicRating::normal(rating, error, 60));
        assert_eq!(next(&mut known, None), 1500);
        // Two games say little, sixty moves more; a large error says nothing.
        assert_eq!(next(&mut known, by_moves(1100.0, 80.0)), 1150);
        assert_eq!(known.rated_both().unwrap().split(", ").nth(1), Some("1100 ±196 by 60 moves"));
        assert_eq!(next(&mut known, by_moves(1100.0, 2000.0)), 1500);
        known.set_model(StrengthModel::MadChess);
        assert!(known.rated_both().is_none_or(|words| !words.contains("moves")));
    }
}
