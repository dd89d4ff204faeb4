//! Players of an experiment: a spec, or a sweep over lists of values.

use std::collections::BTreeMap;

use plywood_core::{Error, Spec};
use serde::{Deserialize, Serialize};
use toml::Value;

/// One player, or as many as a sweep makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Contestants {
    /// A player by its spec.
    One(String),
    /// One player for every combination of the values.
    Sweep {
        /// The spec that the values are put into.
        spec: String,
        /// Lists of values by key.
        #[serde(flatten)]
        values: BTreeMap<String, Value>,
    },
}

impl Contestants {
    /// The players' specs, the last key varying fastest.
    pub fn specs(&self) -> Result<Vec<Spec>, Error> {
        match self {
            Self::One(spec) => Ok(vec![spec.parse()?]),
            Self::Sweep { spec, values } => {
                let mut specs: Vec<Spec> = vec![spec.parse()?];
                for (key, list) in values {
                    let words = words(key, list)?;
                    let grown: Result<Vec<Spec>, Error> = specs
                        .iter()
                        .flat_map(|spec| words.iter().map(|word| spec.clone().with(key, word)))
                        .collect();
                    specs = grown?;
                }
                Ok(specs)
            }
        }
    }
}

fn words(key: &str, value: &Value) -> Result<Vec<String>, Error> {
    match value {
        Value::Array(list) if list.is_empty() => Err(Error::new(format!("{key} = []: a sweep needs values"))),
        Value::Array(list) => list.iter().map(|value| word(key, value)).collect(),
        single => Ok(vec![word(key, single)?]),
    }
}

fn word(key: &str, value: &Value) -> Result<String, Error> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(if *on { "on" } else { "off" }.to_string()),
        other => Err(Error::new(format!("{key}: {other} is neither a number nor a word"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_makes_every_combination() {
        let text =
            r#"players = [{ spec = "ab(eval=lines)", depth = [2, 3], table = ["off", "1MB"] }, "random"]"#;
        let table: BTreeMap<String, Vec<Contestants>> = toml::from_str(text).unwrap();
        let specs: Vec<String> = table["players"]
            .iter()
            .flat_map(|players| players.specs().unwrap())
            .map(|spec| spec.to_string())
            .collect();
        assert_eq!(
            specs,
            [
                "ab(eval=lines, depth=2, table=off)",
                "ab(eval=lines, depth=2, table=1MB)",
                "ab(eval=lines, depth=3, table=off)",
                "ab(eval=lines, depth=3, table=1MB)",
                "random"
            ]
        );
        let empty = Contestants::Sweep {
            spec: "ab".into(),
            values: BTreeMap::from([("depth".to_string(), Value::Array(vec![]))]),
        };
        assert!(empty.specs().unwrap_err().to_string().contains("needs values"));
    }
}
