//! The constants of a table that can be fitted, by their names in a table's file.

use crate::table::{Collision, CushionModel, Table};
use plywood_core::Error;
use plywood_core::error::one_of;

/// A constant of some tables.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Its section and its name in the file of a table.
    pub name: &'static str,
    /// It is looked for from here.
    pub low: f64,
    /// It is looked for up to here.
    pub high: f64,
    /// Where it is; nowhere in a table whose models do not use it.
    place: fn(&mut Table) -> Option<&mut f64>,
}

const fn constant(
    name: &'static str,
    low: f64,
    high: f64,
    place: fn(&mut Table) -> Option<&mut f64>,
) -> Constant {
    Constant { name, low, high, place }
}

/// Gravity and the mass of a ball are not among them: only their products with frictions and with the mass of the cue count.
const CONSTANTS: [Constant; 14] = [
    constant("cloth.sliding", 0.02, 1.0, |table| Some(&mut table.cloth.sliding)),
    constant("cloth.rolling", 0.001, 0.1, |table| Some(&mut table.cloth.rolling)),
    constant("cloth.spinning", 0.001, 0.5, |table| Some(&mut table.cloth.spinning)),
    constant("cloth.spinning_while_sliding", 0.05, 2.0, |table| {
        Some(&mut table.cloth.spinning_while_sliding)
    }),
    constant("collision.restitution", 0.5, 1.0, |table| match &mut table.collision {
        Collision::ConstantFriction { restitution, .. }
        | Collision::AlciatoreFriction { restitution, .. } => Some(restitution),
        Collision::Elastic | Collision::Fastfiz { .. } => None,
    }),
    constant("collision.friction", 0.001, 0.5, |table| match &mut table.collision {
        Collision::ConstantFriction { friction, .. } | Collision::Fastfiz { friction } => Some(friction),
        Collision::Elastic | Collision::AlciatoreFriction { .. } => None,
    }),
    constant("collision.base", 0.0005, 0.2, |table| match &mut table.collision {
        Collision::AlciatoreFriction { base, .. } => Some(base),
        _ => None,
    }),
    constant("collision.extra", 0.005, 1.0, |table| match &mut table.collision {
        Collision::AlciatoreFriction { extra, .. } => Some(extra),
        _ => None,
    }),
    constant("collision.decay", 0.05, 20.0, |table| match &mut table.collision {
        Collision::AlciatoreFriction { decay, .. } => Some(decay),
        _ => None,
    }),
    constant("cushion.restitution", 0.3, 1.0, |table| match table.cushion.model {
        CushionModel::Fastfiz => None,
        _ => Some(&mut table.cushion.restitution),
    }),
    constant("cushion.friction", 0.01, 1.0, |table| nose(table).then_some(&mut table.cushion.friction)),
    constant("cushion.height", 0.02, 0.06, |table| nose(table).then_some(&mut table.cushion.height)),
    constant("cue.mass", 0.1, 2.0, |table| Some(&mut table.cue.mass)),
    constant("cue.end_mass", 0.0005, 0.05, |table| table.cue.end_mass.as_mut()),
];

/// Whether the model of the cushions knows the nose, its height and its friction.
fn nose(table: &Table) -> bool {
    matches!(table.cushion.model, CushionModel::Han2005 | CushionModel::Mathavan2010)
}

impl Constant {
    /// Those that the models of a table use.
    pub fn of(table: &Table) -> Vec<Constant> {
        let mut table = table.clone();
        CONSTANTS.into_iter().filter(|constant| (constant.place)(&mut table).is_some()).collect()
    }

    /// The constant of this name, of which the section may be left out where one alone is called so.
    pub fn find(table: &Table, name: &str) -> Result<Constant, Error> {
        let known = Constant::of(table);
        let is_called = |constant: &&Constant| {
            constant.name == name || constant.name.split_once('.').is_some_and(|(_, last)| last == name)
        };
        match known.iter().filter(is_called).collect::<Vec<_>>()[..] {
            [only] => Ok(*only),
            [] => Err(Error::new(format!(
                "{name} is no constant that the models of this table use; known: {}",
                one_of(known.iter().map(|constant| constant.name))
            ))),
            ref several => Err(Error::new(format!(
                "{name} may be {}",
                one_of(several.iter().map(|constant| constant.name))
            ))),
        }
    }

    /// What a table has for it; 0 where it has none.
    pub fn get(&self, table: &Table) -> f64 {
        (self.place)(&mut table.clone()).map_or(0.0, |value| *value)
    }

    /// Gives a table another value.
    pub fn set(&self, table: &mut Table, value: f64) {
        if let Some(place) = (self.place)(table) {
            *place = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::PRESETS;

    /// Every name is one of the file's, and leads to the number that stands there.
    #[test]
    fn names_are_those_of_the_file() {
        for (name, _) in PRESETS {
            let table = Table::preset(name).unwrap();
            for constant in Constant::of(&table) {
                let mut changed = table.clone();
                let value = 0.5 * (constant.low + constant.high);
                constant.set(&mut changed, value);
                let file: toml::Value = toml::from_str(&changed.to_toml()).unwrap();
                let (section, last) = constant.name.split_once('.').unwrap();
                assert_eq!(file[section][last].as_float(), Some(value), "{name}: {}", constant.name);
                assert_eq!(constant.get(&changed), value);
                let usual = constant.get(&table);
                assert!((constant.low..=constant.high).contains(&usual), "{name}: {}", constant.name);
            }
        }
    }

    #[test]
    fn what_a_table_does_not_use_is_refused() {
        let [poolfiz, pooltool] = ["poolfiz", "pooltool"].map(|name| Table::preset(name).unwrap());
        assert_eq!(Constant::find(&poolfiz, "sliding").unwrap().name, "cloth.sliding");
        assert_eq!(Constant::find(&poolfiz, "friction").unwrap().name, "collision.friction");
        assert_eq!(Constant::find(&pooltool, "cushion.friction").unwrap().name, "cushion.friction");
        for (table, name, reason) in [
            (&poolfiz, "cushion.restitution", "cushion.restitution is no constant that the models"),
            (&poolfiz, "stickiness", "known: cloth.sliding, cloth.rolling"),
            (&pooltool, "restitution", "may be collision.restitution or cushion.restitution"),
            (&pooltool, "", "is no constant"),
        ] {
            let error = Constant::find(table, name).unwrap_err().to_string();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }
}
