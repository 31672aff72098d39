//! A child process that tokio waits for.

use std::io;
use std::process::Command;

use super::{Ended, Pipes};

/// A child process.
pub(in super::super) struct Child {
    child: tokio::process::Child,
    /// Its process group, until that was ended.
    #[cfg(unix)]
    group: Option<u32>,
}

impl Child {
    pub(super) fn start(command: Command) -> io::Result<(Child, Pipes)> {
        let mut child = tokio::process::Command::from(command).kill_on_drop(true).spawn()?;
        let pipes = Pipes { stdin: child.stdin.take(), stdout: child.stdout.take(), stderr: child.stderr.take() };
        #[cfg(unix)]
        let group = child.id();
        Ok((
            Child {
                child,
                #[cfg(unix)]
                group,
            },
            pipes,
        ))
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    pub(super) async fn wait(&mut self) -> io::Result<Ended> {
        let status = self.child.wait().await?;
        self.kill();
        Ok(Ended { status, resources: None })
    }

    /// Once is enough: later the number of the group may be another's.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.group.take() {
            super::kill_group(group);
        }
        let _ = self.child.start_kill();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}
