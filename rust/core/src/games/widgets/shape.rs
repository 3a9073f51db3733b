//! What a part looks like: its cells, its finger spots, and what one part hides of another.
//!
//! A part lives in a frame of 24 x 24 cells; `u` and `v` are half-cell coordinates from the frame's middle. [`Outline`] is
//! the plain description (R9), [`Shape`] the tables that make looking at a pile quick.

use super::data::Data;
use super::parts::{MOST_PARTS, Parts};

/// The side of a part's frame, in cells.
pub(super) const FRAME: usize = 24;
/// Rotations of 11.25 degrees; shapes repeat after half a turn.
pub const ROTATIONS: usize = 16;
/// Finger spots of a part.
pub const SPOTS: usize = 16;
/// Sides of the table: north, east, south, west.
pub const SIDES: usize = 4;
/// The names of the sides.
pub const SIDE_NAMES: [&str; SIDES] = ["north", "east", "south", "west"];
/// The way to each side, y downwards.
pub(super) const WAYS: [(i32, i32); SIDES] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

const COS: [i64; ROTATIONS] =
    [4096, 4017, 3784, 3406, 2896, 2276, 1567, 799, 0, -799, -1567, -2276, -2896, -3406, -3784, -4017];
const SIN: [i64; ROTATIONS] =
    [0, 799, 1567, 2276, 2896, 3406, 3784, 4017, 4096, 4017, 3784, 3406, 2896, 2276, 1567, 799];
/// A spot faces a side if its normal is within 45 degrees of it.
const FACING: i64 = 2896;

/// Bit j of row i is the cell in column j.
type Bitmap = [u32; FRAME];

fn bitmap(has: impl Fn(i64, i64) -> bool) -> Bitmap {
    let half = |k: usize| 2 * k as i64 - 23;
    std::array::from_fn(|i| (0..FRAME).fold(0, |row, j| row | u32::from(has(half(j), half(i))) << j))
}

/// The cells of a map; a part has at most [`CELLS`].
fn count(map: &Bitmap) -> u8 {
    count_all(map) as u8
}

fn count_all(map: &Bitmap) -> u32 {
    map.iter().map(|row| row.count_ones()).sum()
}

/// The most cells of a part: they are counted in a byte.
const CELLS: u32 = 255;

/// A finger spot: its cells and the direction it faces.
#[derive(Clone, Copy)]
struct Spot {
    cells: Bitmap,
    normal: (i64, i64),
}

/// A shape as the page describes it.
pub(super) struct Outline {
    /// By rotation.
    cells: Vec<Bitmap>,
    /// By rotation.
    spots: Vec<[Spot; SPOTS]>,
    /// The clear centre (R12).
    centre: Bitmap,
    /// Width and height in tenths of a millimetre.
    pub(super) size: [i64; 2],
    /// Whether it looks the same at all rotations.
    round: bool,
}

impl Outline {
    /// A round part.
    pub(super) fn gear(data: &Data) -> Self {
        let diameter = data.gear.diameter;
        let (inwards, half) = finger(data);
        let disc = move |u: i64, v: i64| u * u + v * v <= diameter * diameter / 2500;
        let spot = |k: usize| {
            let (c, s) = if k < 8 { (COS[2 * k], SIN[2 * k]) } else { (-COS[2 * k - 16], -SIN[2 * k - 16]) };
            let edge = diameter * 4096 / 50 - inwards;
            let cells = bitmap(|u, v| disc(u, v) && u * c + v * s >= edge && (v * c - u * s).abs() <= half);
            Spot { cells, normal: (c, s) }
        };
        Self {
            cells: vec![bitmap(disc); ROTATIONS],
            spots: vec![std::array::from_fn(spot); ROTATIONS],
            centre: clear_centre(data),
            size: [diameter; 2],
            round: true,
        }
    }

    /// A rectangular part.
    pub(super) fn rectangle(data: &Data) -> Self {
        let (w, h) = half_size(data);
        let cells = |r: usize| bitmap(|u, v| along(r, u, v).abs() <= w && across(r, u, v).abs() <= h);
        Self {
            cells: (0..ROTATIONS).map(cells).collect(),
            spots: (0..ROTATIONS).map(|r| std::array::from_fn(|k| rectangle_spot(data, r, k))).collect(),
            centre: clear_centre(data),
            size: [data.rectangle.width, data.rectangle.height],
            round: false,
        }
    }

