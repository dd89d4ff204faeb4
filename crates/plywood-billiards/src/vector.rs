//! Plane and space vectors, with just the operations that the physics of a table needs.
//!
//! The table lies in the plane of `x` (across) and `y` (along), `z` points up.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A point or a direction in the plane of the table, in metres or metres a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vec2 {
    /// Across the table.
    pub x: f64,
    /// Along the table.
    pub y: f64,
}

impl Vec2 {
    /// The origin.
    pub const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };

    /// The vector with these components.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Vec2 { x, y }
    }

    /// The unit vector at an angle in degrees, counter-clockwise from `x`.
    pub fn at_degrees(angle: f64) -> Self {
        let (sine, cosine) = libm::sincos(angle.to_radians());
        Vec2::new(cosine, sine)
    }

    /// The angle of the vector in degrees, from 0 up to 360.
    pub fn degrees(self) -> f64 {
        let angle = libm::atan2(self.y, self.x).to_degrees();
        if angle < 0.0 { angle + 360.0 } else { angle }
    }

    /// The components to the last bit: vectors that shall be told apart or hashed.
    #[inline]
    pub fn bits(self) -> [u64; 2] {
        [self.x.to_bits(), self.y.to_bits()]
    }

    /// Scalar product.
    #[inline]
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The `z` component of the vector product.
    #[inline]
    pub fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Squared length.
    #[inline]
    pub fn norm_squared(self) -> f64 {
        self.dot(self)
    }

    /// Length.
    #[inline]
    pub fn norm(self) -> f64 {
        self.norm_squared().sqrt()
    }

    /// The vector of length one, or zero for a vector without a direction.
    #[inline]
    pub fn unit(self) -> Vec2 {
        let length = self.norm();
        if length > 0.0 { self * (1.0 / length) } else { Vec2::ZERO }
    }

    /// The vector turned left by a right angle.
    #[inline]
    pub fn left(self) -> Vec2 {
        Vec2::new(-self.y, self.x)
    }

    /// The vector in the frame whose first axis is the unit vector `axis`.
    #[inline]
    pub fn into_frame(self, axis: Vec2) -> Vec2 {
        Vec2::new(self.dot(axis), axis.cross(self))
    }

    /// The inverse of [`Vec2::into_frame`].
    #[inline]
    pub fn out_of_frame(self, axis: Vec2) -> Vec2 {
        axis * self.x + axis.left() * self.y
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    #[inline]
    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Vec2 {
    type Output = Vec2;
    #[inline]
    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    #[inline]
    fn mul(self, factor: f64) -> Vec2 {
        Vec2::new(self.x * factor, self.y * factor)
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    #[inline]
    fn sub_assign(&mut self, other: Vec2) {
        *self = *self - other;
    }
}

/// A spin: angular velocity in radians a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vec3 {
    /// About the axis across the table.
    pub x: f64,
    /// About the axis along the table.
    pub y: f64,
    /// About the vertical: side spin.
    pub z: f64,
}

impl Vec3 {
    /// No spin.
    pub const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    /// The vector with these components.
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Vec3 { x, y, z }
    }

    /// The part in the plane of the table.
    #[inline]
    pub fn plane(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    /// A vector from its part in the plane and its vertical part.
    #[inline]
    pub fn from_plane(plane: Vec2, z: f64) -> Self {
        Vec3::new(plane.x, plane.y, z)
    }

    /// Squared length.
    #[inline]
    pub fn norm_squared(self) -> f64 {
        self.x * self.x + self.y * self.y + self.z * self.z
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    #[inline]
    fn add(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    #[inline]
    fn sub(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<f64> for Vec3 {
    type Output = Vec3;
    #[inline]
    fn mul(self, factor: f64) -> Vec3 {
        Vec3::new(self.x * factor, self.y * factor, self.z * factor)
    }
}
