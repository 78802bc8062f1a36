//! The kept inputs of the fuzz targets, replayed as an ordinary test. How to
//! run the fuzzer itself stands in `fuzz/README.md`.

#[path = "../fuzz/bodies.rs"]
mod bodies;

use std::fs;
use std::path::Path;

#[test]
fn what_the_fuzzer_found_stays_fixed() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, body) in bodies::ALL {
        let mut files: Vec<_> =
            fs::read_dir(seeds.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{name} has no kept inputs");
        for file in files {
            eprintln!("{}", file.display());
            let data = fs::read(&file).unwrap();
            body(&data);
            // Every start of an input is one as well, unless it is long.
            for end in 0..data.len().min(120) {
                body(&data[..end]);
            }
        }
    }
}