    /// The first rotation with more than [`CELLS`], and how many it has.
    fn too_large(&self) -> Option<(usize, u32)> {
        self.cells.iter().map(count_all).enumerate().find(|(_, cells)| *cells > CELLS)
    }

    /// Rotation and number of the first spot without a cell.
    fn empty_spot(&self) -> Option<(usize, usize)> {
        let spots = (0..ROTATIONS).flat_map(|r| (0..SPOTS).map(move |k| (r, k)));
        spots.into_iter().find(|(r, k)| count(&self.spots[*r][*k].cells) == 0)
    }
}

/// Parts of both shapes are not too large, and each finger spot covers something.
pub(super) fn check_outlines(data: &Data) -> Result<(), String> {
    for (shape, outline) in [("gear", Outline::gear(data)), ("rectangle", Outline::rectangle(data))] {
        if let Some((rotation, cells)) = outline.too_large() {
            return Err(format!("[{shape}]: {cells} cells at rotation {rotation}, over {CELLS}"));
        }
        if let Some((rotation, spot)) = outline.empty_spot() {
            return Err(format!("[{shape}]: spot {spot} has no cell at rotation {rotation}"));
        }
    }
    Ok(())
}

/// How far a fingertip reaches inwards, and half its width.
fn finger(data: &Data) -> (i64, i64) {
    (data.measures.finger_depth * 4096 / 25, data.measures.finger_width * 4096 / 50)
}

fn clear_centre(data: &Data) -> Bitmap {
    let diameter = data.measures.clear_centre;
    bitmap(|u, v| u * u + v * v <= diameter * diameter / 2500)
}

/// Half the width and half the height of a rectangle.
fn half_size(data: &Data) -> (i64, i64) {
    (data.rectangle.width * 4096 / 50, data.rectangle.height * 4096 / 50)
}

/// The coordinate along the width of a turned rectangle.
fn along(r: usize, u: i64, v: i64) -> i64 {
    u * COS[r] + v * SIN[r]
}

/// The coordinate along its height.
fn across(r: usize, u: i64, v: i64) -> i64 {
    v * COS[r] - u * SIN[r]
}

/// Spots 0 to 4 and 5 to 9 lie on the long edges, 10 to 12 and 13 to 15 on the short ones.
fn rectangle_spot(data: &Data, rotation: usize, spot: usize) -> Spot {
    let (inwards, half) = finger(data);
    let scaled = |length: i64| length * 4096 / 25;
    let (near, far) = (scaled(data.rectangle.long_spots[0]), scaled(data.rectangle.long_spots[1]));
    let short = scaled(data.rectangle.short_spots[0]);
    let (w, h) = half_size(data);
    let on_long_edge = spot < 10;
    let (sign, offset) = match spot {
        0..5 => (1, [-far, -near, 0, near, far][spot]),
        5..10 => (-1, [-far, -near, 0, near, far][spot - 5]),
        10..13 => (1, [-short, 0, short][spot - 10]),
        _ => (-1, [-short, 0, short][(spot - 13) % 3]),
    };
    let cells = bitmap(|u, v| {
        let (a, b) = (along(rotation, u, v), across(rotation, u, v));
        let (out, beside, edge) = if on_long_edge { (a, b, w) } else { (b, a, h) };
        a.abs() <= w && b.abs() <= h && sign * out >= edge - inwards && (beside - offset).abs() <= half
    });
    let (cos, sin) = (COS[rotation], SIN[rotation]);
    let normal = if on_long_edge { (sign * cos, sign * sin) } else { (-sign * sin, sign * cos) };
    Spot { cells, normal }
}

// --- tables ------------------------------------------------------------------------------------------------------------

/// How parts lie, by part; what a part that lies nowhere has here is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Poses {
    /// Columns of frames.
    pub(super) x: [u8; MOST_PARTS],
    /// Rows of frames.
    pub(super) y: [u8; MOST_PARTS],
    /// In steps of 11.25 degrees.
    pub(super) rotation: [u8; MOST_PARTS],
}

impl Poses {
    /// Nothing lies anywhere.
    pub(super) const NONE: Self = Self { x: [0; MOST_PARTS], y: [0; MOST_PARTS], rotation: [0; MOST_PARTS] };

    /// Column and row of a part's frame.
    #[inline]
    pub(super) fn place(&self, part: u8) -> (u8, u8) {
        (self.x[usize::from(part)], self.y[usize::from(part)])
    }

    /// The rotation of a part, 0 to 15.
    #[inline]
    pub(super) fn rotation(&self, part: u8) -> u8 {
        self.rotation[usize::from(part)] & 15
    }
}

