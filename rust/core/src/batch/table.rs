//! Where the results of a step go: a column each, a row a slot; what is None is not worked out.

use crate::channels::Cells;
use crate::threads::Rows;

/// Rows of a width, one after the other.
pub struct Column<'a, T> {
    values: &'a mut [T],
    width: usize,
}

impl<'a, T> Column<'a, T> {
    /// `values` holds as many rows of `width` as there are slots.
    pub fn new(values: &'a mut [T], width: usize) -> Self {
        Self { values, width }
    }

    pub(crate) fn rows(&self) -> usize {
        self.values.len() / self.width
    }

    #[inline]
    pub(crate) fn row(&mut self, row: usize) -> &mut [T] {
        &mut self.values[row * self.width..][..self.width]
    }
}

impl<T: Send> Rows for Column<'_, T> {
    fn split(self, row: usize) -> (Self, Self) {
        let (before, after) = self.values.split_at_mut(row * self.width);
        (Self { values: before, width: self.width }, Self { values: after, width: self.width })
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty),*) => {
        /// The columns of a step.
        #[derive(Default)]
        pub struct Table<'a> {
            $($(#[$doc])* pub $name: Option<Column<'a, $type>>,)*
        }

        impl Rows for Table<'_> {
            fn split(self, row: usize) -> (Self, Self) {
                let (mut before, mut after) = (Self::default(), Self::default());
                $((before.$name, after.$name) = self.$name.split(row);)*
                (before, after)
            }
        }
    };
}

columns! {
    /// Who acts, -4 where the game has ended.
    player: i32,
    /// What they observe.
    observation: f32,
    /// The same as raw numbers.
    raw_observation: i16,
    /// A flag an action of the table.
    mask: bool,
    /// A reward a player, since the last step.
    reward: f32,
    /// Whether the game ended in this step.
    terminated: bool,
    /// Whether it was cut off in this step.
    truncated: bool,
    /// Decisions of the running game so far.
    decisions: i32,
    /// The running game's index in its series.
    game: u64,
    /// Points on the table, a number a player.
    scores: i32,
    /// Whether the action was not legal.
    illegal: bool
}

impl<'a> Table<'a> {
    /// Writes one value.
    #[inline]
    pub(crate) fn put<T: 'a>(&mut self, column: fn(&mut Self) -> &mut Option<Column<'a, T>>, row: usize, value: T) {
        if let Some(column) = column(self) {
            column.row(row)[0] = value;
        }
    }

    /// A row of a column, if that is asked for.
    #[inline]
    pub(crate) fn row<T: 'a>(
        &mut self,
        column: fn(&mut Self) -> &mut Option<Column<'a, T>>,
        row: usize,
    ) -> Option<&mut [T]> {
        column(self).as_mut().map(|column| column.row(row))
    }

    /// Lets a row's observation be written, scaled and raw, as far as they are asked for.
    #[inline]
    pub(crate) fn observe(&mut self, row: usize, mut write: impl FnMut(Cells<'_>)) {
        if let Some(values) = self.row(|t| &mut t.observation, row) {
            write(values.into());
        }
        if let Some(numbers) = self.row(|t| &mut t.raw_observation, row) {
            write(numbers.into());
        }
    }

    /// Nothing has happened in this step yet.
    #[inline]
    pub(crate) fn begin(&mut self, row: usize) {
        if let Some(reward) = self.row(|t| &mut t.reward, row) {
            reward.fill(0.0);
        }
        self.put(|t| &mut t.terminated, row, false);
        self.put(|t| &mut t.truncated, row, false);
        self.put(|t| &mut t.illegal, row, false);
    }
}
