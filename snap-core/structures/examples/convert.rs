//! Converts structures between formats, which the names tell: `convert IN... OUT`.

use std::error::Error;
use std::fs::File;
use std::path::Path;

use portax_structures::{Format, Frames, Writer};

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let Some((output, inputs)) = names.split_last().filter(|(_, inputs)| !inputs.is_empty()) else {
        return Err("give files to read and one to write".into());
    };
    let format = Format::of_name(Path::new(output)).ok_or("the last name tells no format")?;
    let mut writer = Writer::new(
        output,
        File::create_new(output)?,
        format,
        output.ends_with(".gz"),
    );
    let mut count = 0;
    for input in inputs {
        for frame in Frames::open(Path::new(input), None)? {
            writer.write(&frame?)?;
            count += 1;
        }
    }
    writer.finish()?;
    println!("{count} frames");
    Ok(())
}
