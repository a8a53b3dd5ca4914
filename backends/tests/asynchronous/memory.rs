//! Memory of devices: what holds it, and that views give it back.

use super::{filled, on_every_space};
use portax::{Error, View, space::Engine};

#[test]
fn too_much_memory_names_what_holds_the_rest() {
    on_every_space(|space| {
        let Engine::Device(_) = space.engine() else {
            return Ok(());
        };
        let small = filled(space, "small", 10, 0.0)?;
        let large = filled(space, "large", 1 << 20, 0.0)?;
        let bytes = 1usize << 50;
        let error = View::<f64, 1>::new(space, "huge", [bytes / 8]).err();
        let Some(Error::OutOfMemory { label, reason, .. }) = &error else {
            panic!("{error:?}");
        };
        assert_eq!(label, "huge");
        assert!(
            reason.contains("views hold") && reason.contains("`large` 8388608"),
            "{reason}"
        );
        drop((small, large));
        let error = View::<f64, 1>::new(space, "huge", [bytes / 8]).err();
        let text = error.map(|e| e.to_string()).unwrap_or_default();
        assert!(!text.contains("`large`"), "{text}");
        Ok(())
    });
}
