//! A proxy that loses every tenth answer, repeats requests at once and late, and kills a server between commit and answer.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Requests after which one answer is lost.
const DROP_EACH: u64 = 10;
/// Submits after which one is sent again: at once, or later than any lease.
const REPEAT_EACH: u64 = 7;
const LATE: Duration = Duration::from_millis(2500);

/// A server and where it listens.
pub struct Replica {
    child: Child,
    addr: String,
}

impl Replica {
    pub fn new(child: Child, addr: String) -> Replica {
        Replica { child, addr }
    }
}

/// What the proxy did.
#[derive(Clone, Copy, Debug, Default)]
#[allow(dead_code, reason = "all of it is printed")]
pub struct Seen {
    pub requests: u64,
    pub submits: u64,
    pub dropped: u64,
    pub repeated: u64,
    pub killed: u64,
}

type Launch = Box<dyn Fn(&str) -> Child + Send + Sync>;

struct Shared {
    replicas: Mutex<[Replica; 2]>,
    addrs: [String; 2],
    launch: Launch,
    seen: Mutex<Seen>,
    next: AtomicU64,
    kills_next: AtomicBool,
}

pub struct Proxy {
    addr: String,
    shared: Arc<Shared>,
}

impl Proxy {
    pub fn start(replicas: [Replica; 2], launch: impl Fn(&str) -> Child + Send + Sync + 'static) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap().to_string();
        let addrs = replicas.each_ref().map(|replica| replica.addr.clone());
        let shared = Arc::new(Shared {
            replicas: Mutex::new(replicas),
            addrs,
            launch: Box::new(launch),
            seen: Mutex::default(),
            next: AtomicU64::new(0),
            kills_next: AtomicBool::new(false),
        });
        let accepting = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = accepting.clone();
                std::thread::spawn(move || drop(shared.serve(stream)));
            }
        });
        Proxy { addr, shared }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// The server that answers the next submit is killed before anybody hears its answer, and started again.
    pub fn kill_at_next_submit(&self) {
        self.shared.kills_next.store(true, Ordering::SeqCst);
    }

    pub fn seen(&self) -> Seen {
        *self.shared.seen.lock().unwrap()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        for replica in self.shared.replicas.lock().unwrap().iter_mut() {
            let _ = replica.child.kill();
            let _ = replica.child.wait();
        }
    }
}

impl Shared {
    /// Passes on the requests of one connection.
    fn serve(self: &Arc<Self>, stream: TcpStream) -> std::io::Result<()> {
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut writer = stream;
        loop {
            let Some((path, request)) = read_request(&mut reader)? else { return Ok(()) };
            let is_submit = path == "/worker/submit";
            // Any server takes any request.
            let start = self.next.fetch_add(1, Ordering::SeqCst) as usize;
            let Some((answered, answer)) =
                (start..start + 2).find_map(|at| Some((at % 2, self.pass_on(at % 2, &request)?)))
            else {
                return Ok(());
            };
            let (is_dropped, is_repeated) = {
                let mut seen = self.seen.lock().unwrap();
                seen.requests += 1;
                seen.submits += u64::from(is_submit);
                let is_dropped = seen.requests.is_multiple_of(DROP_EACH);
                let is_repeated = is_submit && seen.submits.is_multiple_of(REPEAT_EACH);
                seen.dropped += u64::from(is_dropped);
                seen.repeated += u64::from(is_repeated);
                (is_dropped, is_repeated)
            };
            if is_repeated {
                let shared = self.clone();
                let is_late = self.seen.lock().unwrap().repeated.is_multiple_of(2);
                std::thread::spawn(move || {
                    if is_late {
                        std::thread::sleep(LATE);
                    }
                    shared.pass_on(1 - answered, &request)
                });
            }
            if is_submit && self.kills_next.swap(false, Ordering::SeqCst) {
                self.kill(answered);
                return Ok(());
            }
            if is_dropped {
                return Ok(());
            }
            writer.write_all(&answer)?;
        }
    }

    fn kill(self: &Arc<Self>, which: usize) {
        let mut replicas = self.replicas.lock().unwrap();
        replicas[which].child.kill().unwrap();
        replicas[which].child.wait().unwrap();
        self.seen.lock().unwrap().killed += 1;
        drop(replicas);
        let shared = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(1));
            let child = (shared.launch)(&shared.addrs[which]);
            shared.replicas.lock().unwrap()[which].child = child;
        });
    }

    /// The whole answer of a server, if it gives one.
    fn pass_on(&self, which: usize, request: &[u8]) -> Option<Vec<u8>> {
        let mut upstream = TcpStream::connect(&self.addrs[which]).ok()?;
        upstream.set_read_timeout(Some(Duration::from_secs(40))).ok()?;
        upstream.write_all(request).ok()?;
        read_answer(&mut BufReader::new(upstream)).ok()
    }
}

fn read_head(reader: &mut impl BufRead) -> std::io::Result<Option<(String, usize)>> {
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        head.push_str(&line);
        if line == "\r\n" {
            return Ok(Some((head, length)));
        }
    }
}

fn read_request(reader: &mut impl BufRead) -> std::io::Result<Option<(String, Vec<u8>)>> {
    let Some((head, length)) = read_head(reader)? else { return Ok(None) };
    let path = head.split(' ').nth(1).unwrap_or_default().to_string();
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some((path, [head.as_bytes(), &body].concat())))
}

fn read_answer(reader: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let (head, length) = read_head(reader)?.ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let mut bytes = head.clone().into_bytes();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let size = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk)?;
            bytes.extend(line.as_bytes());
            bytes.extend(chunk);
            if size == 0 {
                return Ok(bytes);
            }
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    bytes.extend(body);
    Ok(bytes)
}
