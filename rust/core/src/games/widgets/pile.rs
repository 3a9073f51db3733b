//! The pile: where parts lie, what is free, and what happens when one is pulled or dropped (R9 to R12, R17).
//!
//! Everything is of whole numbers, and every random number of an event comes from one [`PileRng`], so that a salt means
//! the same thing for ever. Arrays are indexed by part. What is visible, which spots are free and which pulls are possible
//! is kept up to date; [`Pile::refreshed`] works it out anew.

use super::data::Data;
use super::parts::{MOST_PARTS, Parts};
use super::shape::{Outline, Poses, Shape, Sight, WAYS};
use super::variant::Options;
use crate::bits::places;
use crate::rng::mix;
use arrayvec::ArrayVec;

/// Places are 0 to this, so that frames stay on the table.
pub(super) const MOST: u8 = 104;
/// Where a part falls if there is no other.
const MIDDLE: u8 = 52;
/// Pulls a word.
const WORD: usize = 64;
/// Parts a word of pulls.
const PARTS_A_WORD: usize = WORD / 4;
/// Words that hold a bit for each part and side.
const WORDS: usize = MOST_PARTS / PARTS_A_WORD;
/// Bit 4 h + d, in words of 64: part h can be pulled to side d.
pub(super) type Pulls = [u64; WORDS];

/// A deck of so many parts, as the shipped one, is looked through without the numbers above.
const FEW: usize = 80;

/// The generator of one physical event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileRng {
    key: u64,
    drawn: u64,
}

const GOLD: u64 = 0x9E37_79B9_7F4A_7C15;

impl PileRng {
    /// The generator of a salt.
    #[inline]
    pub fn new(salt: u64) -> Self {
        Self { key: mix(salt.wrapping_add(GOLD)), drawn: 0 }
    }

    /// The next 64-bit number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.drawn += 1;
        mix(self.key.wrapping_add(self.drawn.wrapping_mul(GOLD)))
    }

    /// A number below `n`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// How many numbers have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }
}

/// How parts look and move: the shape, and the constants of data file and options.
#[derive(Clone, Debug)]
pub struct Physics {
    /// What a part looks like.
    pub shape: Shape,
    /// How many parts the deck has.
    parts: usize,
    /// R4.
    spread: u8,
    /// A part lies face-up if a number below 100 is not below this (R4).
    face_down: u32,
    /// R11, of 256.
    friction: u32,
    /// R11, of 256.
    flips: u64,
    /// Only the nearest side (R10).
    nearest: bool,
    /// The cells in sight that let a part be read, by rotation (R12).
    readable: [u8; 16],
    /// How far the pulled part drags, in cells.
    drag: u32,
    /// A part that moves less never turns over.
    flip_least: u32,
    /// How far from another part one lands.
    jitter: i32,
}

impl Physics {
    /// The words of [`Pulls`] that the deck's parts have bits in.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.parts.div_ceil(PARTS_A_WORD)
    }

    /// Whether a card lies face-up after the first drop (R4).
    #[inline]
    pub(super) fn falls_up(&self, rng: &mut PileRng) -> bool {
        rng.below(100) >= self.face_down
    }

    pub(super) fn new(data: &Data, options: &Options) -> Self {
        let outline = if options.rectangle { Outline::rectangle(data) } else { Outline::gear(data) };
        let shape = Shape::new(&outline, options.see_through);
        let readable = |r: usize| (u32::from(shape.area(r as u8)) * u32::from(options.read_share)).div_ceil(100) as u8;
        Self {
            readable: std::array::from_fn(readable),
            shape,
            parts: data.cards.len(),
            spread: options.spread,
            face_down: 100 - data.opening.face_up,
            friction: u32::from(options.friction),
            flips: u64::from(options.flips),
            nearest: options.nearest,
            drag: data.measures.drag as u32,
            flip_least: data.measures.flip_least as u32,
            jitter: data.measures.jitter as i32,
        }
    }
}

