//! The form of a reference file.

use crate::table::{
    Ball, Cloth, Collision, Cue, Cushion, CushionModel, Jaw, Outline, PocketCircle, Pockets, Rack,
    StraightCushion, StrikeModel, Table, TableError,
};
use crate::vector::Vec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a reference file is refused.
#[derive(Debug, Error)]
pub enum ReferenceError {
    /// Not JSON of the right form.
    #[error("not a file of reference shots")]
    Syntax(#[from] serde_json::Error),
    /// A collision model that we do not know.
    #[error("unknown {kind} model '{name}'; known are {known}")]
    Model {
        /// Which kind of collision.
        kind: &'static str,
        /// The word in the file.
        name: String,
        /// The possible words.
        known: &'static str,
    },
    /// The table in the file is not one.
    #[error("the table in the file")]
    Table(#[from] TableError),
    /// Something else in the file makes no sense.
    #[error("{0}")]
    Form(String),
}

#[derive(Deserialize)]
pub(super) struct ReferenceFile {
    pub set: String,
    models: Models,
    constants: Constants,
    table: TablePieces,
    pub shots: Vec<ReferenceShot>,
}

#[derive(Deserialize)]
struct Models {
    ball_ball: String,
    ball_linear_cushion: String,
    ball_circular_cushion: String,
    stick_ball: String,
}

#[derive(Deserialize)]
#[allow(non_snake_case)]
struct Constants {
    m: f64,
    R: f64,
    u_s: f64,
    u_r: f64,
    u_sp: f64,
    u_b: f64,
    e_b: f64,
    e_c: f64,
    f_c: f64,
    g: f64,
    cue_mass_M: f64,
    cue_end_mass: f64,
}

#[derive(Deserialize)]
struct TablePieces {
    l: f64,
    w: f64,
    specs: Specs,
    linear_cushions: Vec<LinearCushion>,
    circular_cushions: Vec<CircularCushion>,
    pockets: Vec<Hole>,
}

#[derive(Deserialize)]
struct Specs {
    cushion_height: f64,
}

#[derive(Deserialize)]
struct LinearCushion {
    id: String,
    p1: [f64; 3],
    p2: [f64; 3],
    lx: f64,
    ly: f64,
    direction: u8,
}

#[derive(Deserialize)]
struct CircularCushion {
    id: String,
    center: [f64; 3],
    radius: f64,
}

#[derive(Deserialize)]
struct Hole {
    id: String,
    center: Vec<f64>,
    radius: f64,
}

#[derive(Deserialize)]
pub(super) struct ReferenceShot {
    pub shot: String,
    pub inputs: Inputs,
    #[serde(rename = "outputs_spacer_1e-9")]
    pub run: Option<Run>,
    pub sensitivity: Sensitivity,
}

#[derive(Deserialize)]
pub(super) struct Inputs {
    pub balls: BTreeMap<String, [f64; 2]>,
    pub cue: CueInput,
}

#[derive(Deserialize)]
pub(super) struct CueInput {
    #[serde(rename = "V0")]
    pub speed: f64,
    pub phi_deg: f64,
    pub theta_deg: f64,
    pub a: f64,
    pub b: f64,
}

#[derive(Deserialize)]
pub(super) struct Sensitivity {
    #[serde(rename = "max_final_shift_when_MIN_DIST_1e-9_m", default, deserialize_with = "or_zero")]
    pub to_spacer: f64,
    #[serde(rename = "max_final_shift_for_phi_plus_1e-6deg_m", default, deserialize_with = "or_zero")]
    pub to_aim: f64,
}

fn or_zero<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(0.0))
}

#[derive(Deserialize)]
pub(super) struct Run {
    events: Vec<RunEvent>,
    r#final: BTreeMap<String, RunEnd>,
}

#[derive(Deserialize)]
struct RunEvent {
    r#type: String,
    time: f64,
    ids: Vec<String>,
}

#[derive(Deserialize)]
struct RunEnd {
    pos: [f64; 3],
    state: String,
}

impl Run {
    /// Where a ball ends, unless it is pocketed.
    pub fn end_of(&self, name: &str) -> Option<Vec2> {
        let end = self.r#final.get(name)?;
        (end.state != "pocketed").then(|| Vec2::new(end.pos[0], end.pos[1]))
    }

