//! The normal form of games and players: the one spelling of all specs that mean the same.

use plywood_core::normal::normal;
use plywood_core::settings::Takes;
use plywood_core::{About, Budget, Declaration, Key, Knowledge, Spec};

use crate::registry::registry;

/// The names that a game's specs may contain.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    evaluators: &'static [About],
    policies: &'static [About],
    oracles: &'static [About],
}

impl Names {
    pub(crate) fn of<G: Knowledge>(game: &G) -> Names {
        Names { evaluators: game.evaluators(), policies: game.policies(), oracles: game.oracles() }
    }

    /// The keys of what a player's spec names.
    fn nested(&self, name: &str) -> Option<Vec<Key>> {
        let lists = [self.evaluators, self.policies, self.oracles];
        let found = lists.into_iter().flatten().find(|about| about.name == name);
        found.map(|about| about.keys.to_vec())
    }

    /// A player's spec in its normal form.
    pub(crate) fn player(&self, player: &Declaration, spec: &Spec) -> String {
        let mut keys = Key::joined(&[&player.keys(), Budget::KEYS, &registry().keys()]);
        // The game's first evaluation is the default one, by whichever name.
        for key in keys.iter_mut().filter(|key| key.takes == Takes::Evaluation && key.default == "default") {
            if let Some(first) = self.evaluators.first()
                && spec.get(key.name).is_some_and(|value| value.name != "default")
            {
                key.default = first.name;
            }
        }
        normal(spec, &keys, &|name| self.nested(name)).to_string()
    }
}

/// A game's spec in its normal form; what is no spec, such as a written tree, as it is.
pub(crate) fn game(text: &str) -> String {
    let known = text.parse::<Spec>().ok().and_then(|spec| {
        let entry = registry().games.iter().find(|entry| entry.about.name == spec.name)?;
        Some(normal(&spec, entry.about.keys, &|_| None).to_string())
    });
    known.unwrap_or_else(|| text.to_string())
}
