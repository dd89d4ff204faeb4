//! Tables to start from. Constants: FastFiz 0.2 (which follows poolfiz) and pooltool 0.6; other sizes keep pooltool's pockets.

use super::{
    Ball, Cloth, Collision, Cue, Cushion, CushionModel, JawPockets, Pockets, Rack, StrikeModel, Table,
};

/// The names of the presets and what each is.
pub const PRESETS: [(&str, &str); 5] = [
    ("poolfiz", "the table, pockets and collisions of the Computer Olympiad engine, strikes up to 4.5 m/s"),
    ("pooltool", "pooltool's 7 ft table with jaws"),
    ("8ft", "an 8 ft pool table with jaws"),
    ("9ft", "a 9 ft pool table with jaws"),
    ("snooker", "a 12 ft snooker table"),
];

const RADIUS: f64 = 0.028575;

impl Table {
    /// The preset of this name.
    pub fn preset(name: &str) -> Option<Table> {
        match name {
            "poolfiz" => Some(poolfiz()),
            "pooltool" => Some(pool(name, 1.9812)),
            "8ft" => Some(pool(name, 2.2352)),
            "9ft" => Some(pool(name, 2.54)),
            "snooker" => Some(snooker()),
            _ => None,
        }
    }
}

fn poolfiz() -> Table {
    Table {
        name: "poolfiz".to_string(),
        width: 1.116,
        length: 2.236,
        ball: Ball { mass: 0.16301, radius: RADIUS },
        cloth: Cloth {
            sliding: 0.2,
            rolling: 0.015,
            spinning: 0.044,
            spinning_while_sliding: 0.25,
            gravity: 9.81,
        },
        collision: Collision::Fastfiz { friction: 0.01 },
        cushion: Cushion { model: CushionModel::Fastfiz, restitution: 0.9, friction: 0.0, height: 0.040005 },
        cue: Cue {
            model: StrikeModel::Fastfiz,
            mass: 0.6,
            end_mass: None,
            length: 1.45,
            rail_height: 0.040005,
            fastest: 4.5,
            steepest: 70.0,
        },
        pockets: Pockets::Mouths { corner: 0.11, side: 0.12 },
        rack: Rack { gap: 0.0003 },
    }
}

/// A pool table with jaws, twice as long as wide.
fn pool(name: &str, length: f64) -> Table {
    Table {
        name: name.to_string(),
        width: 0.5 * length,
        length,
        ball: Ball { mass: 0.170097, radius: RADIUS },
        cloth: Cloth {
            sliding: 0.2,
            rolling: 0.01,
            spinning: 4.0 / 9.0 * RADIUS,
            spinning_while_sliding: 1.0,
            gravity: 9.81,
        },
        collision: Collision::AlciatoreFriction {
            restitution: 0.95,
            base: 0.009951,
            extra: 0.108,
            decay: 1.088,
        },
        cushion: Cushion {
            model: CushionModel::Han2005,
            restitution: 0.85,
            friction: 0.2,
            height: 0.64 * 2.0 * RADIUS,
        },
        cue: Cue {
            model: StrikeModel::Alciatore,
            mass: 0.567,
            end_mass: Some(0.170097 / 30.0),
            length: 1.4732,
            rail_height: 0.64 * 2.0 * RADIUS,
            fastest: 10.0,
            steepest: 70.0,
        },
        pockets: Pockets::Jaws(JawPockets {
            cushion_width: 0.0508,
            corner_width: 0.118,
            corner_angle: 5.3,
            corner_depth: 0.0417,
            corner_radius: 0.062,
            corner_jaw_radius: 0.02095,
            side_width: 0.137,
            side_angle: 7.14,
            side_depth: 0.0685,
            side_radius: 0.0645,
            side_jaw_radius: 0.00795,
        }),
        rack: Rack { gap: 0.0003 },
    }
}

fn snooker() -> Table {
    let radius = 0.026_25;
    let mut table = pool("snooker", 3.5445);
    table.width = 1.7465;
    table.ball = Ball { mass: 0.140, radius };
    table.cloth.spinning = 4.0 / 9.0 * radius;
    table.cushion.height = 0.028;
    table.cue.rail_height = 0.028;
    table.cue.end_mass = Some(0.140 / 30.0);
    table.pockets = Pockets::Jaws(JawPockets {
        cushion_width: 0.03937,
        corner_width: 0.083,
        corner_angle: 0.0,
        corner_depth: 0.036,
        corner_radius: 0.043,
        corner_jaw_radius: 0.09144,
        side_width: 0.075,
        side_angle: 0.0,
        side_depth: 0.02413,
        side_radius: 0.042672,
        side_jaw_radius: 0.0635,
    });
    table
}