/// What can be seen of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// Visible cells.
    pub(super) visible: u8,
    /// Cells that count for reading (R12).
    pub(super) readable: u8,
    /// Free spots, a bit each.
    pub(super) free: u16,
}

/// A shape ready for use.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The cells of a part, by rotation.
    area: [u8; ROTATIONS],
    /// The spots that face each side, by rotation.
    facing: [[u16; SIDES]; ROTATIONS],
    /// Frames this far apart do not touch.
    reach: u8,
    size: [i64; 2],
    see_through: bool,
    hiding: Hiding,
}

/// What a part hides of another.
#[derive(Clone, Debug)]
enum Hiding {
    Round(Round),
    Turned(Turned),
}

impl Shape {
    /// The tables of an outline.
    pub(super) fn new(outline: &Outline, see_through: bool) -> Self {
        let facing = |r: usize, (x, y): (i32, i32)| {
            let faces = |spot: &Spot| spot.normal.0 * i64::from(x) + spot.normal.1 * i64::from(y) >= FACING;
            (0..SPOTS).fold(0, |set, k| set | u16::from(faces(&outline.spots[r][k])) << k)
        };
        let reach = reach(outline);
        let hiding = if outline.round {
            Hiding::Round(Round::new(outline, reach))
        } else {
            Hiding::Turned(Turned::new(outline))
        };
        Self {
            area: std::array::from_fn(|r| count(&outline.cells[r])),
            facing: std::array::from_fn(|r| WAYS.map(|way| facing(r, way))),
            reach,
            size: outline.size,
            see_through,
            hiding,
        }
    }

    /// The cells of a part.
    #[inline]
    pub fn area(&self, rotation: u8) -> u8 {
        self.area[usize::from(rotation) & 15]
    }

    /// The spots that face each side, a bit a spot.
    #[inline]
    pub fn facing(&self, rotation: u8) -> [u16; SIDES] {
        self.facing[usize::from(rotation) & 15]
    }

    /// Frames that are this far apart in x or y do not touch.
    #[inline]
    pub(super) fn reach(&self) -> u8 {
        self.reach
    }

    /// Width and height in tenths of a millimetre.
    pub fn size(&self) -> [i64; 2] {
        self.size
    }

    /// What is seen of a part on which others lie.
    #[inline]
    pub(super) fn look(&self, poses: &Poses, part: u8, above: Parts) -> Sight {
        if above.is_empty() {
            let area = self.area(poses.rotation(part));
            return Sight { visible: area, readable: area, free: u16::MAX };
        }
        match &self.hiding {
            Hiding::Round(round) => round.look(self, poses, part, above),
            Hiding::Turned(turned) => turned.look(self, poses, part, above),
        }
    }

    /// Whether an upper part lies on a lower one.
    #[inline]
    pub(super) fn touch(&self, poses: &Poses, lower: u8, upper: u8) -> bool {
        match &self.hiding {
            Hiding::Round(round) => round.overlap(poses, lower, upper) > 0,
            Hiding::Turned(turned) => turned.touch(poses, lower, upper),
        }
    }

    /// The cells that two parts share.
    #[inline]
    pub(super) fn overlap(&self, poses: &Poses, lower: u8, upper: u8) -> u8 {
        match &self.hiding {
            Hiding::Round(round) => round.overlap(poses, lower, upper),
            Hiding::Turned(turned) => turned.overlap(poses, lower, upper),
        }
    }
}

/// The side of the smallest square, around the frame's middle, that no rotation leaves.
fn reach(outline: &Outline) -> u8 {
    let all = outline.cells.iter().fold([0; FRAME], |all, map| std::array::from_fn(|i| all[i] | map[i]));
    let columns = all.iter().fold(0, |columns, row| columns | row);
    let high = all.iter().filter(|row| **row != 0).count() as u32;
    high.max(columns.count_ones()) as u8
}

/// Round parts: what one hides of another depends only on where it lies, so it can be looked up.
#[derive(Clone, Debug)]
struct Round {
    reach: u8,
    /// By place of the upper part: the cells of the lower one that it hides, in a numbering of these cells.
    cells: Vec<[u64; 4]>,
    /// The same without the upper part's clear centre.
    opaque: Vec<[u64; 4]>,
    /// The spots of the lower part that it touches.
    spots: Vec<u16>,
    /// How many cells it hides.
    shared: Vec<u8>,
}

