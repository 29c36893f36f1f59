use std::sync::Arc;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let f = kosti_games::file(&a[1])
        .unwrap_or_else(|| kosti_rules::RulesFile::read("x", &std::fs::read_to_string(&a[1]).unwrap()));
    let r = Arc::new(f.rules(&Default::default()).unwrap());
    let t = Instant::now();
    let d = kosti_solver::Duel::solve(r.clone()).unwrap();
    println!("{} {} {:?}", d.value(), d.states(), t.elapsed());
}
