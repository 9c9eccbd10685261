//! The UCI options: those of the engine, and those of the protocol itself.

use crate::base::Elo;
use crate::engine::{EngineOption, EngineOptions, OptionError, OptionKind, UciOption};
use crate::rules::{Move, notation};
use crate::strength::{StrengthLevel, StrengthModel};
use strum::VariantNames as _;

/// Everything that can be set over UCI.
#[derive(Clone, Debug, PartialEq)]
pub struct UciOptions {
    /// Options of the engine.
    pub engine: EngineOptions,
    /// Is the strength limited?
    pub limit_strength: bool,
    /// The rating, if it is.
    pub elo: Elo,
    /// The model of limited strength.
    pub model: StrengthModel,
    /// Is every castling move written as the king taking its rook? Both forms are always read.
    pub chess960: bool,
    /// Does the user analyse rather than play? Then there is no contempt and no book.
    pub analyse: bool,
    /// Are the shares of wins, draws and losses printed with each score?
    pub show_wdl: bool,
    /// The opponent as the interface names it; empty if it does not.
    pub opponent: String,
    /// Are the search parameters listed? They can always be set.
    tuning: bool,
}

impl Default for UciOptions {
    fn default() -> Self {
        Self {
            engine: EngineOptions::default(),
            limit_strength: false,
            elo: StrengthModel::default().range()[0],
            model: StrengthModel::default(),
            chess960: false,
            analyse: false,
            show_wdl: false,
            opponent: String::new(),
            tuning: false,
        }
    }
}

/// What the session must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Send the options to the engine.
    Engine,
    /// In debug mode, say what the strength level limits; it is read at the next `go`.
    Dial,
    /// As [`Self::Dial`], and say that this rating is not one of the new model, so that the nearest is in force.
    Clamped(Elo),
    /// Say what is understood of the opponent, in debug mode, or what is not.
    Opponent,
    /// Clear the transposition table.
    ClearHash,
    /// Nothing.
    None,
}

/// From the lowest level of any model to the highest: a client is told one range, and may set the model afterwards.
fn widest() -> [Elo; 2] {
    let [human, other] = [StrengthModel::Human, StrengthModel::MadChess].map(StrengthModel::range);
    [human[0].min(other[0]), human[1].max(other[1])]
}

/// The options that are not the engine's, with the range of ratings.
fn own_options(ratings: [Elo; 2]) -> [UciOption; 10] {
    let option = |name: &str, kind| UciOption { name: name.to_owned(), kind };
    let [min, max] = ratings.map(|elo| i64::from(elo.0));
    [
        option("Clear Hash", OptionKind::Button),
        option("Ponder", OptionKind::Check { default: false }),
        option("UCI_LimitStrength", OptionKind::Check { default: false }),
        option("UCI_Elo", OptionKind::Spin { default: min, min, max }),
        option(
            "StrengthModel",
            OptionKind::Combo {
                default: StrengthModel::default().to_string(),
                choices: StrengthModel::VARIANTS.iter().copied().map(str::to_owned).collect(),
            },
        ),
        option("UCI_Chess960", OptionKind::Check { default: false }),
        option("UCI_AnalyseMode", OptionKind::Check { default: false }),
        option("UCI_ShowWDL", OptionKind::Check { default: false }),
        option("UCI_Opponent", OptionKind::Text { default: String::new() }),
        option("Tuning", OptionKind::Check { default: false }),
    ]
}

impl UciOptions {
    /// The declared options. The search parameters are declared only if `Tuning` is set, because a graphical interface
    /// shows every declared option.
    pub fn declarations(&self) -> Vec<UciOption> {
        let engine = EngineOption::TABLE.iter().map(EngineOption::option);
        let parameters = self.tuning.then(EngineOptions::parameters);
        engine.chain(own_options(widest())).chain(parameters.into_iter().flatten()).collect()
    }