/// Where parts lie. Equal piles are equal field by field: what a part that is elsewhere has here is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    /// The height of each part from 1 at the bottom; 0 if it is not in the pile.
    rank: [u8; MOST_PARTS],
    poses: Poses,
    /// Visible cells.
    visible: [u8; MOST_PARTS],
    /// Free spots, a bit each.
    free: [u16; MOST_PARTS],
    pulls: Pulls,
    /// The parts that lie face-up.
    up: Parts,
    /// The parts that could be read at some time.
    known: Parts,
    size: u8,
}

/// A part of the pile, as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying {
    /// The part.
    pub part: u8,
    /// Its frame's column.
    pub x: u8,
    /// Its frame's row.
    pub y: u8,
    /// In steps of 11.25 degrees.
    pub rotation: u8,
    /// Whether it lies face-up.
    pub up: bool,
    /// Whether it could be read at some time.
    pub known: bool,
}

// --- reading -----------------------------------------------------------------------------------------------------------

impl Default for Pile {
    fn default() -> Self {
        let (none, sets) = ([0; MOST_PARTS], Parts::default());
        Self {
            rank: none,
            poses: Poses::NONE,
            visible: none,
            free: [0; MOST_PARTS],
            pulls: [0; WORDS],
            up: sets,
            known: sets,
            size: 0,
        }
    }
}

impl Pile {
    /// How many parts there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.size)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The parts of the pile.
    pub(super) fn parts(&self) -> Parts {
        (0..MOST_PARTS as u8).filter(|part| self.has(*part)).collect()
    }

    /// Whether a part is in the pile.
    #[inline]
    pub fn has(&self, part: u8) -> bool {
        self.rank[usize::from(part)] != 0
    }

    /// Index of a part from the bottom, from 0.
    #[inline]
    pub fn height(&self, part: u8) -> u8 {
        self.rank[usize::from(part)].saturating_sub(1)
    }

    /// Column and row of a part's frame.
    #[inline]
    pub fn place(&self, part: u8) -> (u8, u8) {
        self.poses.place(part)
    }

    /// The rotation of a part, 0 to 15.
    #[inline]
    pub fn rotation(&self, part: u8) -> u8 {
        self.poses.rotation(part)
    }

    /// The visible cells of a part.
    #[inline]
    pub fn visible(&self, part: u8) -> u8 {
        self.visible[usize::from(part)]
    }

    /// The free spots of a part, a bit each.
    #[inline]
    pub fn free(&self, part: u8) -> u16 {
        self.free[usize::from(part)]
    }

    /// The parts that lie face-up.
    #[inline]
    pub fn up(&self) -> Parts {
        self.up
    }

    /// The parts of the pile that could be read at some time.
    #[inline]
    pub fn known(&self) -> Parts {
        self.known
    }

    /// What can be pulled.
    #[inline]
    pub(super) fn pulls(&self) -> &Pulls {
        &self.pulls
    }

    /// The sides to which a part can be pulled, a bit each (R10).
    #[inline]
    pub fn sides(&self, part: u8) -> u8 {
        let (word, shift) = pull_bits(part);
        (self.pulls[word] >> shift & 15) as u8
    }

    /// The parts that can be pulled.
    #[inline]
    pub fn free_parts(&self) -> Parts {
        let any = self.pulls.map(|word| compressed(word | word >> 1 | word >> 2 | word >> 3));
        let joined = |words: &[u64]| words.iter().rev().fold(0, |joined, word| joined << PARTS_A_WORD | word);
        Parts::of_words(joined(&any[..4]), joined(&any[4..]))
    }

    /// The parts of the pile from bottom to top.
    pub fn bottom_up(&self) -> ArrayVec<Lying, MOST_PARTS> {
        let mut order = [0; MOST_PARTS];
        for part in self.parts().iter() {
            order[usize::from(self.height(part))] = part;
        }
        order[..self.len()].iter().map(|part| self.lying(*part)).collect()
    }

    /// How a part of the pile lies.
    pub fn lying(&self, part: u8) -> Lying {
        let (x, y) = self.place(part);
        Lying { part, x, y, rotation: self.rotation(part), up: self.up.has(part), known: self.known.has(part) }
    }

