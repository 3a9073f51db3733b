//! What a call of a batch or pool names by number, an entry a slot or row: these, actions, seeds, players.

use crate::convert::{Id, no_array, numbers, player};
use crate::errors::{invalid, to_py};
use lineshaft_core::batch::Eyes;
use numpy::{Ix1, PyArray1};
use pyo3::prelude::*;

/// Numbers of slots or rows, each from 0 to `last`; `noun` is what one is called.
pub(crate) fn places(array: &Bound<'_, PyAny>, what: &str, noun: &str, last: usize) -> PyResult<Vec<i32>> {
    let py = array.py();
    let none = |place: i64| invalid(py, format!("{what}: there is no {noun} {place}; {noun}s are 0 to {last}"));
    let fits = |place: i64| usize::try_from(place).is_ok_and(|place| place <= last);
    if let Some(places) = numbers::<i32, Ix1>(array, |_| true)? {
        return match places.iter().find(|place| !fits(i64::from(**place))) {
            Some(place) => Err(none(i64::from(*place))),
            None => Ok(places),
        };
    }
    let Some(wide) = numbers::<i64, Ix1>(array, |_| true)? else {
        return Err(no_array(array, what, &format!("an int32 or int64 array of {noun} numbers")));
    };
    wide.into_iter().map(|place| if fits(place) { Ok(place as i32) } else { Err(none(place)) }).collect()
}

/// An action or outcome each: any whole numbers of `NumPy`'s.
pub(crate) fn choices(array: &Bound<'_, PyAny>, what: &str, noun: &str, count: usize) -> PyResult<Vec<i32>> {
    let py = array.py();
    if let Some(choices) = numbers::<i32, Ix1>(array, |shape| shape == [count])? {
        return Ok(choices);
    }
    macro_rules! narrow {
        ($($type:ty),*) => {$(
            if let Some(wide) = numbers::<$type, Ix1>(array, |shape| shape == [count])? {
                let mut choices = Vec::new();
                choices.try_reserve_exact(count).map_err(|error| to_py(py, &error.into()))?;
                for (place, choice) in wide.into_iter().enumerate() {
                    let wrong = || invalid(py, format!("{noun} {place}: {choice} is no 32-bit number"));
                    choices.push(i32::try_from(choice).map_err(|_| wrong())?);
                }
                return Ok(choices);
            }
        )*};
    }
    narrow!(i64, u8, i8, u16, i16, u32);
    Err(no_array(array, what, &format!("an array of whole numbers of shape [{count}], int32 for one")))
}

/// A seed each.
pub(crate) fn seeds(array: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<u64>> {
    let seeds = numbers::<u64, Ix1>(array, |shape| shape == [count])?;
    seeds.ok_or_else(|| no_array(array, "seeds", &format!("a uint64 array of shape [{count}]")))
}

/// Whose eyes slots or rows are seen with, as a caller says it.
pub(crate) enum Viewers {
    Acting,
    Of(usize),
    Each(Vec<i32>),
    All,
}

impl Viewers {
    /// None for the player to act, one player's number, an array with one each, or `"all"`; `noun` is what an entry is.
    pub(crate) fn read(
        viewers: Option<&Bound<'_, PyAny>>,
        what: &str,
        noun: &str,
        count: usize,
        players: usize,
    ) -> PyResult<Self> {
        let Some(viewers) = viewers else { return Ok(Self::Acting) };
        let py = viewers.py();
        if viewers.extract::<&str>().is_ok_and(|text| text == "all") {
            return Ok(Self::All);
        }
        if viewers.cast::<PyArray1<i32>>().is_ok() {
            let each = numbers::<i32, Ix1>(viewers, |shape| shape == [count])?;
            let each = each.ok_or_else(|| no_array(viewers, what, &format!("an int32 array of shape [{count}]")))?;
            return match each.iter().find(|player| !(0..players as i32).contains(*player)) {
                Some(other) => Err(invalid(py, format!("{what} must be 0 to {}, not {other}", players - 1))),
                None => Ok(Self::Each(each)),
            };
        }
        let number: Id = viewers.extract().map_err(|_| {
            let wanted = format!("None, a player's number, an int32 array with one a {noun}, or 'all'");
            no_array(viewers, what, &wanted)
        })?;
        player(py, players, number).map(Self::Of)
    }

    /// The same for core.
    pub(crate) fn eyes(&self) -> Eyes<'_> {
        match self {
            Self::Acting => Eyes::Acting,
            Self::Of(player) => Eyes::Of(*player),
            Self::Each(players) => Eyes::Each(players),
            Self::All => Eyes::All,
        }
    }
}
