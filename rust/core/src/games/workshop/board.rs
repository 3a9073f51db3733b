//! The map as masks, a bit a town or a connection, worked out once; and networks on it.

use super::data::{Data, MOST_CONNECTIONS, MOST_TOWNS, MOST_WILDS};
use crate::bits::wide_places;

/// What the rules ask of the map.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The connections at a town.
    pub(super) at: [u128; MOST_TOWNS],
    /// The connections that whoever placed in a town may not lay (R29).
    pub(super) banned: [u128; MOST_TOWNS],
    /// A connection as a set. A shift would write four bytes of a set that is read as a whole next, which waits for them.
    bits: [u128; MOST_CONNECTIONS],
    /// The connections that share a town with a connection, itself included.
    touching: [u128; MOST_CONNECTIONS],
    /// Connections of one Link.
    pub(super) singles: u128,
    /// Connections of two Links.
    doubles: u128,
    /// Whether all connections lie in the lower half of a set.
    pub(super) is_small: bool,
    /// The Links that a connection takes.
    links: [u8; MOST_CONNECTIONS],
    /// The ends of a connection.
    ends: [[u8; 2]; MOST_CONNECTIONS],
    /// The value of a town.
    values: [u8; MOST_TOWNS],
    /// The type of a town.
    types: [u8; MOST_TOWNS],
    /// The towns of the value of a wild card.
    of_wild: [u64; MOST_WILDS],
}

impl Board {
    pub(super) fn new(data: &Data, crossing_strict: bool) -> Self {
        let mut board = Self {
            at: [0; MOST_TOWNS],
            banned: [0; MOST_TOWNS],
            bits: std::array::from_fn(|i| 1 << i),
            touching: [0; MOST_CONNECTIONS],
            singles: 0,
            doubles: 0,
            is_small: data.connections.len() <= 64,
            links: [0; MOST_CONNECTIONS],
            ends: [[0; 2]; MOST_CONNECTIONS],
            values: [0; MOST_TOWNS],
            types: [0; MOST_TOWNS],
            of_wild: [0; MOST_WILDS],
        };
        board.add_towns(data);
        board.add_connections(data);
        if crossing_strict {
            for [first, second] in data.crossings.iter().copied() {
                for (line, other) in [(first, second), (second, first)] {
                    board.ends(line).into_iter().for_each(|end| board.banned[usize::from(end)] |= 1 << other);
                }
            }
        }
        board
    }

    fn add_towns(&mut self, data: &Data) {
        for (i, town) in data.towns.iter().enumerate() {
            let value = data.value(i);
            self.values[i] = value;
            self.types[i] = town.kind;
            for (wild, _) in data.wilds.iter().enumerate().filter(|(_, wild)| wild.value == value) {
                self.of_wild[wild] |= 1 << i;
            }
        }
    }

    fn add_connections(&mut self, data: &Data) {
        for (i, connection) in data.connections.iter().enumerate() {
            self.ends[i] = connection.ends;
            self.links[i] = 1 + u8::from(connection.double);
            connection.ends.iter().for_each(|end| self.at[usize::from(*end)] |= 1 << i);
            *(if connection.double { &mut self.doubles } else { &mut self.singles }) |= 1 << i;
        }
        for (i, connection) in data.connections.iter().enumerate() {
            self.touching[i] = connection.ends.iter().fold(0, |all, end| all | self.at[usize::from(*end)]);
        }
    }

    /// The set of one connection.
    #[inline]
    pub(super) fn bit(&self, connection: u8) -> u128 {
        self.bits[usize::from(connection)]
    }

    #[inline]
    pub(super) fn ends(&self, connection: u8) -> [u8; 2] {
        self.ends[usize::from(connection)]
    }

    /// The other end of a connection at a town.
    #[inline]
    pub(super) fn far(&self, connection: u8, town: u8) -> u8 {
        let [a, b] = self.ends(connection);
        a ^ b ^ town
    }

    /// The value of a town: what it pays and how many Industries it holds (R23, R30).
    #[inline]
    pub(super) fn value(&self, town: u8) -> u8 {
        self.values[usize::from(town)]
    }

    /// The type of a town, an index.
    #[inline]
    pub(super) fn kind(&self, town: u8) -> usize {
        usize::from(self.types[usize::from(town)])
    }

    /// The towns of the value of a wild card, a bit each.
    #[inline]
    pub(super) fn of_wild(&self, wild: u8) -> u64 {
        self.of_wild[usize::from(wild)]
    }

    /// The connections that take no more than so many Links.
    #[inline]
    pub(super) fn of_links(&self, links: u8) -> u128 {
        match links {
            0 => 0,
            1 => self.singles,
            _ => u128::MAX,
        }
    }

    /// The Links that a connection takes.
    #[inline]
    pub(super) fn links(&self, connection: u8) -> u8 {
        self.links[usize::from(connection)]
    }

    /// The Links on a set of connections.
    #[inline]
    pub(super) fn count_links(&self, connections: u128) -> u32 {
        connections.count_ones() + (connections & self.doubles).count_ones()
    }

    /// The networks of a colour's connections, each with its Links (R35).
    #[inline]
    pub(super) fn networks(&self, mut connections: u128) -> impl Iterator<Item = (u128, u16)> {
        std::iter::from_fn(move || {
            (connections != 0).then(|| {
                let network = self.network(connections);
                connections &= !network.0;
                network
            })
        })
    }

    /// The part of `connections` that hangs together with the first of them, with its Links (R35).
    fn network(&self, connections: u128) -> (u128, u16) {
        let mut network = connections & connections.wrapping_neg();
        let mut fresh = network;
        let mut links = 0;
        while fresh != 0 {
            let connection = fresh.trailing_zeros() as usize;
            let joined = self.touching[connection] & connections & !network;
            network |= joined;
            fresh = fresh & (fresh - 1) | joined;
            links += u16::from(self.links[connection]);
        }
        (network, links)
    }

    /// The largest network of a colour's connections, the first of equals (R35).
    pub(super) fn largest_network(&self, connections: u128) -> u128 {
        let larger = |best: (u128, u16), next: (u128, u16)| if next.1 > best.1 { next } else { best };
        self.networks(connections).fold((0, 0), larger).0
    }

    /// The connections that share a town with one of a set.
    pub(super) fn touching_any(&self, connections: u128) -> u128 {
        wide_places(connections).fold(0, |all, connection| all | self.touching[usize::from(connection)])
    }

    /// Whether every connection at a town holds Links (R20).
    #[inline]
    pub(super) fn is_blocked(&self, town: u8, occupied: u128) -> bool {
        self.at[usize::from(town)] & !occupied == 0
    }
}