    /// The part at an index from the bottom.
    #[inline]
    pub(super) fn at(&self, index: u8) -> u8 {
        self.rank.iter().position(|rank| *rank == index + 1).unwrap_or(0) as u8
    }

    /// The parts whose frame may touch one at (x, y), among those whose rank is `ranks` at least and not `end`.
    #[inline]
    fn near(&self, physics: &Physics, place: (u8, u8), ranks: u8, end: u8) -> Parts {
        if physics.parts <= FEW {
            self.near_of::<FEW>(physics, place, ranks, end)
        } else {
            self.near_of::<MOST_PARTS>(physics, place, ranks, end)
        }
    }

    /// The same among the parts below N.
    #[inline]
    fn near_of<const N: usize>(&self, physics: &Physics, (x, y): (u8, u8), ranks: u8, end: u8) -> Parts {
        let reach = physics.shape.reach();
        let (left, top, span) = (x.wrapping_sub(reach - 1), y.wrapping_sub(reach - 1), 2 * reach - 1);
        let count = end.saturating_sub(ranks);
        let mut near = [0; N];
        for (i, near) in near.iter_mut().enumerate() {
            let in_x = self.poses.x[i].wrapping_sub(left) < span;
            let in_y = self.poses.y[i].wrapping_sub(top) < span;
            let in_rank = self.rank[i].wrapping_sub(ranks) < count;
            *near = u8::from(in_x & in_y & in_rank);
        }
        gathered(&near)
    }

    /// The parts above that may touch a part.
    #[inline]
    fn near_above(&self, physics: &Physics, part: u8) -> Parts {
        self.near(physics, self.place(part), self.rank[usize::from(part)] + 1, MOST_PARTS as u8 + 1)
    }

    /// The parts on which a part lies.
    #[inline]
    fn covered_by(&self, physics: &Physics, part: u8) -> Parts {
        let mut below = self.near(physics, self.place(part), 1, self.rank[usize::from(part)]);
        for lower in below.iter() {
            if !physics.shape.touch(&self.poses, lower, part) {
                below.remove(lower);
            }
        }
        below
    }

    /// Of some parts the lowest in the pile.
    #[inline]
    fn lowest(&self, parts: Parts) -> Option<u8> {
        parts.iter().min_by_key(|part| self.rank[usize::from(*part)])
    }

    /// The sides that a part's free spots face, a bit each.
    #[inline]
    pub(super) fn faced_sides(&self, physics: &Physics, part: u8) -> u8 {
        let facing = physics.shape.facing(self.rotation(part));
        let free = self.free(part);
        (0..4).fold(0, |sides, d| sides | u8::from(facing[d] & free != 0) << d)
    }

    /// Of some sides the one that is nearest to a part, the first in doubt.
    pub(super) fn nearest_side(&self, part: u8, sides: u8) -> Option<u8> {
        let (x, y) = self.place(part);
        let distance = [y + 12, 116 - x, 116 - y, x + 12];
        places(u64::from(sides)).min_by_key(|side| distance[usize::from(*side)])
    }
}

/// The word and the shift of a part's four pulls.
#[inline]
fn pull_bits(part: u8) -> (usize, u8) {
    (usize::from(part) / PARTS_A_WORD, part % PARTS_A_WORD as u8 * 4)
}

/// Every fourth bit of a word, side by side.
#[inline]
fn compressed(word: u64) -> u64 {
    let mut w = word & 0x1111_1111_1111_1111;
    w = (w | w >> 3) & 0x0303_0303_0303_0303;
    w = (w | w >> 6) & 0x000F_000F_000F_000F;
    w = (w | w >> 12) & 0x0000_00FF_0000_00FF;
    (w | w >> 24) & 0xFFFF
}

/// Each of 16 bits four times.
#[inline]
pub(super) fn expanded(bits: u64) -> u64 {
    let mut w = bits & 0xFFFF;
    w = (w | w << 24) & 0x0000_00FF_0000_00FF;
    w = (w | w << 12) & 0x000F_000F_000F_000F;
    w = (w | w << 6) & 0x0303_0303_0303_0303;
    w = (w | w << 3) & 0x1111_1111_1111_1111;
    w * 15
}

