//! The processes of the sandbox: rules files of strangers are examined in a separate process, with limits of time and
//! memory.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use futures_util::future::BoxFuture;
use kosti_app::{AppError, MOST_COACH, SandboxCase, SandboxLimit, SandboxProcess, SandboxReport};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

/// The threads of a sandboxed process; its time limit counts the time of all threads.
const THREADS: usize = 2;
/// The most bytes of a report: a coach, and as much again as any text needs.
const MOST_OUTPUT: u64 = MOST_COACH as u64 + (16 << 20);

/// A program that calls [`run_sandbox`].
pub(crate) struct SandboxProgram {
    /// The program and its arguments.
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    /// The time limit for checking a rules file.
    pub(crate) work: Duration,
}

impl SandboxProgram {
    async fn examine(&self, case: &SandboxCase) -> Result<SandboxReport, AppError> {
        let input = serde_json::to_vec(case).map_err(|_| AppError::Broken)?;
        let trying = async {
            let mut child = Command::new(&self.program)
                .args(&self.arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                // Ends the process if the caller has gone.
                .kill_on_drop(true)
                .spawn()?;
            if let Some(mut stdin) = child.stdin.take() {
                stdin.write_all(&input).await?;
            }
            let mut output = Vec::new();
            if let Some(stdout) = child.stdout.take() {
                stdout.take(MOST_OUTPUT).read_to_end(&mut output).await?;
            }
            Ok::<_, io::Error>((child.wait().await?, output))
        };
        // Extra time for a busy machine; the limit of the child itself counts only its work.
        let most = self.work + Duration::from_secs(case.limit().seconds * 2);
        match tokio::time::timeout(most, trying).await {
            Ok(Ok((status, output))) if status.success() => {
                SandboxReport::read(output).map_err(|_| AppError::Broken)
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "the sandbox of rules files cannot be started");
                Err(AppError::Broken)
            }
            Ok(Ok(_)) | Err(_) => Err(AppError::TooMuchWork),
        }
    }
}

impl SandboxProcess for SandboxProgram {
    fn run<'a>(&'a self, case: &'a SandboxCase) -> BoxFuture<'a, Result<SandboxReport, AppError>> {
        Box::pin(self.examine(case))
    }
}

/// Examines a rules file in this process, which the system kills when it exceeds the limits.
///
/// # Errors
/// If the case cannot be read, or the report cannot be written.
pub fn run_sandbox(input: impl Read) -> io::Result<()> {
    let case: SandboxCase = serde_json::from_reader(input)?;
    limit(case.limit())?;
    // Threads need memory; if they cannot be created, one is enough.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build_global();
    case.examine().write(io::stdout().lock())
}

#[cfg(unix)]
fn limit(limit: SandboxLimit) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Cpu, most(limit.seconds))?;
    setrlimit(Resource::As, most(limit.memory))?;
    // Tables and pages have priority.
    let _ = rustix::process::setpriority_process(None, crate::host::NICE);
    Ok(())
}

#[cfg(not(unix))]
fn limit(_: SandboxLimit) -> io::Result<()> {
    Ok(())
}
