//! Launches of teams, team by team in a graph.

use super::{filled, on_every_space};
use portax::{
    AUTO, Functor, Graph, Prepared, Result, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
};

const TEAMS: usize = 300;
const LONGEST: usize = 40;

/// `x[(i, t)] += i + t`, for team t's own number of elements: some have more to do.
#[derive(Functor)]
struct Fill {
    x: View<f64, 2>,
}

#[kernel]
impl TeamKernel for Fill {
    fn fill(&self, team: Team) {
        let t = team.league_rank();
        parallel_for(TeamVectorRange(team, t % LONGEST), |i| {
            self.x[(i, t)] += (i + t) as f64;
        });
    }
}

/// The sum of each column of `x`, and the first element of column `index`.
#[derive(Functor)]
struct Sums {
    x: View<f64, 2>,
    index: View<i32, 1>,
    sums: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Sums {
    fn sums(&self, team: Team) {
        let t = team.league_rank();
        let sum: Uniform<f64> =
            parallel_reduce(TeamVectorRange(team, LONGEST), |i| self.x[(i, t)], Sum);
        single(PerTeam(team), || {
            self.sums[t] = sum + self.x[(0, self.index[t])];
        });
    }
}

/// The sum of `sums`.
#[derive(Functor)]
struct Total {
    sums: View<f64, 1>,
    total: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Total {
    fn total(&self, team: Team) {
        let n = self.sums.extent(0);
        let sum: Uniform<f64> = parallel_reduce(TeamVectorRange(team, n), |i| self.sums[i], Sum);
        single(PerTeam(team), || {
            self.total[team.league_rank()] = sum;
        });
    }
}

/// The three launches, and what they work on.
struct Case {
    x: View<f64, 2>,
    index: View<i32, 1>,
    sums: View<f64, 1>,
    total: View<f64, 1>,
    launches: [Prepared; 3],
}

impl Case {
    fn new(space: &Space) -> Result<Case> {
        let own: Vec<i32> = (0..TEAMS as i32).collect();
        let x = View::new(space, "x", [LONGEST, TEAMS])?;
        let index = View::from_slice(space, "index", [TEAMS], &own)?;
        let (sums, total) = (
            filled(space, "sums", TEAMS, 0.0)?,
            filled(space, "total", 1, 0.0)?,
        );
        let policy = || TeamPolicy::new(TEAMS, AUTO);
        let launches = [
            space.prepare("fill", policy(), &Fill { x: x.clone() })?,
            space.prepare(
                "sums",
                policy(),
                &Sums {
                    x: x.clone(),
                    index: index.clone(),
                    sums: sums.clone(),
                },
            )?,
            space.prepare(
                "total",
                TeamPolicy::new(1, AUTO),
                &Total {
                    sums: sums.clone(),
                    total: total.clone(),
                },
            )?,
        ];
        Ok(Case {
            x,
            index,
            sums,
            total,
            launches,
        })
    }

    fn series(&self) -> Vec<Prepared> {
        // SAFETY: a team has its own column of `x`, number of `index` and sum; the last league has another size.
        unsafe { Prepared::team_by_team(&self.launches) }
    }
}

/// Sum of team `t` after so many launches, its first element twice.
fn sum(t: usize, launches: usize) -> f64 {
    let column = (0..t % LONGEST).map(|i| i + t);
    (launches * (column.clone().sum::<usize>() + column.clone().next().unwrap_or(0))) as f64
}

#[test]
fn teams_in_series_give_what_their_launches_give_one_by_one() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        let series = case.series();
        assert_eq!(series.len(), if space.is_host() { 2 } else { 3 });
        let graph = Graph::new(space, &series)?;
        for n in 1..=5 {
            graph.launch()?;
            let expected: Vec<f64> = (0..TEAMS).map(|t| sum(t, n)).collect();
            assert_eq!(case.sums.to_vec()?, expected);
            assert_eq!(case.total.to_vec()?, [expected.iter().sum::<f64>()]);
        }
        Ok(())
    });
}

#[test]
fn a_fault_in_a_series_names_its_launch() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        let graph = Graph::new(space, &case.series())?;
        let own = case.index.to_vec()?;
        let mut wrong = own.clone();
        wrong[7] = TEAMS as i32;
        case.index.copy_from_slice(&wrong)?;
        let error = graph.launch().and_then(|()| space.fence());
        let error = error.expect_err("out of bounds").to_string();
        assert!(error.contains("`sums`") && error.contains("`x`"), "{error}");
        case.index.copy_from_slice(&own)?;
        space.prepare_zero("zero", &case.x)?.launch()?;
        graph.launch()?;
        assert_eq!(case.sums.to_vec()?[7], sum(7, 1));
        Ok(())
    });
}

#[test]
fn no_fault_of_a_series_outlives_its_launch() {
    on_every_space(|space| {
        let (case, other) = (Case::new(space)?, Case::new(space)?);
        // SAFETY: as in `Case::series`; the cases share nothing.
        let series = unsafe { Prepared::team_by_team([&case.launches[1], &other.launches[1]]) };
        let graph = Graph::new(space, &series)?;
        let own = case.index.to_vec()?;
        for (case, team) in [(&case, 7), (&other, 290)] {
            let mut wrong = own.clone();
            wrong[team] = -1;
            case.index.copy_from_slice(&wrong)?;
        }
        assert!(graph.launch().and_then(|()| space.fence()).is_err());
        case.index.copy_from_slice(&own)?;
        other.index.copy_from_slice(&own)?;
        graph.launch()?;
        space.fence()
    });
}

#[test]
fn launches_without_teams_stay_apart() {
    on_every_space(|space| {
        let case = Case::new(space)?;
        let zero = space.prepare_zero("zero", &case.x)?;
        let [fill, sums, _] = &case.launches;
        // SAFETY: as for the series; what lies between is a launch of its own.
        let series = unsafe { Prepared::team_by_team([fill, &zero, sums]) };
        assert_eq!(series.len(), 3);
        Graph::new(space, &series)?.launch()?;
        assert_eq!(case.sums.to_vec()?, [0.0; TEAMS]);
        Ok(())
    });
}
