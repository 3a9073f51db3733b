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
    /// The connections that share a town with a connection, itself included.
    touching: [u128; MOST_CONNECTIONS],
    /// Connections of one Link.
    pub(super) singles: u128,
    /// Connections of two Links.
    pub(super) doubles: u128,
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
            touching: [0; MOST_CONNECTIONS],
            singles: 0,
            doubles: 0,
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
            connection.ends.iter().for_each(|end| self.at[usize::from(*end)] |= 1 << i);
            *(if connection.double { &mut self.doubles } else { &mut self.singles }) |= 1 << i;
        }
        for (i, connection) in data.connections.iter().enumerate() {
            self.touching[i] = connection.ends.iter().fold(0, |all, end| all | self.at[usize::from(*end)]);
        }
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
    pub(super) fn links(&self, connection: u8) -> u8 {
        1 + u8::from(self.is_double(connection))
    }

    #[inline]
    pub(super) fn is_double(&self, connection: u8) -> bool {
        self.doubles >> connection & 1 == 1
    }

    /// The Links on a set of connections.
    #[inline]
    pub(super) fn count_links(&self, connections: u128) -> u32 {
        connections.count_ones() + (connections & self.doubles).count_ones()
    }

    /// The part of `links` that hangs together with its connection `first` (R35).
    fn network(&self, links: u128, first: u8) -> u128 {
        let mut network = 1_u128 << first;
        let mut fresh = network;
        while fresh != 0 {
            let connection = fresh.trailing_zeros() as usize;
            let joined = self.touching[connection] & links & !network;
            network |= joined;
            fresh = fresh & (fresh - 1) | joined;
        }
        network
    }

    /// The largest network of a colour's connections, the first of equals, with its Links (R35).
    pub(super) fn largest_network(&self, links: u128) -> (u128, u32) {
        let mut largest = (0, 0);
        let mut rest = links;
        while rest != 0 {
            let network = self.network(links, rest.trailing_zeros() as u8);
            let count = self.count_links(network);
            if count > largest.1 {
                largest = (network, count);
            }
            rest &= !network;
        }
        largest
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
