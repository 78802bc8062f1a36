//! How many puzzles a second one core makes: sound, measured, solved once more
//! and checked by the rules, as `hypermate generate` prints them.
//!
//! `cargo bench --bench generate [chess|tesseract|cube|wishes]`. Times are of
//! this thread's processor, where the kernel tells them.

use std::time::{Duration, Instant};

use hypermate::generate::{Order, Terms, Wishes, generate};
use hypermate::variant::{CHESS, CUBE, TESSERACT, Variant};

/// How long each row runs.
const SPAN: Duration = Duration::from_secs(4);

/// Seconds that this thread has run.
fn cpu() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| START.with(|start| start.elapsed().as_secs_f64()), |nanos| nanos / 1e9)
}

/// Makes puzzles for a while and prints how many come in a second.
fn row(title: &str, order: &Order) {
    let terms = Terms { count: u64::MAX, time: Some(SPAN), ..Terms::default() };
    let begin = cpu();
    let made = generate(order, &terms, &mut |_| Ok(()), &|_| ());
    let seconds = cpu() - begin;
    let (tally, _) = made.expect("the orders make sense");
    println!(
        "{title:<26} {:>9.1} puzzles/s {:>9.0} candidates/s  {:>7.1} candidates a puzzle",
        tally.found as f64 / seconds,
        tally.tried as f64 / seconds,
        tally.tried as f64 / tally.found.max(1) as f64,
    );
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    pool.expect("there is no pool yet");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !["chess", "tesseract", "cube", "wishes"].into_iter().any(named);
    let variants: [(&'static Variant, &str); 3] =
        [(&CHESS, "chess"), (&TESSERACT, "tesseract"), (&CUBE, "cube")];
    for (variant, name) in variants {
        let order = |moves| Order::new(variant, variant.usual_shape(), moves);
        if all || named(name) {
            for moves in 1..=4 {
                row(&format!("{name} #{moves}"), &order(moves));
            }
        }
        if all || named("wishes") {
            let wishes =
                Wishes { quiet_key: true, economical: true, dual_free: true, ..Wishes::default() };
            for moves in 2..=3 {
                row(&format!("{name} #{moves}, all wishes"), &Order { wishes, ..order(moves) });
            }
        }
    }
}
