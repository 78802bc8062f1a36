//! What a puzzle is worth, as JSON and as a line of text.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::generate::measures::{Aftermath, KeyTraits, Measures, Score};

/// The measures of a puzzle as a JSON object. Fields may be added, never
/// renamed.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuresJson {
    score: ScoreJson,
    difficulty: u32,
    key: KeyJson,
    aftermath: &'static str,
    men: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    economical: Option<bool>,
    flights: FlightsJson,
    set_play: SetPlayJson,
    threats: u32,
    variations: u32,
    dual_free: bool,
    duals: u32,
    mating_duals: u32,
    tries: u32,
    first_moves: u32,
    quiet_moves: u32,
    axes_used: u32,
    spatial: bool,
}

/// The total and the parts by their names.
#[derive(Clone, Copy, Debug)]
struct ScoreJson(Score);

impl Serialize for ScoreJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("total", &self.0.total())?;
        for (name, points) in self.0.parts() {
            map.serialize_entry(name, &points)?;
        }
        map.end()
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct KeyJson {
    quiet: bool,
    capture: bool,
    check: bool,
    promotes_to_queen: bool,
    takes_flight: bool,
    gives_flight: bool,
}

impl KeyJson {
    fn new(key: KeyTraits) -> Self {
        Self {
            quiet: key.is_quiet(),
            capture: key.capture,
            check: key.check,
            promotes_to_queen: key.promotes_to_queen,
            takes_flight: key.takes_flight,
            gives_flight: key.gives_flight,
        }
    }
}

/// The king's flights in the diagram and after the key.
#[derive(Clone, Copy, Debug, Serialize)]
struct FlightsJson {
    before: u32,
    after: u32,
}

/// The strong defences of the diagram and those provided for.
#[derive(Clone, Copy, Debug, Serialize)]
struct SetPlayJson {
    strong: u32,
    provided: u32,
}

impl MeasuresJson {
    /// The measures with what follows from them.
    pub fn new(measures: &Measures) -> Self {
        Self {
            score: ScoreJson(measures.score()),
            difficulty: measures.difficulty(),
            key: KeyJson::new(measures.key),
            aftermath: measures.aftermath.name(),
            men: measures.men,
            economical: measures.economical,
            flights: FlightsJson { before: measures.flights_before, after: measures.flights_after },
            set_play: SetPlayJson { strong: measures.strong_defences, provided: measures.provided },
            threats: measures.threats,
            variations: measures.variations,
            dual_free: measures.is_dual_free(),
            duals: measures.duals,
            mating_duals: measures.mating_duals,
            tries: measures.tries,
            first_moves: measures.candidates,
            quiet_moves: measures.quiet_moves,
            axes_used: measures.axes_used,
            spatial: measures.is_spatial(),
        }
    }
}

/// The measures in a line, without a newline: `score 54, difficulty 126: quiet
/// key, zugzwang, 2 variations, no dual, 2 tries, 16 first moves`.
pub fn line(measures: &Measures) -> String {
    let mut parts = vec![key(measures.key)];
    parts.extend(aftermath(measures));
    parts.push(counted(measures.variations, "variation"));
    parts.push(counted(measures.duals, "dual"));
    if measures.mating_duals > 0 {
        parts.push(counted(measures.mating_duals, "mating dual"));
    }
    if measures.strong_defences > 0 {
        parts.push(format!("set play {}/{}", measures.provided, measures.strong_defences));
    }
    parts.push(counted(measures.tries, "try"));
    parts.push(counted(measures.candidates, "first move"));
    if measures.economical == Some(true) {
        parts.push("economical".into());
    }
    if !measures.is_spatial() {
        parts.push("in one plane".into());
    }
    let (score, difficulty) = (measures.score().total(), measures.difficulty());
    format!("score {score}, difficulty {difficulty}: {}", parts.join(", "))
}

/// What the key does, the worst first.
fn key(key: KeyTraits) -> String {
    let traits = [
        (key.check, "checking"),
        (key.capture, "capturing"),
        (key.promotes_to_queen, "queening"),
        (key.takes_flight, "flight-taking"),
        (key.is_quiet(), "quiet"),
        (key.gives_flight, "flight-giving"),
    ];
    let words: Vec<&str> = traits.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
    format!("{} key", words.join(" "))
}

/// What follows the key, unless the key tells.
fn aftermath(measures: &Measures) -> Option<String> {
    match measures.aftermath {
        Aftermath::Mate | Aftermath::Check => None,
        Aftermath::Threat => Some(counted(measures.threats, "threat")),
        Aftermath::Zugzwang => Some("zugzwang".into()),
    }
}

/// `no dual`, `1 dual`, `2 duals`, `3 tries`.
fn counted(count: u32, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (0, _) => format!("no {noun}"),
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {noun}s"),
    }
}
