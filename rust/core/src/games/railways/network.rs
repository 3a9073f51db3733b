//! The railway: which link joins a city to which place, which cubes lie where, and who reaches whom.

use super::data::{MOST_CITIES, MOST_GOODS, MOST_PLACES, PLAYERS, START};
use crate::bits::places;
use crate::fields::NONE;
use arrayvec::ArrayVec;

/// The link between a city and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The place at its other end.
    pub parent: u8,
    /// Whose train is on it.
    pub owner: u8,
    /// What was laid.
    pub value: u8,
    /// The colour of its track.
    pub colour: u8,
}

impl Link {
    /// Of a city that is not on the table.
    pub(super) const NONE: Self = Self { parent: NONE, owner: NONE, value: 0, colour: NONE };
}

/// A way over links: each place that it comes to, with the owner of the link that leads there.
pub(super) type Route = ArrayVec<(u8, u8), { MOST_PLACES }>;

/// A bit a good.
const ALL_GOODS: u8 = (1 << MOST_GOODS) - 1;

/// Links and cubes, and what follows from them kept at hand; [`Network::of`] is its slow twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Network {
    /// The link of each city to its parent.
    pub(super) links: [Link; MOST_CITIES],
    /// The cubes of each city, four bits a good.
    pub(super) cubes: [u32; MOST_CITIES],
    /// Cities on the table.
    pub(super) built: u64,
    /// Cities whose link belongs to a player.
    pub(super) owned: [u64; PLAYERS],
    /// Places that a link of a player ends at.
    touched: [u64; PLAYERS],
    /// Cities that hold a cube of a good.
    pub(super) stocked: [u64; MOST_GOODS],
    /// The cities built from a place.
    children: [Mask; MOST_PLACES],
}

/// Places, a bit each, in no more bytes than they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Mask([u8; MOST_CITIES / 8]);

impl Mask {
    #[inline]
    fn get(self) -> u64 {
        let [a, b, c, d, e] = self.0;
        u64::from(u32::from_le_bytes([a, b, c, d])) | u64::from(e) << 32
    }

    #[inline]
    fn set(&mut self, city: u8) {
        self.0[usize::from(city / 8)] |= 1 << (city % 8);
    }
}

impl Network {
    /// Nothing but Start.
    pub(super) const EMPTY: Self = Self {
        links: [Link::NONE; MOST_CITIES],
        cubes: [0; MOST_CITIES],
        built: 0,
        owned: [0; PLAYERS],
        touched: [0; PLAYERS],
        stocked: [0; MOST_GOODS],
        children: [Mask([0; MOST_CITIES / 8]); MOST_PLACES],
    };

    /// Derives everything from links and cubes whose numbers are in range.
    pub(super) fn of(links: &[Link; MOST_CITIES], cubes: &[u32; MOST_CITIES]) -> Self {
        let mut network = Self { cubes: *cubes, ..Self::EMPTY };
        for (city, link) in links.iter().enumerate().filter(|(_, link)| link.parent != NONE) {
            network.join(city as u8, *link);
        }
        for (city, goods) in cubes.iter().enumerate() {
            for good in 0..MOST_GOODS {
                network.stocked[good] |= u64::from(goods >> (4 * good) & 15 != 0) << city;
            }
        }
        network
    }

    /// A city comes onto the table.
    #[inline]
    pub(super) fn join(&mut self, city: u8, link: Link) {
        let bit = 1u64 << city;
        self.links[usize::from(city)] = link;
        self.built |= bit;
        self.owned[usize::from(link.owner)] |= bit;
        self.touched[usize::from(link.owner)] |= bit | 1 << link.parent;
        self.children[usize::from(link.parent)].set(city);
    }

    /// Whether a city is on the table.
    #[inline]
    pub(super) fn has(&self, city: u8) -> bool {
        self.built >> city & 1 == 1
    }

    /// The link of a city on the table.
    #[inline]
    pub(super) fn link(&self, city: u8) -> Link {
        self.links[usize::from(city)]
    }

    /// The links that a player owns.
    #[inline]
    pub(super) fn links_of(&self, player: usize) -> u8 {
        self.owned[player].count_ones() as u8
    }

    /// The cities built from a place.
    #[inline]
    pub(super) fn children(&self, place: u8) -> u64 {
        self.children[usize::from(place)].get()
    }

