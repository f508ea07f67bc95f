/* Drawings of sentences with what differs between two systems marked: arcs, trees, spans, tags.
 *
 *   const data = tertiumDrawings.open(document)          // what reports/drawn_sentences.py makes
 *   tertiumDrawings.draw(container, data.sentences[0], {pair: [0, 1]})
 *   tertiumDrawings.line(container, data.sentences[0], {pair: [0, 1]})   // in one line of text: word[a>b]
 *
 * Options: pair: places of two systems, or of one ([0]: then its errors are drawn); common: also what both have wrong
 * alike; chosen: a function of a unit that says whether it is emphasised. Colours, fonts and the dark look are custom
 * properties in drawings.css. Text of a corpus goes through textContent only. Each way to draw is a function in `ways`,
 * in a file of its own.
 */
"use strict";

const tertiumDrawings = (() => {
  const SIGNS = {correction: "▲", new_error: "▼", changed_error: "◆", error: "✗"};
  const NAMES = {correction: "correction", new_error: "new error", changed_error: "changed error", error: "error"};
  const NOTHING = "∅";
  const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  const LETTER = /\p{L}/u;
  const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;
  const SVG = "http://www.w3.org/2000/svg";
  const ways = {};
  let drawn = 0;

  /* What is told of a unit of one sentence. */
  class Unit {
    constructor(data, flat, anchor, group, errors) {
      const text = (place) => (place < 0 ? null : data.strings[place]);
      const step = data.drawing === "arcs" ? 2 : 1;
      [this.first, this.end] = flat;
      this.anchor = anchor;  // the word that it belongs to: an argument's predicate
      this.group = group === undefined ? null : text(group);  // what tables by label sort it by, if not by the gold's label
      this.errors = errors === undefined ? null : errors.map(text);  // the type of error that each system makes
      this.gold = text(flat[2]);
      this.pattern = text(flat[3]);
      this.labels = [];
      this.heads = step === 2 ? [] : null;
      for (let place = 4; place < flat.length; place += step) {
        this.labels.push(text(flat[place]));
        if (step === 2) this.heads.push(flat[place + 1]);
      }
    }

    right(system) { return this.pattern[system] === "0"; }

    /* correction, new_error, changed_error; of one system: error; "" where there is nothing to see. */
    kind(pair) {
      const [one, two] = pair;
      if (two === undefined) return this.right(one) ? "" : "error";
      if (this.pattern[one] === this.pattern[two]) return "";
      return this.right(two) ? "correction" : this.right(one) ? "new_error" : "changed_error";
    }
  }

  /* A sentence; texts are looked up when they are asked for. */
  class Sentence {
    constructor(data, row) {
      Object.assign(this, {data, row, n: row.n, id: row.id, interest: row.interest ?? 0, wrong: row.wrong ?? []});
    }

    get words() { return (this._words ??= this.row.words.map((place) => this.data.strings[place])); }
    get text() { return (this._text ??= this.words.join(" ")); }
    get units() { return (this._units ??= (this.row.units ?? []).map((flat, place) => new Unit(this.data, flat, this.row.anchors?.[place], this.row.groups?.[place], this.row.errors?.[place]))); }
    get document() { return this.data.documents[this.row.doc]; }
    get length() { return this.row.words.length; }
    texts(name) { return (this.row[name] ?? []).map((place) => (place < 0 ? null : this.data.strings[place])); }

    get rightToLeft() {
      if (this._rtl === undefined) {
        let balance = 0;
        for (const word of this.words) balance += RIGHT_TO_LEFT.test(word) ? 1 : LETTER.test(word) ? -1 : 0;
        this._rtl = balance > 0;
      }
      return this._rtl;
    }

    /* How many units of each class a pair has here. */
    count(pair) {
      const found = {correction: 0, new_error: 0, changed_error: 0, error: 0};
      for (const unit of this.units) { const kind = unit.kind(pair); if (kind) found[kind] += 1; }
      return found;
    }
  }

  function open(document) {
    const data = {...document};
    data.sentences = document.sentences.map((row) => new Sentence(data, row));
    return data;
  }

  /* Text of a corpus as it can be shown: control characters as pictures, nothing as a sign. */
  function visible(text) {
    if (text === null || text === undefined) return NOTHING;
    return text.replace(HIDDEN, (character) => {
      const code = character.codePointAt(0);
      return code < 32 ? String.fromCodePoint(0x2400 + code) : "�";
    });
  }

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    return fill(made, attributes, children);
  }

  function shape(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
  }

  function fill(made, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    for (const child of children) {
      if (child !== null) made.append(typeof child === "string" ? document.createTextNode(child) : child);
    }
    return made;
  }

  const tooltip = (text) => shape("title", {}, text);

  /* How wide texts are in the fonts of the drawing. */
  function measurer(container) {
    const family = getComputedStyle(container).fontFamily;
    const context = (measurer.canvas ??= document.createElement("canvas")).getContext("2d");
    const known = new Map();
    return (text, size, weight = 400) => {
      const key = `${weight}|${size}|${text}`;
      if (!known.has(key)) {
        context.font = `${weight} ${size}px ${family}`;
        known.set(key, context.measureText(text).width);
      }
      return known.get(key);
    };
  }

  /* The levels of intervals, so that of two that overlap the longer is the higher: (n,) from 1. */
  function stack(intervals) {
    const levels = new Array(intervals.length).fill(1);
    const order = intervals.map((_, place) => place);
    const size = (place) => intervals[place].right - intervals[place].left;
    order.sort((one, two) => size(one) - size(two) || intervals[one].left - intervals[two].left || one - two);
    const placed = [];
    for (const place of order) {
      const {left, right} = intervals[place];
      const taken = new Set();
      let inside = 0;
      for (const other of placed) {
        const {left: from, right: to} = intervals[other];
        if (from < right && left < to) {
          taken.add(levels[other]);
          if (left <= from && to <= right) inside = Math.max(inside, levels[other]);
        }
      }
      let level = inside + 1;
      while (taken.has(level)) level += 1;
      levels[place] = level;
      placed.push(place);
    }
    return levels;
  }

  /* A frame that scrolls sideways, from the side on which the text begins. */
  function frame(container, sentence, label, way) {
    const root = element("div", {
      class: `td td-${way}`, role: "group", "aria-label": label, dir: sentence.rightToLeft ? "rtl" : "ltr",
    });
    container.replaceChildren(root);
    return root;
  }

  function describe(sentence, pair) {
    const names = sentence.data.systems;
    const parts = [];
    for (const unit of sentence.units) {
      const kind = unit.kind(pair);
      if (!kind) continue;
      const words = sentence.words.slice(unit.first, unit.end).map(visible).join(" ");
      const answers = pair.map((system) => `${visible(names[system])} ${answer(sentence, unit, system)}`);
      parts.push(`${words}: ${NAMES[kind]}, gold ${goldAnswer(sentence, unit)}, ${answers.join(", ")}.`);
    }
    return parts.join(" ") || "No difference.";
  }

  function headName(sentence, head) {
    return head === 0 ? "root" : head < 0 ? "?" : `${visible(sentence.words[head - 1])} (${head})`;
  }

  function answer(sentence, unit, system) {
    return ofWord(sentence, unit, unit.labels[system], unit.heads?.[system]);
  }

  function goldAnswer(sentence, unit) {
    return ofWord(sentence, unit, unit.gold, sentence.row.heads?.[unit.first]);
  }

  /* A label with the word that it points to, where there is one. */
  function ofWord(sentence, unit, label, head) {
    const owner = ownerName(sentence, unit);
    if (unit.heads !== null) return `${visible(label)} of ${headName(sentence, head)}`;
    return owner === "" ? visible(label) : `${visible(label)} of ${owner}`;
  }

  const ownerName = (sentence, unit) => ((unit.anchor ?? -1) < 0 ? "" : visible(sentence.words[unit.anchor]));

  function draw(container, sentence, options = {}) {
    const pair = options.pair ?? (sentence.data.systems.length > 1 ? [0, 1] : [0]);
    const way = ways[sentence.data.drawing] ?? ways.tags;
    const names = pair.map((system) => visible(sentence.data.systems[system])).join(" and ");
    const label = `Sentence ${sentence.n}, drawn with the answers of ${names}`;
    const root = frame(container, sentence, label, sentence.data.drawing);
    drawn += 1;
    const chosen = (unit) => unit !== undefined && Boolean(options.chosen?.(unit));  // most words are no unit
    const settings = {common: false, ...options, chosen, pair, number: drawn};
    way(root, sentence, settings, measurer(root));
    const told = element("p", {class: "td-told", id: `td-told-${drawn}`}, describe(sentence, pair));
    root.append(told);
    root.setAttribute("aria-describedby", told.id);
    return root;
  }

  /* One line of text, with marks behind the words that differ: word[a>b]. */
  function line(container, sentence, options = {}) {
    const pair = options.pair ?? (sentence.data.systems.length > 1 ? [0, 1] : [0]);
    const root = element("span", {class: "td-line", dir: sentence.rightToLeft ? "rtl" : "ltr"});
    const marks = new Map();
    for (const unit of sentence.units) {
      const kind = unit.kind(pair);
      if (!kind) continue;
      const place = sentence.data.drawing === "trees" ? unit.first : Math.max(unit.end - 1, unit.first);
      if (!marks.has(place)) marks.set(place, []);
      marks.get(place).push(mark(sentence, unit, kind, pair));
    }
    sentence.words.forEach((word, place) => {
      const own = marks.get(place) ?? [];
      root.append(own.length ? element("span", {class: "td-marked"}, visible(word)) : visible(word), ...own, " ");
    });
    container.replaceChildren(root);
    return root;
  }

  /* [a>b] behind a word: what is wrong is struck out, the sign before it tells the class; [a>b, gold c] if both are. */
  function mark(sentence, unit, kind, pair) {
    const texts = pair.map((system) => visible(unit.labels[system]));
    if (unit.heads !== null && (pair.length === 1 || texts[0] === texts[1])) {
      pair.forEach((system, place) => { texts[place] += `@${headName(sentence, unit.heads[system]).replace(/ \(\d+\)$/, "")}`; });
    }
    const goldText = unit.heads === null ? visible(unit.gold) : goldAnswer(sentence, unit).replace(/ \(\d+\)$/, "");
    const made = element("bdi", {class: `td-mark td-${kind}`, dir: "ltr"}, `[${SIGNS[kind]} `);
    pair.forEach((system, place) => {
      if (place) made.append(">");
      made.append(element(unit.right(system) ? "b" : "s", {class: place ? "td-b" : "td-a"}, texts[place]));
    });
    made.append(pair.some((system) => unit.right(system)) ? "]" : `, gold ${goldText}]`);
    made.title = `${NAMES[kind]}: gold ${goldAnswer(sentence, unit)}, `
      + pair.map((system) => `${sentence.data.systems[system]} ${answer(sentence, unit, system)}`).join(", ");
    return made;
  }

  /* What lines, signs and colours mean, for one pair. */
  function legend(container, data, {pair = [0, 1]} = {}) {
    const root = element("p", {class: "td td-legend"});
    const lined = ["arcs", "spans", "chains"].includes(data.drawing);
    const sample = (kind) => {
      const svg = shape("svg", {width: 26, height: 10, "aria-hidden": "true", class: "td-sample"});
      svg.append(shape("path", {class: `td-path ${kind}`, d: "M1,5H25"}));
      return svg;
    };
    const item = (...parts) => root.append(element("span", {class: "td-item"}, ...parts), " ");
    if (lined) item(sample("td-gold"), " gold (above)");
    pair.forEach((system, place) => {
      item(lined ? sample(place ? "td-b" : "td-a") : null, element("span", {class: place ? "td-b" : "td-a"}, ` ${visible(data.systems[system])}`));
    });
    item(element("s", {}, "label"), " ✗ wrong");
    if (pair.length > 1) {
      for (const kind of ["correction", "new_error", "changed_error"]) {
        item(element("span", {class: `td-${kind}`}, SIGNS[kind]), ` ${NAMES[kind]}`);
      }
    }
    if (data.drawing === "spans") item(`${NOTHING} nothing`);
    if (data.drawing === "trees") item("− missing, + extra, ~ other label, ↔ other border");
    container.replaceChildren(root);
    return root;
  }

  return {open, draw, line, legend, ways, visible, SIGNS, NAMES, NOTHING,
          tools: {element, shape, tooltip, stack, mark, answer, goldAnswer, headName, ownerName}};
})();
