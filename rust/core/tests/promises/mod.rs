//! The promises of the contract, kept in games of any data file: one game is played, and looked at on the way.

use lineshaft_core::View;
use lineshaft_core::bots::{self, Greedy};
use lineshaft_core::channels::Encoder;
use lineshaft_core::game::{Action, ActionList, Actor, Game, OutcomeList};
use lineshaft_core::rng::Rng;

/// One game by the choices of a bot; one in so many positions is looked at.
pub(crate) fn check_game<G: Game + Greedy>(game: &G, bot: &str, one_in: u64, rng: &mut Rng) {
    let mut bot = bots::make::<G>(bot).expect("a built-in bot");
    let mut state = game.initial_state();
    let mut list = ActionList::new();
    let (mut decisions, mut chance) = (0, 0);
    loop {
        if rng.below(one_in) == 0 {
            check_position(game, &state, rng);
        }
        let id = match game.actor(&state) {
            Actor::Over => break,
            Actor::Player(player) => {
                list.clear();
                game.legal_actions(&state, &mut list);
                assert!(!list.is_empty() && list.is_sorted_by(|a, b| a < b), "{}", game.to_json(&state));
                assert_eq!(game.draw_action(&state, &mut rng.clone()), rng.clone().pick(&list));
                decisions += 1;
                u32::from(bot.choose(&View::new(game, &state, Some(player)), &list, rng, &mut || true))
            }
            Actor::Sampled => {
                chance += 1;
                game.draw_outcome(&state, rng)
            }
            Actor::Chance => {
                chance += 1;
                let walked = walked_outcome(game, &state, &mut rng.clone());
                let drawn = game.draw_outcome(&state, rng);
                assert_eq!(drawn, walked);
                drawn
            }
        };
        game.apply(&mut state, id.into()).expect("a legal step");
    }
    check_position(game, &state, rng);
    assert!(decisions <= game.tables().max_game_length, "{decisions} decisions");
    assert!(chance <= game.tables().max_chance_nodes, "{chance} chance nodes");
    let sums: Vec<i32> =
        game.score_parts(&state).iter().map(|parts| parts.iter().map(|part| part.points).sum()).collect();
    assert_eq!(game.scores(&state).to_vec(), sums);
}

/// An outcome drawn by walking along the list.
fn walked_outcome<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> u32 {
    let mut outcomes = OutcomeList::new();
    game.chance_outcomes(state, &mut outcomes);
    outcomes[rng.weighted(outcomes.iter().map(|(_, weight)| *weight))].0.into()
}

fn check_position<G: Game>(game: &G, state: &G::State, rng: &mut Rng) {
    assert_eq!(game.check_invariants(state), Ok(()), "{}", game.to_json(state));
    assert_eq!(game.state_from_bytes(&game.to_bytes(state)).as_ref(), Ok(state));
    assert_eq!(game.state_from_json(&game.to_json(state)).as_ref(), Ok(state));
    if let Actor::Player(_) = game.actor(state) {
        let mut list = ActionList::new();
        game.legal_actions(state, &mut list);
        for (action, text) in (0 as Action..).zip(&game.tables().actions) {
            let why = game.why_not(state, action);
            assert_eq!(why.is_none(), list.contains(&action), "{text}: {why:?} {}", game.to_json(state));
        }
    }
    let viewer = rng.below(game.setup().players as u64) as usize;
    let imagined = game.resample(state, viewer, rng);
    assert_eq!(game.check_invariants(&imagined), Ok(()), "{}", game.to_json(state));
    assert_eq!(game.view_json(&imagined, Some(viewer)), game.view_json(state, Some(viewer)));
    let values = observed(game, state, viewer);
    assert_eq!(values, observed(game, &imagined, viewer), "{}", game.to_json(state));
    let mut rest = &values[..];
    for channel in &game.tables().channels {
        let (own, others) = rest.split_at(channel.size());
        let [least, most] = [channel.least, channel.most].map(|bound| bound as f32 / channel.high as f32);
        assert!(own.iter().all(|value| (least..=most).contains(value)), "{} {}", channel.name, game.to_json(state));
        rest = others;
    }
}

fn observed<G: Game>(game: &G, state: &G::State, viewer: usize) -> Vec<f32> {
    let mut values = vec![f32::NAN; game.tables().observation_size()];
    game.observe(state, Some(viewer), &mut Encoder::new(&game.tables().channels, &mut values[..]));
    values
}