/// A set of the numbers whose byte is 1; all others are 0.
#[inline]
fn gathered<const N: usize>(flags: &[u8; N]) -> Parts {
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut words = [0; 2];
    for (i, chunk) in flags.chunks_exact(8).enumerate() {
        let bytes = u64::from_le_bytes(chunk.try_into().expect("eight"));
        words[i / 8] |= (bytes.wrapping_mul(GATHER) >> 56) << (i % 8 * 8);
    }
    Parts::of_words(words[0], words[1])
}

/// A place moved, kept on the table.
#[inline]
fn shifted(place: u8, by: i32) -> u8 {
    (i32::from(place) + by).clamp(0, i32::from(MOST)) as u8
}

// --- what happens ------------------------------------------------------------------------------------------------------

impl Pile {
    /// R4: the parts below `count` fall, in ascending order from the bottom.
    pub fn first_drop(&mut self, physics: &Physics, count: u8, rng: &mut PileRng) {
        let spread = u32::from(physics.spread);
        for part in 0..count {
            let x = rng.below(spread) + rng.below(106 - spread);
            let y = rng.below(spread) + rng.below(106 - spread);
            let rotation = rng.below(16) as u8;
            let up = physics.falls_up(rng);
            self.put(Lying { part, x: x as u8, y: y as u8, rotation, up, known: false });
        }
        (0..count).for_each(|part| self.refresh(physics, part));
    }

    /// R9 to R11: a part is pulled towards a side; those that rest on it are dragged along.
    pub fn pull(&mut self, physics: &Physics, part: u8, side: u8, rng: &mut PileRng) {
        let dragged = self.dragged(physics, part);
        let mut changed = self.covered_by(physics, part);
        let mut moved = Parts::default();
        for (other, drag) in dragged {
            let old = self.covered_by(physics, other);
            if self.is_moved(physics, other, drag, side, rng) {
                changed |= old;
                moved.insert(other);
            }
        }
        for other in moved.iter() {
            changed |= self.covered_by(physics, other);
        }
        self.take(physics, part);
        changed |= moved;
        changed.remove(part);
        changed.iter().for_each(|other| self.refresh(physics, other));
    }

    /// The parts that are dragged along, upwards, and how far at most.
    #[inline]
    fn dragged(&self, physics: &Physics, pulled: u8) -> ArrayVec<(u8, u32), MOST_PARTS> {
        let mut drag = [0_u8; MOST_PARTS];
        drag[usize::from(pulled)] = physics.drag as u8;
        let mut waiting = Parts::one(pulled);
        let mut dragged = ArrayVec::new();
        while let Some(lower) = self.lowest(waiting) {
            waiting.remove(lower);
            let own = u32::from(drag[usize::from(lower)]);
            if lower != pulled {
                dragged.push((lower, own));
            }
            for upper in self.near_above(physics, lower).iter() {
                let shared = u32::from(physics.shape.overlap(&self.poses, lower, upper));
                let area = u32::from(physics.shape.area(self.rotation(upper)));
                let far = (own * shared * physics.friction / (area * 256)) as u8;
                if far > drag[usize::from(upper)] {
                    drag[usize::from(upper)] = far;
                    waiting.insert(upper);
                }
            }
        }
        dragged
    }

    /// Moves a dragged part; false if it stays where it is.
    #[inline]
    fn is_moved(&mut self, physics: &Physics, part: u8, drag: u32, side: u8, rng: &mut PileRng) -> bool {
        const STEP: [i32; 4] = [-1, 0, 0, 1];
        let word = rng.next_u64();
        let step = |shift: u32| STEP[(word >> shift & 3) as usize];
        let far = (drag * (128 + (word & 127) as u32)) >> 8;
        if far == 0 {
            return false;
        }
        let i = usize::from(part);
        let (dx, dy) = WAYS[usize::from(side) & 3];
        self.poses.x[i] = shifted(self.poses.x[i], dx * far as i32 + dy * step(8));
        self.poses.y[i] = shifted(self.poses.y[i], dy * far as i32 + dx * step(8));
        self.poses.rotation[i] = (i32::from(self.poses.rotation[i]) + step(10)) as u8 & 15;
        if far >= physics.flip_least && (word >> 16 & 255) < physics.flips {
            self.up.set(part, !self.up.has(part));
        }
        true
    }

