//! One, two and three Kosti servers on three NATS servers, compared with one server on a file, in one run.

use anyhow::Result;

use crate::machine::{Process, Usage};
use crate::play::Crowd;
use crate::{Plan, measure};
use kosti_test_server::nats::Servers;

pub(crate) async fn measure_all(plan: &Plan) -> Result<()> {
    println!(
        "{} tables of two, {} s each; generator, Kosti and NATS servers share the machine",
        plan.tables, plan.seconds
    );
    let file = measure("one Kosti server, SQLite", &[Process::kosti(&[])?], plan, Crowd::at_kosti).await?;
    for count in 1..=3 {
        let nats = Servers::start(3);
        let url = nats.url();
        let options = ["--journal", url.as_str()];
        let mut nodes = vec![Process::kosti(&options)?];
        while nodes.len() < count {
            nodes.push(nodes[0].kosti_beside(&options)?);
        }
        let used =
            || (0..3).map(|number| Usage::of(&nats.process(number).to_string())).sum::<Result<Usage>>();
        let before = used()?;
        let measured = measure(&format!("{count} on NATS"), &nodes, plan, Crowd::at_kosti).await?;
        let after = used()?;
        println!(
            "  {:.2} of the moves a second on one file; NATS servers: {:.1} s of CPU, {:.0} MB",
            measured.rate / file.rate,
            after.cpu - before.cpu,
            after.memory / 1e6
        );
    }
    Ok(())
}
