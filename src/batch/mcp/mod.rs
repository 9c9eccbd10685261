//! `lucena mcp`: a server of the Model Context Protocol over standard input and output, so that other programs can ask what
//! the panels know. Each message is one line of JSON-RPC 2.0.
//!
//! One thread reads lines, one runs each tool call, and the calling thread writes; there is no async runtime. `tools` has
//! the tools. Both ways of the protocol are served: the handshake by `initialize` (versions up to 2025-11-25), and requests
//! that name their version in `_meta` (2026-07-28).
//! Source: the specification at modelcontextprotocol.io, versions 2024-11-05 to 2026-07-28.

mod tools;

#[cfg(test)]
mod tests;

use crate::base::{caught_result, error_chain};
use anyhow::Result;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Read as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Versions with a handshake, oldest first.
const HANDSHAKE_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// The version without a handshake.
const STATELESS_VERSION: &str = "2026-07-28";
/// The field of `_meta` that names the version of a request without a handshake.
const VERSION_FIELD: &str = "io.modelcontextprotocol/protocolVersion";

/// Longest message in bytes: a PGN file of some thousand games.
const MAX_LINE: u64 = 16 << 20;
/// Tool calls at a time; further ones are refused.
const MAX_CALLS: usize = 16;
/// Stack of a tool call in bytes: a search of maximum depth needs less.
const STACK_BYTES: usize = 8 << 20;
/// Milliseconds for which a client may keep the list of tools, which does not change.
const TTL_MS: u64 = 3_600_000;

const INSTRUCTIONS: &str = "Lucena is a chess engine that explains what it computes. `analyse` searches a position, \
    `explain` says why a move is legal or a statement of the evaluation holds, `why_not` says why the search rejected a \
    line, `annotate` analyses a game. Positions are FEN or `startpos`, moves SAN or UCI.";

/// An error of the protocol. Errors of a tool are results.
#[derive(Debug)]
struct RpcError {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl RpcError {
    const PARSE: i32 = -32700;
    const INVALID_REQUEST: i32 = -32600;
    const METHOD_NOT_FOUND: i32 = -32601;
    const INVALID_PARAMS: i32 = -32602;
    const UNSUPPORTED_VERSION: i32 = -32022;

    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

/// Which of the two ways of the protocol a request follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The versions of [`HANDSHAKE_VERSIONS`].
    Handshake,
    /// [`STATELESS_VERSION`], named in the request.
    Stateless,
}

/// An event of the loop.
enum Event {
    Line(Vec<u8>),
    /// A line longer than [`MAX_LINE`].
    LongLine,
    Progress {
        token: Value,
        done: usize,
        total: usize,
    },
    Done {
        id: Value,
        result: Value,
    },
    EndOfInput,
}

/// Serves until the end of input, then finishes the running calls.
///
/// # Errors
/// A thread cannot be created, or `out` fails.
pub fn run(input: impl BufRead + Send + 'static, out: impl Write) -> Result<()> {
    let (events, queue) = channel();
    let sender = events.clone();
    thread::Builder::new().name("lucena-stdin".to_owned()).spawn(move || read(input, &sender))?;
    let mut server = Server { out, events, is_initialised: false, calls: HashMap::new() };
    let mut is_ending = false;
    while let Ok(event) = queue.recv() {
        match event {
            Event::Line(line) => server.line(&line)?,
            Event::LongLine => {
                let text = format!("longer than {MAX_LINE} bytes");
                server.fail(&Value::Null, RpcError::new(RpcError::INVALID_REQUEST, text))?;
            }
            Event::Progress { token, done, total } => server.send(&json!({
                "jsonrpc": "2.0",
                "method": "notifications/progress",
                "params": { "progressToken": token, "progress": done, "total": total },
            }))?,
            Event::Done { id, result } => {
                let cancelled = server.calls.remove(&id.to_string());
                // A cancelled request has no answer.
                if cancelled.is_some_and(|stop| !stop.load(Ordering::Relaxed)) {
                    server.answer(&id, &result)?;
                }
            }
            Event::EndOfInput => is_ending = true,
        }
        if is_ending && server.calls.is_empty() {
            break;
        }
    }
    Ok(())
}

/// Sends the lines of the input.
fn read(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        match (&mut input).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let is_long = !line.ends_with(b"\n") && line.len() as u64 == MAX_LINE;
        if is_long && input.skip_until(b'\n').is_err() {
            break;
        }
        let event = if is_long { Event::LongLine } else { Event::Line(line) };
        if events.send(event).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}

/// A session.
struct Server<W> {
    out: W,
    events: Sender<Event>,
    is_initialised: bool,
    /// Running calls by the text of their request's id, with their stop flags.
    calls: HashMap<String, Arc<AtomicBool>>,
}

impl<W: Write> Server<W> {
    fn send(&mut self, message: &Value) -> Result<()> {
        writeln!(self.out, "{message}")?;
        Ok(self.out.flush()?)
    }

