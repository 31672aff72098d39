//! Words of which the document is made.

use serde_json::{Value, json};

use crate::Kind;

/// One request, under its method and path.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) told: Value,
}

/// A `GET`.
pub(super) fn get(path: &str, id: &str, summary: &str) -> Operation {
    operation("get", path, id, summary)
}

/// A `POST`.
pub(super) fn post(path: &str, id: &str, summary: &str) -> Operation {
    // Everything that changes something is counted, bounded, and refused to pages of other sites.
    operation("post", path, id, summary).fails(&[Kind::BadRequest, Kind::TooLong, Kind::CrossSite])
}

fn operation(method: &'static str, path: &str, id: &str, summary: &str) -> Operation {
    let told = json!({ "operationId": id, "summary": summary, "parameters": [], "responses": {} });
    Operation { method, path: format!("/api{path}"), told }.fails(&[Kind::TooMany, Kind::UnknownHost, Kind::Failed])
}

impl Operation {
    /// A part of the path, with one that exists wherever there are games.
    pub(super) fn part(self, name: &str, schema: Value, example: Value) -> Operation {
        self.parameter("path", name, schema, Some(example)).fails(&[Kind::BadRequest, Kind::Unknown])
    }

    /// Something behind the question mark.
    pub(super) fn query(self, name: &str, schema: Value) -> Operation {
        self.parameter("query", name, schema, None).fails(&[Kind::BadRequest])
    }

    /// A header.
    pub(super) fn header(self, name: &str, schema: Value) -> Operation {
        self.parameter("header", name, schema, None)
    }

    fn parameter(mut self, place: &str, name: &str, schema: Value, example: Option<Value>) -> Operation {
        let mut parameter = json!({ "in": place, "name": name, "required": place == "path", "schema": schema });
        if let Some(example) = example {
            parameter["example"] = example;
        }
        if let Some(parameters) = self.told["parameters"].as_array_mut() {
            parameters.push(parameter);
        }
        self
    }

    /// The JSON that is sent, with examples by name.
    pub(super) fn takes(mut self, schema: Value, examples: &[(&str, Value)]) -> Operation {
        let named = examples.iter().map(|(name, value)| (name.to_string(), json!({ "value": value })));
        let named: serde_json::Map<_, _> = named.collect();
        self.told["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": schema, "examples": named } },
        });
        self
    }

    /// The same; nothing at all is an empty object.
    pub(super) fn may_take(self, schema: Value, examples: &[(&str, Value)]) -> Operation {
        let mut operation = self.takes(schema, examples);
        operation.told["requestBody"]["required"] = json!(false);
        operation
    }

    /// The bytes that are sent.
    pub(super) fn takes_bytes(mut self, example: &str) -> Operation {
        self.told["requestBody"] = json!({
            "required": false,
            "content": { "application/octet-stream": { "schema": {}, "example": example } },
        });
        self
    }

    /// The JSON that comes back.
    pub(super) fn gives(self, schema: Value) -> Operation {
        self.answers("200", "It is done.", "application/json", schema)
    }

    /// The same for something that is new.
    pub(super) fn makes(self, schema: Value) -> Operation {
        self.answers("201", "It is there.", "application/json", schema)
    }

    /// A stream of server-sent events.
    pub(super) fn tells_events(self, of: &str) -> Operation {
        let words = format!("Server-sent events that do not end by themselves; `data` is a {of}.");
        self.answers("200", &words, "text/event-stream", json!({ "type": "string" }))
    }

    /// A stream of lines of JSON.
    pub(super) fn tells_lines(self, of: &str) -> Operation {
        let words = format!("Lines of JSON, the last one is the whole answer; each is a {of}.");
        self.answers("200", &words, "application/x-ndjson", json!({ "type": "string" }))
    }

    /// Nothing comes, and nothing ever will.
    pub(super) fn or_nothing(mut self, words: &str) -> Operation {
        self.told["responses"]["204"] = json!({ "description": words });
        self
    }

    fn answers(mut self, status: &str, words: &str, kind: &str, schema: Value) -> Operation {
        self.told["responses"][status] = json!({ "description": words, "content": { kind: { "schema": schema } } });
        self
    }

    /// What it may be refused for.
    pub(super) fn fails(mut self, kinds: &[Kind]) -> Operation {
        for kind in kinds {
            let status = kind.status().as_u16().to_string();
            let words = match self.told["responses"][&status]["description"].as_str() {
                Some(others) if others.split(", ").any(|other| other == kind.id()) => continue,
                Some(others) => format!("{others}, {}", kind.id()),
                None => kind.id().to_string(),
            };
            let content = json!({ "application/json": { "schema": named("Error") } });
            self.told["responses"][&status] = json!({ "description": words, "content": content });
        }
        self
    }

    /// Who shows the secret of a seat, or nothing.
    pub(super) fn seated(mut self) -> Operation {
        self.told["security"] = json!([{}, { "seat": [] }]);
        self
    }

    /// For the operator alone.
    pub(super) fn operator(mut self) -> Operation {
        self.told["security"] = json!([{ "operator": [] }]);
        self.fails(&[Kind::OperatorOnly])
    }

    /// For the operator too, who sees or may do more.
    pub(super) fn operator_sees_more(mut self) -> Operation {
        self.told["security"] = json!([{}, { "operator": [] }]);
        self
    }
}

/// A schema of the document by its name.
pub(super) fn named(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// An object with exactly these fields.
pub(super) fn object(fields: &[(&str, Value)]) -> Value {
    with_optional(fields, &[])
}

/// The same, and some it may have.
pub(super) fn with_optional(fields: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let all = fields.iter().chain(optional).map(|(name, schema)| (name.to_string(), schema.clone()));
    let required: Vec<_> = fields.iter().map(|(name, _)| name).collect();
    json!({
        "type": "object",
        "properties": all.collect::<serde_json::Map<_, _>>(),
        "required": required,
        "additionalProperties": false,
    })
}

/// What is sent: these fields, some that may be left out, and whatever else somebody sends.
pub(super) fn sent(fields: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let mut schema = with_optional(fields, optional);
    schema["additionalProperties"] = json!(true);
    schema
}

/// A list of something.
pub(super) fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// Two of something, the first side first.
pub(super) fn both(of: Value) -> Value {
    json!({ "type": "array", "items": of, "minItems": 2, "maxItems": 2 })
}

/// Something or nothing.
pub(super) fn maybe(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// One of some words.
pub(super) fn one_of(words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words })
}

pub(super) fn text() -> Value {
    json!({ "type": "string" })
}

/// A number of things.
pub(super) fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

pub(super) fn whole() -> Value {
    json!({ "type": "integer" })
}

pub(super) fn number() -> Value {
    json!({ "type": "number" })
}

pub(super) fn truth() -> Value {
    json!({ "type": "boolean" })
}
