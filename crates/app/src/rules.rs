//! The rules of pages, tables and questions: of a bundled game, or of a file in the request.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_rules::{House, Rules, RulesFile};
use kosti_table::{CompiledRules, RulesSource as _};
use kosti_text::Language;

use crate::app::App;
use crate::error::AppError;
use crate::jobs::Lane;
use crate::rules_cache::RulesCache;
use crate::sandbox::FileFaults;

/// The most bytes of a rules file in a request.
pub const MOST_RULES: usize = 64 * 1024;

/// The id and the text of the rules: of a bundled game, or of the file in the request.
///
/// # Errors
/// When neither or both are named, there is no such game, or the file is too large.
pub fn rules_of(game: Option<&str>, rules: Option<&str>) -> Result<(String, String), AppError> {
    match (game, rules) {
        (Some(game), None) => {
            let known = kosti_games::TEXTS.iter().find(|(id, _)| *id == game);
            let (id, text) = known.ok_or_else(|| AppError::UnknownGame { game: game.to_owned() })?;
            Ok(((*id).to_owned(), (*text).to_owned()))
        }
        (None, Some(text)) if text.len() > MOST_RULES => Err(AppError::TooLarge { most: MOST_RULES }),
        (None, Some(text)) => Ok(("own".to_owned(), text.to_owned())),
        _ => Err(AppError::GameOrRules),
    }
}

impl App {
    /// Compiled rules by their text.
    #[must_use]
    pub fn rules_cache(&self) -> &RulesCache {
        &self.registry.rules_cache
    }

    /// The rules of a bundled game.
    ///
    /// # Errors
    /// When there is no such game or house rule.
    pub fn bundled_rules(&self, game: &str, house: &House) -> Result<Arc<Rules>, AppError> {
        let unknown = || AppError::UnknownGame { game: game.to_owned() };
        let (id, text) = kosti_games::TEXTS.iter().find(|(id, _)| *id == game).ok_or_else(unknown)?;
        let compiled = self.rules_cache().rules(id, text, house);
        compiled.map(|compiled| compiled.rules.clone()).map_err(|faults| AppError::BadRules { faults })
    }

    /// Compiles rules in the background. Faults are described in this language.
    ///
    /// # Errors
    /// When the rules have faults.
    pub async fn rules(
        self: &Arc<Self>,
        game: &str,
        text: &str,
        house: &House,
        language: Language,
    ) -> Result<Arc<CompiledRules>, AppError> {
        let (app, game, text, house) = (self.clone(), game.to_owned(), text.to_owned(), house.clone());
        let compiled = self.host().compute(move || {
            let file = || RulesFile::read(&game, &text);
            app.rules_cache().rules(&game, &text, &house).map_err(|said| match file().rules(&house) {
                Err(error) => app.words(language).describe_rules_error(&file(), &error),
                Ok(_) => said,
            })
        });
        compiled.await?.map_err(|faults| AppError::BadRules { faults })
    }

    /// Checks every variant of a rules file in the sandbox. Returns its faults if there are any.
    ///
    /// # Errors
    /// When the check takes too long, or too much is waiting.
    pub async fn check_rules(
        &self,
        address: IpAddr,
        id: &str,
        text: &str,
        house: &House,
        language: Language,
    ) -> Result<Option<FileFaults>, AppError> {
        let coaches = &self.registry.coaches;
        let turn = coaches.jobs().turn(Lane::Checks, address.into()).await?;
        turn.wait(coaches.sandbox().check(id, text, house, language)).await
    }
}
