//! How revenue is turned into cash (R24).

/// Revenue given back for a pound, with what divides by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    revenue: u16,
    /// The 32nd power of 2 divided by it, rounded up: exact for 16 bits, and far cheaper than a division.
    reciprocal: u64,
}

impl Rate {
    /// So much revenue for a pound, at least 1.
    pub(super) fn new(revenue: u16) -> Self {
        Self { revenue, reciprocal: (1 << 32) / u64::from(revenue) + 1 }
    }

    /// The pounds that revenue brings.
    #[inline]
    pub(super) fn pounds(self, revenue: u16) -> u16 {
        ((u64::from(revenue) * self.reciprocal) >> 32) as u16
    }

    /// The revenue that pounds take.
    #[inline]
    pub(super) fn revenue(self, pounds: u16) -> u16 {
        self.revenue * pounds
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn pounds_are_whole() {
        for revenue_for_pound in 1..=20 {
            let rate = Rate::new(revenue_for_pound);
            for revenue in 0..=u16::MAX {
                assert_eq!(rate.pounds(revenue), revenue / revenue_for_pound, "{revenue} at {revenue_for_pound}");
            }
        }
    }
}