    /// The cities whose link touches a city: its own and its children's.
    #[inline]
    pub(super) fn touching(&self, city: u8) -> u64 {
        self.children(city) | 1 << city
    }

    /// The places that links join a place to.
    #[inline]
    pub(super) fn neighbours(&self, place: u8) -> u64 {
        let parent = if place == START { 0 } else { 1 << self.link(place).parent };
        self.children(place) | parent
    }

    /// The places that a player's own links join a city to.
    #[inline]
    pub(super) fn own_neighbours(&self, player: usize, city: u8) -> u64 {
        let owned = self.owned[player];
        let up = (owned >> city & 1) << (self.link(city).parent & 63);
        self.children(city) & owned | up
    }

    /// The links of a colour at a city, the one it was built with included.
    pub(super) fn exits_used(&self, city: u8, colour: u8) -> u8 {
        let exits = places(self.touching(city)).filter(|city| self.link(*city).colour == colour);
        exits.count() as u8
    }

    /// The places from one city to another over the tree, the first left out and the last included.
    pub(super) fn route(&self, from: u8, to: u8) -> Route {
        let mut above = 1u64 << from;
        let mut place = from;
        while place != START {
            place = self.link(place).parent;
            above |= 1u64 << place;
        }
        let mut down = Route::new();
        let mut meeting = to;
        while above >> meeting & 1 == 0 {
            let link = self.link(meeting);
            down.push((meeting, link.owner));
            meeting = link.parent;
        }
        let mut route = Route::new();
        let mut place = from;
        while place != meeting {
            let link = self.link(place);
            place = link.parent;
            route.push((place, link.owner));
        }
        route.extend(down.into_iter().rev());
        route
    }

    /// Whether the way up from a city ends at Start; links that somebody wrote may not.
    pub(super) fn leads_to_start(&self, mut place: u8) -> bool {
        for _ in 0..=MOST_CITIES {
            if place == START {
                return true;
            }
            let Some(link) = self.links.get(usize::from(place)) else { return false };
            place = link.parent;
        }
        false
    }

    /// The cubes of a good on a city.
    #[inline]
    pub(super) fn cubes_of(&self, city: u8, good: u8) -> u8 {
        (self.cubes[usize::from(city)] >> (4 * good) & 15) as u8
    }

    /// All cubes on a city.
    #[inline]
    pub(super) fn cubes_on(&self, city: u8) -> u8 {
        let cubes = self.cubes[usize::from(city)];
        let pairs = (cubes & 0x0F0F_0F0F) + (cubes >> 4 & 0x0F0F_0F0F);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    #[inline]
    pub(super) fn add_cube(&mut self, city: u8, good: u8) {
        self.cubes[usize::from(city)] += 1 << (4 * good);
        self.stocked[usize::from(good)] |= 1 << city;
    }

    #[inline]
    pub(super) fn take_cube(&mut self, city: u8, good: u8) {
        self.cubes[usize::from(city)] -= 1 << (4 * good);
        if self.cubes_of(city, good) == 0 {
            self.stocked[usize::from(good)] &= !(1 << city);
        }
    }

    /// The goods on a city, a bit each.
    #[inline]
    pub(super) fn goods_on(&self, city: u8) -> u8 {
        let cubes = self.cubes[usize::from(city)];
        let halves = cubes | cubes >> 2;
        // A bit a good, four apart; then two in each byte; then side by side.
        let apart = (halves | halves >> 1) & 0x0011_1111;
        let pairs = (apart | apart >> 3) & 0x0003_0303;
        (pairs | pairs >> 6 | pairs >> 12) as u8 & ALL_GOODS
    }

    /// Cities with a cube.
    #[inline]
    pub(super) fn stocked_cities(&self) -> u64 {
        self.stocked.iter().fold(0, |all, cities| all | cities)
    }

    /// Cities with a cube that a link of a player touches.
    #[inline]
    pub(super) fn sources(&self, player: usize) -> u64 {
        self.stocked_cities() & self.touched[player]
    }

    /// Cities on the table without a cube.
    #[inline]
    pub(super) fn empty_cities(&self) -> u64 {
        self.built & !self.stocked_cities()
    }
}

const _: () = assert!(MOST_CITIES == 40 && MOST_GOODS == 6, "five bytes a mask, four bits a good");
