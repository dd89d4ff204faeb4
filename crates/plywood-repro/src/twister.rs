//! The generator MT19937 (Matsumoto and Nishimura), which the opponent-model thesis drew its random trees from.

const LENGTH: usize = 624;
const SHIFT: usize = 397;

/// The generator's state.
pub struct Twister {
    state: [u32; LENGTH],
    next: usize,
}

impl Twister {
    /// A generator from a seed.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed; LENGTH];
        for index in 1..LENGTH {
            let before = state[index - 1];
            state[index] = (before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(index as u32);
        }
        Self { state, next: LENGTH }
    }

    /// The next 32 bits.
    pub fn bits(&mut self) -> u32 {
        if self.next == LENGTH {
            self.twist();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn twist(&mut self) {
        for index in 0..LENGTH {
            let joined = (self.state[index] & 0x8000_0000) | (self.state[(index + 1) % LENGTH] & 0x7fff_ffff);
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[index] = self.state[(index + SHIFT) % LENGTH] ^ (joined >> 1) ^ odd;
        }
        self.next = 0;
    }

    /// A float in [0, 1] with the precision of 32 bits.
    pub fn unit(&mut self) -> f32 {
        (f64::from(self.bits()) / f64::from(u32::MAX)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_the_known_numbers() {
        let mut twister = Twister::new(5489);
        assert_eq!(twister.bits(), 3_499_211_612);
        assert_eq!((1..10_000).map(|_| twister.bits()).last(), Some(4_123_659_995));
    }
}