    /// Sets the option `name` (any case) to `value`.
    ///
    /// # Errors
    /// There is no such option, or the value is not allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionEffect, OptionError> {
        let own = own_options(self.model.range())
            .into_iter()
            .find(|option| option.name.eq_ignore_ascii_case(name));
        let Some(own) = own else {
            self.engine.set(name, value)?;
            return Ok(OptionEffect::Engine);
        };
        let value = own.check(value).map_err(|error| self.with_model(error))?;
        Ok(match own.name.as_str() {
            "Clear Hash" => OptionEffect::ClearHash,
            "UCI_LimitStrength" => {
                self.limit_strength = value == "true";
                OptionEffect::Dial
            }
            "UCI_Elo" => {
                self.elo = Elo(value.parse().unwrap_or(self.elo.0));
                OptionEffect::Dial
            }
            "StrengthModel" => {
                self.model = value.parse().unwrap_or(self.model);
                let ([low, high], before) = (self.model.range(), self.elo);
                self.elo = before.clamp(low, high);
                if self.elo == before { OptionEffect::Dial } else { OptionEffect::Clamped(before) }
            }
            "UCI_Chess960" => {
                self.chess960 = value == "true";
                OptionEffect::None
            }
            "UCI_ShowWDL" => {
                self.show_wdl = value == "true";
                OptionEffect::None
            }
            "UCI_AnalyseMode" => {
                self.analyse = value == "true";
                OptionEffect::Engine
            }
            "UCI_Opponent" => {
                self.opponent = value;
                OptionEffect::Opponent
            }
            "Tuning" => {
                self.tuning = value == "true";
                OptionEffect::None
            }
            // `Ponder` only tells the interface that the engine can ponder.
            _ => OptionEffect::None,
        })
    }

    /// The error; that of a rating says which model has the range, since the declared one is that of all models.
    fn with_model(&self, mut error: OptionError) -> OptionError {
        if let OptionError::Value { name, expected, .. } = &mut error
            && name == "UCI_Elo"
        {
            *expected = format!("{expected}, the range of StrengthModel {}", self.model);
        }
        error
    }

    /// The options for the engine: in analysis without contempt and book, which are for games.
    pub fn in_force(&self) -> EngineOptions {
        let mut options = self.engine.clone();
        if self.analyse {
            (options.contempt, options.own_book) = (0, false);
        }
        options
    }

    /// The opponent in words, from title, rating, kind and name; or why the text is not understood.
    ///
    /// # Errors
    /// The text does not have these four parts.
    pub fn opponent_text(&self) -> Result<String, String> {
        let words: Vec<&str> = self.opponent.split_whitespace().collect();
        let wrong = || {
            let form = "a title or none, a rating or none, computer or human, and a name";
            format!("UCI_Opponent: {:?} is not {form}", self.opponent)
        };
        let [title, rating, kind @ ("computer" | "human"), name @ ..] = words.as_slice() else {
            return Err(wrong());
        };
        if name.is_empty() || (*rating != "none" && rating.parse::<u16>().is_err()) {
            return Err(wrong());
        }
        let title = if *title == "none" { String::new() } else { format!("{title} ") };
        let rating = if *rating == "none" { String::new() } else { format!(", rated {rating}") };
        Ok(format!("opponent: {title}{}, {kind}{rating}", name.join(" ")))
    }

    /// Writes a move in the notation that is set.
    pub fn notation(&self) -> fn(Move) -> String {
        notation::uci_writer(self.chess960)
    }

    /// The strength level.
    pub const fn dial(&self) -> StrengthLevel {
        if self.limit_strength { self.model.level(self.elo) } else { StrengthLevel::Full }
    }
}

#[cfg(test)]
mod tests {
    use super::{OptionEffect, UciOptions};
    use crate::base::Elo;
    use crate::strength::{StrengthLevel, StrengthModel};

    #[test]
    fn declared_defaults_are_the_defaults_in_force() {
        let mut options = UciOptions::default();
        options.set("tuning", "true").unwrap();
        let before = options.clone();
        assert!(options.declarations().len() > 40);
        for declared in options.declarations().iter().filter(|option| option.name != "Tuning") {
            let line = declared.to_string();
            let Some((_, default)) = line.split_once(" default ") else { continue };
            let default = default.split(" min ").next().unwrap().split(" var ").next().unwrap();
            options.set(&declared.name, default).unwrap();
        }
        assert_eq!(options, before);
    }

    #[test]
    fn search_parameters_can_be_set_but_are_not_listed() {
        let mut options = UciOptions::default();
        let listed = options.declarations().len();
        assert_eq!(options.set("nmp_base", "3"), Ok(OptionEffect::Engine));
        assert!(options.declarations().iter().all(|option| option.name != "nmp_base"));
        options.set("Tuning", "true").unwrap();
        assert!(options.declarations().len() > listed);
    }

    #[test]
    fn values_out_of_range_are_named() {
        let mut options = UciOptions::default();
        let error = options.set("uci_elo", "9000").unwrap_err().to_string();
        assert_eq!(
            error,
            "option \"UCI_Elo\": \"9000\" is not a whole number from 600 to 2400, the range of StrengthModel human"
        );
        let error = options.set("ShadowMode", "odd").unwrap_err().to_string();
        assert!(error.contains("fast, strict"));
        assert!(options.set("Nonsense", "1").unwrap_err().to_string().contains("Nonsense"));
    }

    #[test]
    fn the_dial_needs_both_options() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("UCI_Elo", "1500"), Ok(OptionEffect::Dial));
        assert_eq!(options.dial(), StrengthLevel::Full);
        assert_eq!(options.set("UCI_LimitStrength", "true"), Ok(OptionEffect::Dial));
        assert_eq!(options.dial(), StrengthModel::Human.level(Elo(1500)));
        options.set("StrengthModel", "madchess").unwrap();
        assert_eq!(options.dial(), StrengthLevel::Limited(Elo(1500)));
        options.set("UCI_Elo", "2600").unwrap();
    }

    #[test]
    fn every_rating_of_a_model_is_declared_and_those_of_another_are_refused() {
        let mut options = UciOptions::default();
        let range = |options: &UciOptions| {
            let declared = options.declarations();
            declared.iter().find(|option| option.name == "UCI_Elo").unwrap().to_string()
        };
        let declared = "name UCI_Elo type spin default 600 min 600 max 2600";
        assert_eq!(range(&options), declared);
        options.set("UCI_Elo", "2400").unwrap();
        options.set("UCI_Elo", "2401").unwrap_err();
        assert_eq!(options.elo, Elo(2400));
        assert_eq!(options.set("StrengthModel", "madchess"), Ok(OptionEffect::Dial));
        options.set("UCI_Elo", "2600").unwrap();
        assert_eq!(range(&options), declared);
        assert_eq!(options.set("StrengthModel", "human"), Ok(OptionEffect::Clamped(Elo(2600))));
        assert_eq!(options.elo, Elo(2400));
    }
}
