//! Every answer a test sees is held against the document the server gives to programs.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Mutex, OnceLock, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::{Answer, raw};

/// What the document says.
pub struct Contract {
    pub document: Value,
    validators: Mutex<HashMap<String, &'static Validator>>,
}

impl Contract {
    /// The document of a server; all servers have the same.
    pub fn of(addr: SocketAddr) -> &'static Contract {
        static KNOWN: OnceLock<Contract> = OnceLock::new();
        KNOWN.get_or_init(|| {
            let head = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n");
            Contract { document: raw(addr, head.as_bytes()).ok(), validators: Mutex::default() }
        })
    }

    /// The operation a request asks for, with the path it stands under.
    pub fn find(&self, method: &str, address: &str) -> Option<(&str, &Value)> {
        let address = address.split('?').next().unwrap();
        let parts: Vec<_> = address.split('/').collect();
        let fits = |path: &str| {
            let wanted: Vec<_> = path.split('/').collect();
            wanted.len() == parts.len() && wanted.iter().zip(&parts).all(|(a, b)| a.starts_with('{') || a == b)
        };
        let paths = self.document["paths"].as_object().unwrap();
        let found = paths.iter().filter(|(path, _)| fits(path)).min_by_key(|(path, _)| path.matches('{').count());
        let (path, item) = found?;
        Some((path, item.get(method.to_ascii_lowercase())?))
    }

    /// An answer must be one the document tells of.
    #[track_caller]
    pub fn check(&self, method: &str, address: &str, answer: &Answer) {
        // A connection that is cut off is no answer; what is packed comes unpacked in another test.
        let is_packed = !answer.header("content-encoding").is_empty();
        if !address.starts_with("/api/") || answer.status == 0 || is_packed {
            return;
        }
        let Some((path, operation)) = self.find(method, address) else {
            let is_other = matches!(answer.status, 400 | 403 | 404 | 405 | 413 | 429);
            return assert!(is_other, "{method} {address} stands in no document: {} {}", answer.status, answer.text());
        };
        let told = &operation["responses"][answer.status.to_string()];
        assert!(told.is_object(), "{method} {path} may not answer {}: {}", answer.status, answer.text());
        let Some(contents) = told.get("content").and_then(Value::as_object) else {
            return assert!(answer.body.is_empty(), "{method} {path}: {answer:?}");
        };
        let kind = answer.header("content-type").first().copied().unwrap_or_default();
        let found = contents.iter().find(|(known, _)| kind.split(';').next() == Some(known.as_str()));
        let (known, content) = found.unwrap_or_else(|| panic!("{method} {path} is told to answer no {kind}"));
        if known == "application/json" {
            self.fits(&content["schema"], &answer.json(), &format!("{method} {path} {}", answer.status));
        }
    }

    /// A value must fit a schema of the document.
    #[track_caller]
    pub fn fits(&self, schema: &Value, value: &Value, what: &str) {
        let validator = self.validator(schema);
        let errors: Vec<_> = validator
            .iter_errors(value)
            .map(|error| format!("{}: {error}", error.instance_path()).chars().take(2000).collect::<String>())
            .collect();
        assert!(errors.is_empty(), "{what} is not as the document says: {errors:#?}");
    }

    fn validator(&self, schema: &Value) -> &'static Validator {
        let mut known = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(schema.to_string()).or_insert_with(|| {
            let mut whole = json!({ "components": self.document["components"] });
            whole["allOf"] = json!([schema]);
            let made = jsonschema::draft202012::new(&whole).unwrap_or_else(|error| panic!("{error}: {schema}"));
            Box::leak(Box::new(made))
        })
    }
}
