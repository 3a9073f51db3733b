//! What a player may know: everything. The accessors for bots.

use super::Arkwright;
use super::data::card;
use super::market;
use super::moves::takeable;
use super::production;
use super::score;
use super::state::{Kind, NONE, Phase, Seat};
use crate::View;

/// What a bot may ask: everything lies open.
impl View<'_, Arkwright> {
    /// The phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The kind of the action begun.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.state().kind
    }

    /// The round, from 0.
    #[inline]
    pub fn round(&self) -> usize {
        usize::from(self.state().round)
    }

    /// The active good.
    #[inline]
    pub fn active(&self) -> usize {
        self.state().active(&self.game().data)
    }

    /// A player's board.
    #[inline]
    pub fn seat(&self, player: usize) -> &Seat {
        &self.state().seats[player]
    }

    /// Whether a player's price step of this round is over.
    #[inline]
    pub fn has_priced(&self, player: usize) -> bool {
        self.seat(player).price != NONE
    }

    /// Demand for a good.
    #[inline]
    pub fn demand(&self, good: usize) -> i32 {
        i32::from(self.state().demand[good])
    }

    /// Arrow spaces up to an appeal (R25).
    #[inline]
    pub fn arrows(&self, appeal: u8) -> i32 {
        i32::from(self.game().data.arrows[usize::from(appeal)])
    }

    /// Demand as it can be on its track (R26).
    #[inline]
    pub fn on_track(&self, demand: i32) -> i32 {
        market::on_track(self.game(), demand).into()
    }

    /// The lowest and the highest price of an open factory (R24).
    #[inline]
    pub fn price_range(&self, player: usize, good: usize) -> (u8, u8) {
        market::price_range(self.game(), self.seat(player).factories[good], good)
    }

    /// Price and appeal of an open factory together, without its Distribution (R24).
    #[inline]
    pub fn total(&self, player: usize, good: usize) -> u16 {
        market::total_but_distribution(self.game(), self.seat(player), good)
    }

    /// The appeal that a total leaves at a price (R24).
    #[inline]
    pub fn appeal_of(&self, total: u16, price: u8) -> u8 {
        market::appeal_of(self.game(), total, price)
    }

    /// The Development cards that the acting player could take, a bit for each row of their table.
    #[inline]
    pub fn takeable(&self) -> u32 {
        takeable(self.state())
    }

    /// What an open factory makes (R34).
    #[inline]
    pub fn output(&self, player: usize, good: usize) -> u8 {
        production::output(self.game(), self.seat(player).factories[good], good)
    }

    /// The space of the wage marker, from 0.
    #[inline]
    pub fn wage_space(&self) -> usize {
        usize::from(self.state().wage_space)
    }

    /// What a production costs (R40) when the wage marker has gone up by so many spaces.
    #[inline]
    pub fn cost_after(&self, player: usize, good: usize, spaces: usize) -> i32 {
        let space = (self.wage_space() + spaces).min(usize::from(self.game().last_wage_space));
        production::cost(self.game(), self.seat(player), good, self.game().wages[space])
    }

    /// Distribution after a production (R45).
    #[inline]
    pub fn distribution_after(&self, player: usize, distribution: u8) -> u8 {
        production::distribution_after(self.game(), self.seat(player), distribution)
    }

    /// What a shipped good pays (R38).
    #[inline]
    pub fn export_income(&self, player: usize, good: usize) -> u16 {
        market::export_income(self.game(), self.state(), self.seat(player), good)
    }

    /// What each loan pays that the player takes by an action (R21).
    pub fn loan_income(&self, player: usize) -> i32 {
        market::loan_income(self.game(), self.state(), self.seat(player))
    }

    /// Goods that free warehouses and ships can take; in the second half of the Stock Exchange all ships are free.
    pub fn outlet(&self, player: usize) -> u16 {
        let (game, seat) = (self.game(), self.seat(player));
        let sizes: u16 = production::warehouse_sizes(game, seat).into_iter().map(u16::from).sum();
        let held: u16 = seat.warehouses.iter().map(|w| u16::from(w.count)).sum();
        let mut ships = production::ships_available(game, seat);
        if self.phase() == Phase::Loan && usize::from(self.state().actor) == player {
            ships = production::ships_owned(game, seat).min(game.data.ship_tokens - seat.ship_tokens);
        }
        sizes.saturating_sub(held) + u16::from(ships) * u16::from(production::ship_capacity(game, seat))
    }

    /// Home sales that raise the share value, the steps for them, and those for the highest appeal (R43, R44).
    #[inline]
    pub fn share_steps(&self, player: usize) -> (u8, u8, u8) {
        let data = &self.game().data;
        let entrepreneur = self.seat(player).holds(data, card::ENTREPRENEUR);
        let sales = if entrepreneur { data.entrepreneur_sales } else { data.qualify_sales };
        (sales, data.qualify_steps, data.appeal_steps)
    }

    /// What the final scoring would make of a seat: all stored goods in pounds, and the share value less the penalty for
    /// ships (R51).
    pub fn closing(&self, player: usize) -> (i32, i32) {
        let (game, seat) = (self.game(), self.seat(player));
        (score::stock_sale(game, seat), score::final_share_value(game, seat))
    }

    /// Whether cash buys shares at the end (R51).
    #[inline]
    pub fn final_purchase(&self) -> bool {
        self.game().options.final_purchase
    }
}
