//! Proofs: written, read again, checked, and refused once anything is missing.

use hypermate::board::Board;
use hypermate::notation::{Options, read};
use hypermate::proof::{Forced, Proof, Reason};
use hypermate::proof_file::{Claim, ProofFile};
use hypermate::solution::{Request, solve};

fn claim(text: &str, stipulation: &str) -> Claim {
    let board = Board::new(&read(text, &Options::default()).unwrap()).unwrap();
    let stipulation = stipulation.parse().unwrap();
    let request = Request { complete: true, ..Request::new(stipulation) };
    let proof = solve(&board, &request, &|_| ()).unwrap().proof;
    Claim { board, stipulation, proof }
}

/// One position a kind of play, and one that has no solution.
fn claims() -> Vec<Claim> {
    vec![
        claim("8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "#3"),
        claim("8/1p6/4R3/k7/1p1K4/7p/2PQ4/8 w - - 0 1", "#2"),
        claim("8/8/6N1/8/6pp/6k1/6B1/4K2R w K - 0 1", "s#2"),
        claim("3k/4/4/4|4/4/4/4|4/n3/1Q2/4|4/K3/4/4 w 0 1", "#2"),
        claim("3/1k1/3|3/1rb/3|3/2r/K2 b 0 1", "#3"),
        claim("8/8/7n/8/6r1/7k/7P/4K2R b - - 0 1", "h#2"),
        claim("8/8/8/8/8/2k5/1q6/K1B4r w - - 0 1", "r#1"),
    ]
}

fn forced(claim: &mut Claim) -> &mut Forced {
    match &mut claim.proof {
        Proof::Forced(forced) => forced,
        Proof::Help(_) => panic!("no proof of a forced aim"),
    }
}

#[test]
fn what_is_written_is_read_and_holds() {
    for claim in claims() {
        let proven = claim.verify().unwrap();
        let text = serde_json::to_string(&claim.file()).unwrap();
        let file: ProofFile = serde_json::from_str(&text).unwrap();
        let again = file.claim().unwrap();
        assert_eq!(again.proof, claim.proof);
        assert_eq!(again.board, claim.board);
        assert_eq!(again.verify().unwrap(), proven);
    }
}

#[test]
fn no_defence_may_be_missing() {
    let claim = claim("8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "#3");
    let nodes = forced(&mut claim.clone()).nodes.len();
    for node in 0..nodes {
        let answers = forced(&mut claim.clone()).nodes[node].answers.len();
        for answer in 0..answers {
            let mut broken = claim.clone();
            let removed = forced(&mut broken).nodes[node].answers.remove(answer);
            let reason = broken.verify().unwrap_err().reason;
            assert_eq!(reason, Reason::Unanswered(removed.defence));
            let mut broken = claim.clone();
            forced(&mut broken).nodes[node].answers[answer].replies.clear();
            assert_eq!(broken.verify().unwrap_err().reason, Reason::NoReply);
        }
    }
}

#[test]
fn no_attack_may_be_missing_where_none_is_said_to_work() {
    let claim = claim("8/1p6/4R3/k7/1p1K4/7p/2PQ4/8 w - - 0 1", "#2");
    assert!(claim.verify().unwrap().complete);
    let count = forced(&mut claim.clone()).others.as_ref().unwrap().len();
    for index in 0..count {
        let mut broken = claim.clone();
        let removed = forced(&mut broken).others.as_mut().unwrap().remove(index);
        assert_eq!(broken.verify().unwrap_err().reason, Reason::Unparried(removed.attack));
    }
}

#[test]
fn a_proof_of_another_length_or_kind_is_refused() {
    let shorter = Claim {
        stipulation: "#2".parse().unwrap(),
        ..claim("8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "#3")
    };
    assert!(shorter.verify().is_err());
    let help = Claim {
        stipulation: "#2".parse().unwrap(),
        ..claim("8/8/7n/8/6r1/7k/7P/4K2R b - - 0 1", "h#2")
    };
    assert_eq!(help.verify().unwrap_err().reason, Reason::Kind);
    let longer = Claim {
        stipulation: "h#3".parse().unwrap(),
        ..claim("8/8/7n/8/6r1/7k/7P/4K2R b - - 0 1", "h#2")
    };
    assert!(longer.verify().is_err());
}

#[test]
fn nodes_that_name_themselves_or_nothing_are_refused() {
    let claim = claim("8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "#3");
    for id in [0, u32::MAX, forced(&mut claim.clone()).nodes.len() as u32 - 1] {
        let mut broken = claim.clone();
        for node in &mut forced(&mut broken).nodes {
            node.answers.iter_mut().flat_map(|answer| &mut answer.replies).for_each(|reply| {
                reply.node = id;
            });
        }
        assert!(broken.verify().is_err());
    }
}

/// An empty claim is true of everything, and so proves nothing.
#[test]
fn files_that_claim_nothing_are_refused() {
    let stuck = ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#1");
    for (text, stipulation) in [stuck, (stuck.0, "h#0.5")] {
        let board = Board::new(&read(text, &Options::default()).unwrap()).unwrap();
        let stipulation = stipulation.parse().unwrap();
        let proof = solve(&board, &Request::new(stipulation), &|_| ()).unwrap().proof;
        let claim = Claim { board, stipulation, proof };
        assert!(claim.is_empty() && claim.file().claim().is_err());
    }
    // Where a proof is kept, "no solution" comes with its refutations.
    let board = Board::new(&read(stuck.0, &Options::default()).unwrap()).unwrap();
    let request = Request { proof: true, ..Request::new("#1".parse().unwrap()) };
    let proof = solve(&board, &request, &|_| ()).unwrap().proof;
    let claim = Claim { board, stipulation: request.stipulation, proof };
    assert!(claim.file().claim().unwrap().verify().unwrap().complete);
}

/// The keys and nodes of forced play say nothing of help play.
#[test]
fn the_content_must_belong_to_the_goal() {
    for (text, goal, other) in [
        ("8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "#3", "h#3"),
        ("8/8/7n/8/6r1/7k/7P/4K2R b - - 0 1", "h#2", "#2"),
    ] {
        let text = serde_json::to_string(&claim(text, goal).file()).unwrap();
        let goal = format!("\"goal\":\"{goal}\"");
        assert!(text.contains(&goal));
        let text = text.replace(&goal, &format!("\"goal\":\"{other}\""));
        assert!(serde_json::from_str::<ProofFile>(&text).unwrap().claim().is_err());
    }
}

#[test]
fn files_that_say_nothing_are_refused() {
    let texts = [
        r##"{"format":"other","variant":"chess","shape":[8,8],"board":"8/8/8/8/8/8/8/K1k5 w - - 0 1","goal":"#1"}"##,
        r##"{"format":"hypermate proof 1","variant":"go","shape":[8,8],"board":"8/8/8/8/8/8/8/K1k5 w - - 0 1","goal":"#1"}"##,
        r##"{"format":"hypermate proof 1","variant":"chess","shape":[0],"board":"8/8/8/8/8/8/8/K1k5 w - - 0 1","goal":"#1"}"##,
        r##"{"format":"hypermate proof 1","variant":"chess","shape":[8,8],"board":"8/8","goal":"#1"}"##,
        r##"{"format":"hypermate proof 1","variant":"chess","shape":[8,8],"board":"8/8/8/8/8/8/8/K1k5 w - - 0 1","goal":"x"}"##,
        r##"{"format":"hypermate proof 1","variant":"chess","shape":[8,8],"board":"8/8/8/8/8/8/8/K1k5 w - - 0 1","goal":"#1","keys":[["é-",0]]}"##,
    ];
    for text in texts {
        let file: ProofFile = serde_json::from_str(text).unwrap();
        assert!(file.claim().is_err(), "{text}");
    }
}
