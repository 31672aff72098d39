//! Seccomp: system calls that no bot needs, refused in the calling thread and whatever it becomes.
//!
//! What only an attack does ends the program. What a runtime may try in good faith fails, and it goes on.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter, sock_filter,
};

use crate::sandbox::policy::SandboxError;

/// Other programs' memory, the file tree, keys, the kernel itself.
const DEADLY: [c_long; 32] = [
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_move_mount,
    libc::SYS_move_pages,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
];

/// Refused as not permitted. A session or group of its own would hide a process from the arena, and what is
/// shared by number could be shared with others.
const FORBIDDEN: [c_long; 7] = [
    libc::SYS_mq_open,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_shmget,
    libc::SYS_userfaultfd,
];

/// Said not to exist, for which programs have a way out. The flags of `clone3` cannot be looked at, what
/// `io_uring` does is seen by no filter, and files of `memfd_create` are in no folder.
const UNKNOWN: [c_long; 5] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_create,
];

/// Flags of `clone` for namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// Takes the system calls away. With `tcp` a socket of TCP may be opened, and no other; whom it may reach is
/// for others to say.
pub(super) fn restrict(tcp: bool) -> Result<(), SandboxError> {
    let failed = |error: &dyn std::fmt::Display| SandboxError::failed("filter system calls", error);
    for program in programs(tcp).map_err(|error| failed(&error))? {
        apply_filter(&program).map_err(|error| failed(&error))?;
    }
    Ok(())
}

fn programs(tcp: bool) -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    let filter = |rules: BTreeMap<i64, Vec<SeccompRule>>, action| {
        SeccompFilter::new(rules, SeccompAction::Allow, action, architecture)?.try_into()
    };
    let errno = |number: i32| SeccompAction::Errno(number.unsigned_abs());
    let mut forbidden = always(&FORBIDDEN);
    forbidden.insert(libc::SYS_socket, sockets(tcp)?);
    let mut deadly = always(&DEADLY);
    let namespaces = NAMESPACES.into_iter().map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        SeccompRule::new(vec![argument(0, SeccompCmpOp::MaskedEq(flag), flag)?])
    });
    deadly.insert(libc::SYS_clone, namespaces.collect::<Result<_, _>>()?);
    Ok(vec![
        filter(always(&UNKNOWN), errno(libc::ENOSYS))?,
        filter(forbidden, errno(libc::EPERM))?,
        filter(deadly, SeccompAction::KillProcess)?,
        no_second_numbering(),
    ])
}

fn always(calls: &[c_long]) -> BTreeMap<i64, Vec<SeccompRule>> {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// The sockets that are refused.
fn sockets(tcp: bool) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    if !tcp {
        return Ok(Vec::new());
    }
    let number = |value: i32| u64::from(value.unsigned_abs());
    let mut refused = vec![
        SeccompRule::new(vec![
            argument(0, SeccompCmpOp::Ne, number(libc::AF_INET))?,
            argument(0, SeccompCmpOp::Ne, number(libc::AF_INET6))?,
        ])?,
        // Multipath TCP is a stream that Landlock does not know.
        SeccompRule::new(vec![
            argument(2, SeccompCmpOp::Ne, 0)?,
            argument(2, SeccompCmpOp::Ne, number(libc::IPPROTO_TCP))?,
        ])?,
    ];
    // Every type of which a bit differs from that of a stream, which is 1.
    for bit in [1, 2, 4, 8] {
        refused.push(SeccompRule::new(vec![argument(
            1,
            SeccompCmpOp::MaskedEq(bit),
            if bit == 1 { 0 } else { bit },
        )?])?);
    }
    Ok(refused)
}

fn argument(index: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value)
}

/// Ends a program that uses the x32 numbers of the same calls, which the other filters would not know. No
/// real call of any machine has a number that high.
fn no_second_numbering() -> BpfProgram {
    let step = |code: u32, jt, jf, k| sock_filter { code: u16::try_from(code).unwrap_or(0), jt, jf, k };
    vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, 0x4000_0000),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_are_well_formed_and_short_enough_for_the_kernel() {
        for tcp in [false, true] {
            let programs = programs(tcp).expect("filters");
            assert!(programs.iter().all(|program| (4..4096).contains(&program.len())));
        }
    }
}
