// A small reader of XML: enough for the messages of the Software-Challenge. You need not change this file.
//
// An element is { name, attributes, children, text }.
"use strict";

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescape(text) {
  return text.replace(/&(#x?)?(\w+);/g, (_, number, word) => {
    if (number) return String.fromCodePoint(parseInt(word, number === "#x" ? 16 : 10));
    return ENTITIES[word] || "";
  });
}

// Calls `onMessage` with every element that is complete inside of the outermost one.
class Reader {
  constructor(onMessage) {
    this.onMessage = onMessage;
    this.rest = "";
    this.open = []; // the elements we are in, the outermost first
  }

  feed(text) {
    this.rest += text;
    for (let end; (end = this.rest.indexOf(">")) >= 0; this.rest = this.rest.slice(end + 1)) {
      const start = this.rest.indexOf("<");
      const inside = this.open[this.open.length - 1];
      if (inside) inside.text += unescape(this.rest.slice(0, start).trim());
      this.tag(this.rest.slice(start + 1, end));
    }
  }

  tag(tag) {
    if (tag.startsWith("?") || tag.startsWith("!")) return; // declarations and comments
    if (!tag.startsWith("/")) {
      const element = { name: tag.match(/^[^\s/]+/)[0], attributes: {}, children: [], text: "" };
      for (const [, name, , value] of tag.matchAll(/([^\s=]+)=(["'])(.*?)\2/gs)) {
        element.attributes[name] = unescape(value);
      }
      if (this.open.length) this.open[this.open.length - 1].children.push(element);
      this.open.push(element);
      if (!tag.endsWith("/")) return;
    }
    const closed = this.open.pop();
    if (this.open.length === 1) {
      this.open[0].children = []; // what was told need not be kept
      this.onMessage(closed);
    }
  }
}

// The first element of a name inside of another, at any depth.
function find(element, name) {
  return findAll(element, name)[0];
}

// All elements of a name inside of another, at any depth.
function findAll(element, name) {
  return element.children.flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

module.exports = { Reader, find, findAll };