impl Round {
    fn new(outline: &Outline, reach: u8) -> Self {
        let cells = &outline.cells[0];
        let opaque: Bitmap = std::array::from_fn(|i| cells[i] & !outline.centre[i]);
        let span = i32::from(reach) - 1;
        let places = (-span..=span).flat_map(|dy| (-span..=span).map(move |dx| (dx, dy)));
        let mut tables = Self { reach, cells: Vec::new(), opaque: Vec::new(), spots: Vec::new(), shared: Vec::new() };
        for (dx, dy) in places {
            let hidden = meet(cells, &moved(cells, dx, dy));
            let touched = |spot: &Spot| meet(&spot.cells, &hidden).iter().any(|row| *row != 0);
            tables.cells.push(numbered(cells, &hidden));
            tables.opaque.push(numbered(cells, &moved(&opaque, dx, dy)));
            tables.shared.push(count(&hidden));
            tables.spots.push((0..SPOTS).fold(0, |set, k| set | u16::from(touched(&outline.spots[0][k])) << k));
        }
        tables
    }

    /// Where the tables speak of an upper part's place.
    #[inline]
    fn place(&self, poses: &Poses, lower: u8, upper: u8) -> usize {
        let ((x, y), (above_x, above_y)) = (poses.place(lower), poses.place(upper));
        let span = usize::from(self.reach) - 1;
        let row = (usize::from(above_y) + span).wrapping_sub(usize::from(y));
        let column = (usize::from(above_x) + span).wrapping_sub(usize::from(x));
        row.wrapping_mul(2 * span + 1).wrapping_add(column)
    }

    #[inline]
    fn look(&self, shape: &Shape, poses: &Poses, part: u8, above: Parts) -> Sight {
        let (mut hidden, mut opaque, mut touched) = ([0; 4], [0; 4], 0);
        for upper in above.iter() {
            let place = self.place(poses, part, upper);
            join(&mut hidden, &self.cells[place]);
            touched |= self.spots[place];
            if shape.see_through {
                join(&mut opaque, &self.opaque[place]);
            }
        }
        let visible = shape.area[0] - size(&hidden);
        let readable = if shape.see_through { shape.area[0] - size(&opaque) } else { visible };
        Sight { visible, readable, free: !touched }
    }

    #[inline]
    fn overlap(&self, poses: &Poses, lower: u8, upper: u8) -> u8 {
        self.shared[self.place(poses, lower, upper)]
    }
}

#[inline]
fn join(set: &mut [u64; 4], other: &[u64; 4]) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

#[inline]
fn size(set: &[u64; 4]) -> u8 {
    set.iter().map(|word| word.count_ones()).sum::<u32>() as u8
}

fn meet(a: &Bitmap, b: &Bitmap) -> Bitmap {
    std::array::from_fn(|i| a[i] & b[i])
}

/// The bitmap of a part that lies elsewhere; what leaves the frame is lost.
fn moved(map: &Bitmap, dx: i32, dy: i32) -> Bitmap {
    let row = |i: usize| usize::try_from(i as i32 - dy).ok().and_then(|i| map.get(i)).copied().unwrap_or(0);
    std::array::from_fn(|i| if dx < 0 { row(i) >> -dx } else { row(i) << dx })
}

/// The cells of `subset` as a set of numbers, where the cells of `all` are counted row by row.
fn numbered(all: &Bitmap, subset: &Bitmap) -> [u64; 4] {
    let mut set = [0; 4];
    let cells = (0..FRAME).flat_map(|i| (0..FRAME).map(move |j| (i, j))).filter(|(i, j)| all[*i] >> j & 1 == 1);
    for (number, (i, j)) in cells.enumerate() {
        set[number / 64] |= u64::from(subset[i] >> j & 1) << (number % 64);
    }
    set
}

/// The rows of a spot: no spot is higher than this.
const SPOT_ROWS: usize = 8;

/// Parts that look different when turned: bitmaps, shifted into the lower part's frame.
#[derive(Clone, Debug)]
struct Turned {
    /// By rotation, with a frame's height of empty rows above and below.
    cells: Vec<[u32; 3 * FRAME]>,
    /// The same without the clear centre.
    opaque: Vec<[u32; 3 * FRAME]>,
    /// By rotation and spot.
    spots: Vec<[SpotRows; SPOTS]>,
}

/// Some rows of a bitmap.
#[derive(Clone, Copy, Debug)]
struct SpotRows {
    first: u8,
    rows: [u32; SPOT_ROWS],
}

impl SpotRows {
    fn of(map: &Bitmap) -> Self {
        let top = map.iter().position(|row| *row != 0).unwrap_or(0).min(FRAME - SPOT_ROWS);
        Self { first: top as u8, rows: std::array::from_fn(|i| map[top + i]) }
    }

