//! Launches of teams that take items, item by item on hosts.

use super::{filled, on_every_space};
use portax::{
    AUTO, Functor, Graph, Prepared, Result, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
};

/// Teams of a launch, and what they have to do: whole batches of a league.
const TEAMS: usize = 20;
const ITEMS: usize = 300;
const LONGEST: usize = 40;

/// Column t of `room` becomes `i + item`, for as many elements as the item has: some have more to do.
#[derive(Functor)]
struct Fill {
    item: View<i32, 1>,
    room: View<f64, 2>,
}

#[kernel]
impl TeamKernel for Fill {
    fn fill(&self, team: Team) {
        let t = team.league_rank();
        let item = self.item[t];
        parallel_for(TeamVectorRange(team, LONGEST), |i| {
            let mut value: f64 = 0.0;
            if i < item % LONGEST {
                value = (i + item) as f64;
            }
            self.room[(i, t)] = value;
        });
    }
}

/// Adds the sum of column t of `room` to that of its item.
#[derive(Functor)]
struct Sums {
    item: View<i32, 1>,
    room: View<f64, 2>,
    index: View<i32, 1>,
    sums: View<f64, 1>,
}

// SAFETY: teams have different items, and items different sums: `index` is a permutation where it is inside `sums`.
#[kernel]
unsafe impl TeamKernel for Sums {
    fn sums(&self, team: Team) {
        let t = team.league_rank();
        let item = self.item[t];
        let sum: Uniform<f64> =
            parallel_reduce(TeamVectorRange(team, LONGEST), |i| self.room[(i, t)], Sum);
        single(PerTeam(team), || {
            self.sums[self.index[item]] += sum;
        });
    }
}

/// Two launches that take items, and what they work on.
struct Case {
    space: Space,
    item: View<i32, 1>,
    index: View<i32, 1>,
    sums: View<f64, 1>,
    launches: [Prepared; 2],
}

impl Case {
    fn new(space: &Space) -> Result<Case> {
        let own: Vec<i32> = (0..ITEMS as i32).collect();
        let index = View::from_slice(space, "index", [ITEMS], &own)?;
        let item = View::new(space, "item", [TEAMS])?;
        let room = View::new(space, "room", [LONGEST, TEAMS])?;
        let sums = filled(space, "sums", ITEMS, 0.0)?;
        let fill = Fill {
            item: item.clone(),
            room: room.clone(),
        };
        let add = Sums {
            item: item.clone(),
            room,
            index: index.clone(),
            sums: sums.clone(),
        };
        let policy = || TeamPolicy::new(TEAMS, AUTO);
        let launches = [
            space.prepare("fill", policy(), &fill)?,
            space.prepare("sums", policy(), &add)?,
        ];
        Ok(Case {
            space: space.clone(),
            item,
            index,
            sums,
            launches,
        })
    }

    /// As one launch, of so many items.
    fn series(&self, items: usize) -> Result<Option<Prepared>> {
        // SAFETY: a team has its own column of `room` and element of `item`, an item its own sum: `index` is a permutation
        // where it is inside `sums`.
        unsafe { Prepared::item_by_item(&self.launches, items, &self.item) }
    }

    /// All items: as one launch where that is possible, which must be hosts, else in batches.
    fn run(&self) -> Result<()> {
        let series = self.series(ITEMS)?;
        assert_eq!(series.is_some(), self.space.is_host());
        if let Some(series) = series {
            return Graph::new(&self.space, [&series])?.launch();
        }
        for first in (0..ITEMS).step_by(TEAMS) {
            let numbers: Vec<i32> = (first..first + TEAMS).map(|item| item as i32).collect();
            self.item.copy_from_slice(&numbers)?;
            self.launches.iter().try_for_each(Prepared::launch)?;
        }
        self.space.fence()
    }
}

/// The sum of an item.
fn sum(item: usize) -> f64 {
    (0..item % LONGEST).map(|i| (i + item) as f64).sum()
}

#[test]
fn items_in_series_give_what_batches_give() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        for n in 1..=5 {
            case.run()?;
            let expected: Vec<f64> = (0..ITEMS).map(|item| f64::from(n) * sum(item)).collect();
            assert_eq!(case.sums.to_vec()?, expected);
        }
        Ok(())
    });
}

#[test]
fn a_fault_in_a_series_names_its_launch_and_is_told_once() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        let own = case.index.to_vec()?;
        let mut wrong = own.clone();
        (wrong[7], wrong[290]) = (ITEMS as i32, -1);
        case.index.copy_from_slice(&wrong)?;
        let error = case.run().and_then(|()| space.fence());
        let error = error.expect_err("out of bounds").to_string();
        assert!(error.contains("`sums`"), "{error}");
        case.index.copy_from_slice(&own)?;
        case.run()?;
        let sums = case.sums.to_vec()?;
        assert!(sums[7] == sum(7) && sums[290] == sum(290));
        space.fence()
    });
}

#[test]
fn launches_without_teams_or_of_other_leagues_are_no_series() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        let zero = space.prepare_zero("zero", &case.sums)?;
        let (item, room) = (case.item.clone(), View::new(space, "room", [LONGEST, 1])?);
        let one = Fill { item, room };
        let one = space.prepare("one", TeamPolicy::new(1, AUTO), &one)?;
        let [fill, sums] = &case.launches;
        for launches in [vec![fill, &zero, sums], vec![fill, &one], vec![]] {
            // SAFETY: none is made.
            let series = unsafe { Prepared::item_by_item(launches, ITEMS, &case.item) }?;
            assert!(series.is_none());
        }
        Ok(())
    });
}

#[test]
fn numbers_of_items_need_an_element_a_team_and_fit_it() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        if !space.is_host() {
            return Ok(());
        }
        let short = View::new(space, "short", [TEAMS - 1])?;
        // SAFETY: none is made.
        let error = unsafe { Prepared::item_by_item(&case.launches, ITEMS, &short) };
        let error = error.err().expect("too few elements").to_string();
        assert!(
            error.contains("`short`") && error.contains("20 teams"),
            "{error}"
        );
        assert!(case.series(1 << 31).is_err());
        assert!(case.series(0)?.expect("a host").launch().is_ok());
        assert_eq!(case.sums.to_vec()?, [0.0; ITEMS]);
        Ok(())
    });
}