    /// R17: a part lands face-up on top.
    pub fn drop(&mut self, physics: &Physics, part: u8, rng: &mut PileRng) {
        let (mut x, mut y) = (MIDDLE, MIDDLE);
        if self.size > 0 {
            let target = usize::from(self.at(rng.below(u32::from(self.size)) as u8));
            let mut near = |place: u8| {
                let by = rng.below(2 * physics.jitter as u32 + 1) as i32;
                shifted(place, by - physics.jitter)
            };
            x = near(self.poses.x[target]);
            y = near(self.poses.y[target]);
        }
        let rotation = rng.below(16) as u8;
        self.put(Lying { part, x, y, rotation, up: true, known: true });
        self.refresh(physics, part);
        self.covered_by(physics, part).iter().for_each(|other| self.refresh(physics, other));
    }

    /// Puts a part on top. What can be seen is not brought up to date.
    #[inline]
    pub(super) fn put(&mut self, lying: Lying) {
        self.size += 1;
        self.rank[usize::from(lying.part)] = self.size;
        self.lay(lying);
    }

    /// Lets a part of the pile lie in another way. What can be seen is not brought up to date.
    #[inline]
    pub(super) fn lay(&mut self, lying: Lying) {
        let Lying { part, x, y, rotation, up, known } = lying;
        let i = usize::from(part);
        (self.poses.x[i], self.poses.y[i], self.poses.rotation[i]) = (x, y, rotation);
        self.up.set(part, up);
        self.known.set(part, known);
    }

    /// Takes a part out.
    #[inline]
    fn take(&mut self, physics: &Physics, part: u8) {
        let i = usize::from(part);
        let rank = self.rank[i];
        let (few, more) = self.rank.split_at_mut(FEW);
        let close_up = |other: &mut u8| *other = other.wrapping_sub(u8::from(*other > rank));
        few.iter_mut().for_each(close_up);
        if physics.parts > FEW {
            more.iter_mut().for_each(close_up);
        }
        self.size -= 1;
        (self.rank[i], self.poses.x[i], self.poses.y[i], self.poses.rotation[i]) = (0, 0, 0, 0);
        (self.visible[i], self.free[i]) = (0, 0);
        self.set_sides(part, 0);
        self.up.remove(part);
        self.known.remove(part);
    }

    /// Works out anew what can be seen of a part.
    #[inline]
    fn refresh(&mut self, physics: &Physics, part: u8) {
        let above = self.near_above(physics, part);
        let i = usize::from(part);
        let Sight { visible, readable, free } = physics.shape.look(&self.poses, part, above);
        self.visible[i] = visible;
        self.free[i] = free;
        let mut sides = self.faced_sides(physics, part);
        if physics.nearest {
            sides = self.nearest_side(part, sides).map_or(0, |side| 1 << side);
        }
        self.set_sides(part, sides);
        if self.up.has(part) && readable >= physics.readable[usize::from(self.rotation(part))] {
            self.known.insert(part);
        }
    }

    #[inline]
    fn set_sides(&mut self, part: u8, sides: u8) {
        let (word, shift) = pull_bits(part);
        self.pulls[word] = self.pulls[word] & !(15 << shift) | u64::from(sides) << shift;
    }

    /// The pile with everything that can be seen worked out anew.
    #[must_use]
    pub fn refreshed(&self, physics: &Physics) -> Self {
        let mut pile = Self::default();
        self.bottom_up().into_iter().for_each(|lying| pile.put(lying));
        for part in self.parts().iter() {
            pile.refresh(physics, part);
        }
        pile
    }

    /// Turns a card over in a pile of two sets (R31).
    #[inline]
    pub(super) fn set_up(&mut self, card: u8, up: bool) {
        self.up.set(card, up);
    }
}
