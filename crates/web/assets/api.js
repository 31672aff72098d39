/** Talks to the server. */

/** Something the server refused, in the player's language. */
export class Trouble extends Error {
  /** @param {{kind?: string, message?: string, rule?: Rule}} error */
  constructor({ kind = "unknown", message = "", rule }) {
    super(message);
    this.kind = kind;
    this.rule = rule;
  }
}

/**
 * @param {string} path
 * @param {object} [body] with one it is a POST
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function ask(path, body, signal) {
  const init = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { ...init, signal });
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Trouble(answer.error ?? {});
  }
  return response;
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = async (path) => (await ask(path)).json();

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function post(path, body = {}) {
  const text = await (await ask(path, body)).text();
  return text ? JSON.parse(text) : {};
}

/**
 * Follows an answer that comes as lines of JSON.
 * @param {string} path
 * @param {object | undefined} body
 * @param {AbortSignal} signal
 * @param {(line: any) => void} each
 */
export async function stream(path, body, signal, each) {
  const response = await ask(path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: "", done: true };
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop() ?? "";
    for (const line of lines.filter((it) => it.trim())) {
      each(JSON.parse(line));
    }
    if (done) {
      return;
    }
  }
}

/**
 * Follows live events; a connection that was cut goes on without a gap. Stops when the page is left.
 * @param {() => string} path
 * @param {(event: any) => void} each
 * @param {(connected: boolean) => void} state
 */
export function follow(path, each, state) {
  /** @type {EventSource} */
  let source;
  let again = 0;
  const open = () => {
    source = new EventSource(path());
    source.onmessage = (message) => each(JSON.parse(message.data));
    source.onopen = () => state(true);
    source.onerror = () => {
      state(false);
      // The browser tries again by itself, except after a refusal.
      if (source.readyState === EventSource.CLOSED) {
        again = setTimeout(open, 3000);
      }
    };
  };
  open();
  addEventListener("pagehide", () => {
    clearTimeout(again);
    source.close();
  });
  addEventListener("pageshow", (event) => event.persisted && open());
}