    /// Times and descriptions of all events.
    pub fn describe(&self) -> Vec<(f64, String)> {
        let describe = |event: &RunEvent| {
            let mut ids: Vec<&str> =
                event.ids.iter().map(String::as_str).filter(|&id| id != "cue_stick").collect();
            if event.r#type == "BALL_BALL" {
                ids.sort_unstable();
            }
            (event.time, format!("{} {}", event.r#type, ids.join(" ")))
        };
        self.events.iter().map(describe).collect()
    }
}

impl ReferenceFile {
    pub fn parse(text: &str) -> Result<ReferenceFile, ReferenceError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The table of the file in our terms.
    pub fn table(&self) -> Result<Table, ReferenceError> {
        let constants = &self.constants;
        let collision = match self.models.ball_ball.split('(').next().unwrap_or_default() {
            "FRICTIONLESS_ELASTIC" => Collision::Elastic,
            "FRICTIONAL_INELASTIC" => {
                Collision::ConstantFriction { restitution: constants.e_b, friction: constants.u_b }
            }
            other => return unknown("ball-ball", other, "FRICTIONLESS_ELASTIC, FRICTIONAL_INELASTIC"),
        };
        if self.models.ball_linear_cushion != self.models.ball_circular_cushion {
            return Err(ReferenceError::Form(
                "cushions and jaws have different models, ours have to be the same".to_string(),
            ));
        }
        let cushion = match self.models.ball_linear_cushion.split('(').next().unwrap_or_default() {
            "UNREALISTIC" => CushionModel::Simple,
            "HAN_2005" => CushionModel::Han2005,
            "MATHAVAN_2010" => CushionModel::Mathavan2010,
            other => return unknown("cushion", other, "UNREALISTIC, HAN_2005, MATHAVAN_2010"),
        };
        let squirts = !self.models.stick_ball.contains("squirt_throttle=0");
        Ok(Table {
            name: self.set.clone(),
            width: self.table.w,
            length: self.table.l,
            ball: Ball { mass: constants.m, radius: constants.R },
            cloth: Cloth {
                sliding: constants.u_s,
                rolling: constants.u_r,
                spinning: constants.u_sp,
                spinning_while_sliding: 1.0,
                gravity: constants.g,
            },
            collision,
            cushion: Cushion {
                model: cushion,
                restitution: constants.e_c,
                friction: constants.f_c,
                height: self.table.specs.cushion_height,
            },
            cue: Cue {
                model: StrikeModel::Alciatore,
                mass: constants.cue_mass_M,
                end_mass: squirts.then_some(constants.cue_end_mass),
                length: 1.4732,
                rail_height: self.table.specs.cushion_height,
                fastest: 100.0,
                steepest: 89.0,
            },
            pockets: Pockets::Outline(self.table.outline()),
            rack: Rack { gap: 0.0 },
        })
    }
}

fn unknown<T>(kind: &'static str, name: &str, known: &'static str) -> Result<T, ReferenceError> {
    Err(ReferenceError::Model { kind, name: name.to_string(), known })
}

impl TablePieces {
    fn outline(&self) -> Outline {
        let middle = Vec2::new(0.5 * self.w, 0.5 * self.l);
        let cushions = self.linear_cushions.iter().map(|piece| {
            let from = Vec2::new(piece.p1[0], piece.p1[1]);
            let normal = Vec2::new(piece.lx, piece.ly).unit();
            let inward = match piece.direction {
                0 => -normal,
                1 => normal,
                _ if normal.dot(middle - from) > 0.0 => normal,
                _ => -normal,
            };
            // Adding zero turns a negative zero into a plain one.
            let inward = Vec2::new(inward.x + 0.0, inward.y + 0.0);
            StraightCushion { name: piece.id.clone(), from, to: Vec2::new(piece.p2[0], piece.p2[1]), inward }
        });
        let jaws = self.circular_cushions.iter().map(|piece| Jaw {
            name: piece.id.clone(),
            centre: Vec2::new(piece.center[0], piece.center[1]),
            radius: piece.radius,
        });
        let holes = self.pockets.iter().map(|hole| PocketCircle {
            name: hole.id.clone(),
            centre: Vec2::new(hole.center[0], hole.center[1]),
            radius: hole.radius,
        });
        Outline { cushions: cushions.collect(), jaws: jaws.collect(), holes: holes.collect() }
    }
}
