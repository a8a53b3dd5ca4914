//! Graphs give what their launches give one after the other.

use super::{Gather, Scale, filled, on_every_space};
use portax::{Error, Graph, HostView, Prepared, RangePolicy, Result, Space, View};

fn scale(space: &Space, a: f64, b: f64, y: &View<f64, 1>) -> Result<Prepared> {
    let (n, y) = (y.len(), y.clone());
    space.prepare("scale", RangePolicy::new(0..n), &Scale { a, b, y })
}

#[test]
fn launches_run_in_order_each_time() {
    on_every_space(|space| {
        let y = filled(space, "y", 1000, 1.0)?;
        let (double, add) = (scale(space, 2.0, 0.0, &y)?, scale(space, 1.0, 3.0, &y)?);
        let graph = Graph::new(space, [&double, &add, &add])?;
        let mut expected = 1.0;
        for _ in 0..5 {
            graph.launch()?;
            expected = 2.0 * expected + 6.0;
        }
        assert_eq!(y.to_vec()?, vec![expected; 1000]);
        y.copy_from_slice(&vec![0.5; 1000])?;
        graph.launch()?;
        assert_eq!(y.to_vec()?, vec![7.0; 1000], "contents of now");
        Ok(())
    });
}

#[test]
fn the_graph_keeps_what_it_uses() {
    on_every_space(|space| {
        let out = filled(space, "out", 10, 0.0)?;
        let graph = {
            let y = filled(space, "y", 10, 4.0)?;
            let launch = scale(space, 0.5, 1.0, &y)?;
            let copy = space.prepare_copy("copy", &out, &y)?;
            Graph::new(space, [&launch, &copy])?
        };
        graph.launch()?;
        graph.launch()?;
        assert_eq!(out.to_vec()?, [2.5; 10]);
        Ok(())
    });
}

#[test]
fn memory_operations_are_launches() {
    on_every_space(|space| {
        let (x, y) = (filled(space, "x", 33, 4.0)?, filled(space, "y", 33, 5.0)?);
        let steps = [
            space.prepare_copy("copy", &y, &x)?,
            space.prepare_zero("zero", &x)?,
            scale(space, 3.0, 1.0, &y)?,
        ];
        Graph::new(space, &steps)?.launch()?;
        assert_eq!((x.to_vec()?, y.to_vec()?), (vec![0.0; 33], vec![13.0; 33]));
        let longer = filled(space, "longer", 34, 0.0)?;
        let refused = space.prepare_copy("copy", &longer, &x).err();
        assert!(
            matches!(refused, Some(Error::Extents { .. })),
            "{refused:?}"
        );
        assert!(space.prepare_copy("copy", &x, &x).is_err());
        Ok(())
    });
}

#[test]
fn nothing_is_a_graph_too() {
    on_every_space(|space| {
        Graph::new(space, [])?.launch()?;
        let y = filled(space, "y", 0, 0.0)?;
        let empty = scale(space, 1.0, 1.0, &y)?;
        Graph::new(space, [&empty])?.launch()
    });
}

#[test]
fn launches_of_other_spaces_are_refused_by_name() {
    on_every_space(|space| {
        let host = portax_backends::by_name("rayon:lane")?;
        if space.is_host() {
            return Ok(());
        }
        let y = filled(&host, "y", 3, 0.0)?;
        let error = Graph::new(space, [&scale(&host, 1.0, 1.0, &y)?]).err();
        let text = error.map(|e| e.to_string()).unwrap_or_default();
        assert!(text.contains("`scale` cannot be part of a graph"), "{text}");
        Ok(())
    });
}

#[test]
fn views_in_use_are_not_taken() {
    on_every_space(|space| {
        let y = filled(space, "y", 3, 1.0)?;
        let graph = Graph::new(space, [&scale(space, 2.0, 0.0, &y)?])?;
        let host: HostView<f64, 1> = y.create_mirror_view()?;
        if host.allocation().id() == y.allocation().id() {
            let guard = host.read()?;
            assert!(matches!(graph.launch(), Err(Error::Borrowed { .. })));
            drop(guard);
        }
        graph.launch()?;
        assert_eq!(y.to_vec()?, [2.0; 3]);
        Ok(())
    });
}

#[test]
fn a_fault_names_its_launch() {
    on_every_space(|space| {
        let index = View::from_slice(space, "index", [4], &[0, 1, 2, 3])?;
        let (x, y) = (filled(space, "x", 4, 1.0)?, filled(space, "y", 4, 0.0)?);
        let gather = |label: &str, index: &View<i32, 1>| {
            let (index, x, y) = (index.clone(), x.clone(), y.clone());
            space.prepare(label, RangePolicy::new(0..4), &Gather { index, x, y })
        };
        let wrong = View::from_slice(space, "wrong", [4], &[0, 1, 4, 3])?;
        let launches = [gather("first", &index)?, gather("second", &wrong)?];
        let graph = Graph::new(space, &launches)?;
        let error = graph.launch().and_then(|()| space.fence());
        let error = error.expect_err("out of bounds").to_string();
        assert!(
            error.contains("`second`") && error.contains("`x`"),
            "{error}"
        );
        wrong.copy_from_slice(&[3, 2, 1, 0])?;
        graph.launch()?;
        space.fence()
    });
}
