//! A player is declared once: its name, keys and source, the games that it fits, the budgets that it keeps,
//! the memory that it takes, its levels. Help, reader, writer, normal form, the page's forms and Python's
//! keyword arguments come from this.

use serde::Serialize;

use crate::budget::{Budget, Limit};
use crate::error::Error;
use crate::game::Nature;
use crate::settings::Takes;
use crate::spec::{About, Args, Key, Size, Spec};

/// Everything that is known of a player before it is made. A search fits every game of some kinds; a player
/// of one game is listed by that game ([`crate::Knowledge::specialists`]); a program of others plays what it
/// speaks.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Declaration {
    /// Its name, its own keys and its source; the keys of a budget come on top.
    pub about: About,
    /// Keys that it shares with others; where it has one of the same name, its own counts.
    #[serde(skip)]
    pub shared: &'static [&'static [Key]],
    /// Keys of those groups whose default is another one here.
    #[serde(skip)]
    pub defaults: &'static [(&'static str, &'static str)],
    /// The budgets it keeps; others are refused.
    pub keeps: &'static [Limit],
    /// Why it does not fit games of a nature, if so.
    #[serde(skip)]
    pub misfit: fn(&Nature) -> Option<&'static str>,
    /// Whether what it answers is exact when nothing limits it, so that a game can be solved with it.
    pub exact: bool,
    /// Whether it answers without a search.
    pub at_once: bool,
    /// Whether nothing but a budget ends it.
    pub endless: bool,
    /// Whether it keeps every position that it meets, without a limit on memory.
    pub hoards: bool,
    /// For how many players it thinks with a table each.
    #[serde(skip)]
    pub tables: fn(&Args) -> Result<u64, Error>,
    /// Levels for people, the weakest first, as arguments of its spec; none where it has no levels of its own.
    pub levels: &'static [&'static str],
}

impl Declaration {
    /// The usual player: it searches a tree, fits every game and has nothing special.
    pub const PLAIN: Declaration = Declaration {
        about: About::plain("", ""),
        shared: &[],
        defaults: &[],
        keeps: Limit::OF_TREES,
        misfit: |_| None,
        exact: false,
        at_once: false,
        endless: false,
        hoards: false,
        tables: |_| Ok(1),
        levels: &[],
    };

    /// All its keys, its own first, with the defaults that they have here; those of a budget come on top.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = Key::joined(&[&[self.about.keys], self.shared].concat());
        for (name, default) in self.defaults {
            let key = keys.iter_mut().find(|key| key.name == *name);
            key.unwrap_or_else(|| panic!("{} has no key {name}", self.about.name)).default = default;
        }
        keys
    }

    /// The keys of the budgets that it keeps.
    pub fn budgets(&self) -> Vec<Key> {
        self.keeps.iter().map(|limit| limit.key()).collect()
    }

    /// The checked arguments of a spec, with the budget that they set. A budget that it does not keep is refused as
    /// such, and is not among the keys that an unknown one is told.
    ///
    /// # Errors
    /// A key that it does not have, or a budget that it does not keep.
    pub fn arguments<'a>(&self, spec: &'a Spec) -> Result<(Args<'a>, Budget), Error> {
        let own = self.keys();
        let with = |budgets: &[Key]| Args::new(spec, &[&own, budgets]);
        let args = with(Budget::KEYS).or_else(|_| with(&self.budgets()))?;
        let budget = Budget::read_kept(&args, self.keeps)?;
        Ok((args, budget))
    }

    /// The bytes that its tables and trees take at most.
    ///
    /// # Errors
    /// A size that cannot be read.
    pub fn bytes(&self, args: &Args) -> Result<u64, Error> {
        let mut total = 0_u64;
        for key in self.keys().iter().filter(|key| key.takes.is_memory()) {
            let bytes = match (args.size(key.name)?, key.takes) {
                (Size::Bytes(bytes), _) => bytes,
                (Size::Entries(entries), Takes::Table { entry, .. }) => entries.saturating_mul(entry),
                (Size::Off | Size::Entries(_), _) => 0,
            };
            let tables = match key.takes {
                Takes::Table { each: true, .. } => (self.tables)(args)?,
                _ => 1,
            };
            total = total.saturating_add((bytes as u64).saturating_mul(tables));
        }
        Ok(total)
    }

    /// The key by which its memory is set, where it has one.
    pub fn memory_key(&self) -> Option<Key> {
        let main = |key: &Key| matches!(key.takes, Takes::Table { each: true, .. } | Takes::Memory { .. });
        self.keys().into_iter().find(main)
    }

    /// The spec that these values are written as, those of a struct of settings for example: what is the default here is
    /// left out.
    ///
    /// # Errors
    /// A key that it does not have, or a value that is no spec.
    pub fn spec(&self, values: &[(&str, String)]) -> Result<Spec, Error> {
        let mut spec = Spec::word(self.about.name);
        for key in self.keys() {
            if let Some((_, value)) = values.iter().find(|(name, _)| *name == key.name)
                && value != key.default
            {
                spec = spec.with(key.name, value)?;
            }
        }
        Ok(spec)
    }
}