    fn answer(&mut self, id: &Value, result: &Value) -> Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
    }

    fn fail(&mut self, id: &Value, error: RpcError) -> Result<()> {
        let mut object = json!({ "code": error.code, "message": error.message });
        if let Some(data) = error.data {
            object["data"] = data;
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "error": object }))
    }

    /// Handles one line.
    fn line(&mut self, line: &[u8]) -> Result<()> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let invalid = |text: &str| RpcError::new(RpcError::INVALID_REQUEST, text);
        let message: Value = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(error) => {
                let error = RpcError::new(RpcError::PARSE, format!("not JSON: {error}"));
                return self.fail(&Value::Null, error);
            }
        };
        let Some(fields) = message.as_object() else {
            return self
                .fail(&Value::Null, invalid("a message is an object; batches are not served"));
        };
        let id = fields.get("id").cloned();
        let is_id = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
        let known = id.clone().filter(is_id).unwrap_or(Value::Null);
        if fields.get("jsonrpc") != Some(&json!("2.0")) {
            return self.fail(&known, invalid("jsonrpc: is not \"2.0\""));
        }
        let empty = Map::new();
        let params = match fields.get("params") {
            None => &empty,
            Some(Value::Object(params)) => params,
            Some(_) => return self.fail(&known, invalid("params: is not an object")),
        };
        match (fields.get("method").and_then(Value::as_str), id) {
            (Some(method), None) => self.notification(method, params),
            (Some(_), Some(id)) if !is_id(&id) => self.fail(
                &known,
                invalid("id: is neither a string nor a whole number from -2^63 to 2^64-1"),
            ),
            (Some(method), Some(id)) => {
                match self.request(method, params, &id) {
                    Ok(Some(result)) => self.answer(&id, &result),
                    // A tool runs; its result follows.
                    Ok(None) => Ok(()),
                    Err(error) => self.fail(&id, error),
                }
            }
            // The server has no requests, so that a response has nothing to answer.
            (None, _) if fields.contains_key("result") || fields.contains_key("error") => Ok(()),
            (None, _) => self.fail(&known, invalid("method: is missing or not a string")),
        }
    }

    fn notification(&mut self, method: &str, params: &Map<String, Value>) -> Result<()> {
        if method == "notifications/cancelled"
            && let Some(stop) =
                params.get("requestId").and_then(|id| self.calls.get(&id.to_string()))
        {
            stop.store(true, Ordering::Relaxed);
        }
        // Others, such as `notifications/initialized`, need no action, and an unknown one has no answer.
        Ok(())
    }

    /// The result of a request; `None` if a tool runs.
    fn request(
        &mut self,
        method: &str,
        params: &Map<String, Value>,
        id: &Value,
    ) -> Result<Option<Value>, RpcError> {
        if self.calls.contains_key(&id.to_string()) {
            let text = format!("id: a request with the id {id} is running");
            return Err(RpcError::new(RpcError::INVALID_REQUEST, text));
        }
        let wrong = |text: String| RpcError::new(RpcError::INVALID_PARAMS, text);
        let version = params.get("_meta").and_then(|meta| meta.get(VERSION_FIELD));
        if let Some(version) = version.filter(|version| *version != STATELESS_VERSION) {
            return Err(RpcError {
                data: Some(json!({ "supported": [STATELESS_VERSION], "requested": version })),
                ..RpcError::new(RpcError::UNSUPPORTED_VERSION, "unsupported protocol version")
            });
        }
        let way = if version.is_some() { Way::Stateless } else { Way::Handshake };
        if ["tools/list", "tools/call"].contains(&method)
            && way == Way::Handshake
            && !self.is_initialised
        {
            return Err(RpcError::new(
                RpcError::INVALID_REQUEST,
                "initialize: has not been called",
            ));
        }
        Ok(Some(match method {
            "initialize" => {
                let wanted = text(params, "protocolVersion").map_err(wrong)?;
                let newest = HANDSHAKE_VERSIONS[HANDSHAKE_VERSIONS.len() - 1];
                let version = HANDSHAKE_VERSIONS.into_iter().find(|it| *it == wanted);
                self.is_initialised = true;
                json!({
                    "protocolVersion": version.unwrap_or(newest),
                    "capabilities": { "tools": { "listChanged": false } },
                    "serverInfo": server_info(),
                    "instructions": INSTRUCTIONS,
                })
            }
            "server/discover" => complete(
                Way::Stateless,
                json!({
                    "supportedVersions": [STATELESS_VERSION],
                    "capabilities": { "tools": { "listChanged": false } },
                    "instructions": INSTRUCTIONS,
                    "cacheScope": "public",
                    "ttlMs": TTL_MS,
                }),
            ),
            "ping" => complete(way, json!({})),
            "tools/list" => {
                if let Some(cursor) = params.get("cursor") {
                    return Err(wrong(format!(
                        "cursor: {cursor} is unknown: the list has one page"
                    )));
                }
                let mut result = json!({ "tools": tools::list() });
                if way == Way::Stateless {
                    result["cacheScope"] = "public".into();
                    result["ttlMs"] = TTL_MS.into();
                }
                complete(way, result)
            }
            "tools/call" => {
                self.call(way, params, id)?;
                return Ok(None);
            }
            _ => {
                let text = format!("method {method:?} is unknown");
                return Err(RpcError::new(RpcError::METHOD_NOT_FOUND, text));
            }
        }))
    }

    /// Starts a tool on a thread of its own.
    fn call(&mut self, way: Way, params: &Map<String, Value>, id: &Value) -> Result<(), RpcError> {
        let wrong = |text: String| RpcError::new(RpcError::INVALID_PARAMS, text);
        let name = text(params, "name").map_err(wrong)?;
        let tool = tools::find(name);
        let tool = tool.ok_or_else(|| wrong(format!("name: {name:?} is no tool")))?;
        let arguments = match params.get("arguments") {
            None => Map::new(),
            Some(Value::Object(arguments)) => arguments.clone(),
            Some(_) => {
                return Err(wrong("arguments: is not an object".to_owned()));
            }
        };
        if self.calls.len() >= MAX_CALLS {
            let text = format!("{MAX_CALLS} calls are running: wait for one");
            return Err(RpcError::new(RpcError::INVALID_REQUEST, text));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (events, flag, id) = (self.events.clone(), Arc::clone(&stop), id.clone());
        let token = params.get("_meta").and_then(|meta| meta.get("progressToken")).cloned();
        let key = id.to_string();
        let work = move || {
            let on_progress = |done, total| {
                if let Some(token) = token.clone() {
                    // The receiver is gone only at the end of the program.
                    let _ = events.send(Event::Progress { token, done, total });
                }
            };
            // Without a result the client would wait for ever. The hook has written the panic to standard error.
            let ran = caught_result(|| tools::run(tool, &arguments, &flag, &on_progress));
            let result = match ran {
                Ok((text, structured)) => {
                    let mut result =
                        json!({ "content": [{ "type": "text", "text": text }], "isError": false });
                    if let Some(structured) = structured {
                        result["structuredContent"] = structured;
                    }
                    result
                }
                Err(error) => json!({
                    "content": [{ "type": "text", "text": error_chain(error.as_ref()) }],
                    "isError": true,
                }),
            };
            let _ = events.send(Event::Done { id, result: complete(way, result) });
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
        thread.map_err(|error| RpcError::new(RpcError::INVALID_REQUEST, error.to_string()))?;
        self.calls.insert(key, stop);
        Ok(())
    }
}

fn server_info() -> Value {
    json!({ "name": "lucena", "title": "Lucena", "version": env!("CARGO_PKG_VERSION") })
}

/// A parameter that is a string, or what is wrong with it.
fn text<'a>(params: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    let value = params.get(name).ok_or_else(|| format!("{name}: is missing"))?;
    value.as_str().ok_or_else(|| format!("{name}: {value} is not a string"))
}

/// A result, with the fields that the version without a handshake requires. In the others a ping has an empty result.
fn complete(way: Way, mut result: Value) -> Value {
    if way == Way::Stateless {
        result["resultType"] = "complete".into();
        result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": server_info() });
    }
    result
}