    #[inline]
    fn is_touched(&self, hidden: &Bitmap) -> bool {
        let first = usize::from(self.first).min(FRAME - SPOT_ROWS);
        self.rows.iter().zip(&hidden[first..first + SPOT_ROWS]).fold(0, |all, (a, b)| all | (a & b)) != 0
    }
}

impl Turned {
    fn new(outline: &Outline) -> Self {
        let padded = |map: &Bitmap| std::array::from_fn(|i| if i / FRAME == 1 { map[i - FRAME] } else { 0 });
        let opaque = |map: &Bitmap| std::array::from_fn(|i| map[i] & !outline.centre[i]);
        Self {
            cells: outline.cells.iter().map(padded).collect(),
            opaque: outline.cells.iter().map(|map| padded(&opaque(map))).collect(),
            spots: outline.spots.iter().map(|spots| spots.map(|spot| SpotRows::of(&spot.cells))).collect(),
        }
    }

    #[inline]
    fn look(&self, shape: &Shape, poses: &Poses, part: u8, above: Parts) -> Sight {
        let (mut hidden, mut opaque) = ([0; FRAME], [0; FRAME]);
        for upper in above.iter() {
            cover(&mut hidden, &self.cells, poses, part, upper);
            if shape.see_through {
                cover(&mut opaque, &self.opaque, poses, part, upper);
            }
        }
        let rotation = poses.rotation(part);
        let area = shape.area(rotation);
        let visible = area - self.shared(rotation, &hidden);
        let readable = if shape.see_through { area - self.shared(rotation, &opaque) } else { visible };
        let spots = &self.spots[usize::from(rotation)];
        let free = (0..SPOTS).fold(0, |free, k| free | u16::from(!spots[k].is_touched(&hidden)) << k);
        Sight { visible, readable, free }
    }

    /// The cells of a lower part that are hidden in its frame.
    #[inline]
    fn hidden_cells(&self, rotation: u8, hidden: &Bitmap) -> Bitmap {
        let own = &self.cells[usize::from(rotation)][FRAME..2 * FRAME];
        let mut cells = *hidden;
        cells.iter_mut().zip(own).for_each(|(cells, own)| *cells &= own);
        cells
    }

    #[inline]
    fn shared(&self, rotation: u8, hidden: &Bitmap) -> u8 {
        ones(&self.hidden_cells(rotation, hidden))
    }

    #[inline]
    fn overlap(&self, poses: &Poses, lower: u8, upper: u8) -> u8 {
        let mut shared = [0; FRAME];
        cover(&mut shared, &self.cells, poses, lower, upper);
        self.shared(poses.rotation(lower), &shared)
    }

    #[inline]
    fn touch(&self, poses: &Poses, lower: u8, upper: u8) -> bool {
        let mut shared = [0; FRAME];
        cover(&mut shared, &self.cells, poses, lower, upper);
        self.hidden_cells(poses.rotation(lower), &shared).iter().fold(0, |all, row| all | row) != 0
    }
}

/// The ones of a bitmap of at most 255, a byte of each row at a time.
#[inline]
fn ones(map: &Bitmap) -> u8 {
    let bytes = map.iter().fold(0_u32, |sum, row| {
        let pairs = row.wrapping_sub(row >> 1 & 0x5555_5555);
        let fours = (pairs & 0x3333_3333).wrapping_add(pairs >> 2 & 0x3333_3333);
        sum.wrapping_add(fours.wrapping_add(fours >> 4) & 0x0F0F_0F0F)
    });
    bytes.to_le_bytes().into_iter().fold(0, u8::wrapping_add)
}

/// Adds the cells of an upper part to what is hidden in a lower one's frame; columns above 23 are meaningless.
#[inline]
fn cover(hidden: &mut Bitmap, cells: &[[u32; 3 * FRAME]], poses: &Poses, lower: u8, upper: u8) {
    let ((x, y), (above_x, above_y)) = (poses.place(lower), poses.place(upper));
    let first = FRAME + usize::from(y) - usize::from(above_y);
    let (right, left) = (above_x.saturating_sub(x), x.saturating_sub(above_x));
    let rows = &cells[usize::from(poses.rotation(upper))][first..first + FRAME];
    for (hidden, row) in hidden.iter_mut().zip(rows) {
        *hidden |= row.wrapping_shl(u32::from(right)).wrapping_shr(u32::from(left));
    }
}
