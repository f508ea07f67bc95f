/* Tables and numbers that follow the chosen pair. */
"use strict";

const tables = (() => {
  const {element} = tertiumDrawings.tools;
  const {visible, SIGNS} = tertiumDrawings;
  const {data, drawn} = page;
  const CLASSES = ["correction", "new_error", "changed_error"];
  const NAMES = ["corrections", "new errors", "changed errors"];
  const SINGLE = ["correction", "new error", "changed error"];
  const ROWS = 10;
  const open = new Set();

  /* ARCS classes have names of two letters. */
  const LONG = drawn.drawing === "chains" ? {tp: "linked (tp)", tn: "not linked (tn)", fp: "linked (fp)", fn: "not linked (fn)", wl: "wrong link (wl)", "∅": "spurious"} : {};
  const named = (label) => (Object.hasOwn(LONG, label) ? LONG[label] : visible(label));

  const number = (value) => value.toLocaleString("en-US");
  const percent = (part, whole, digits = 1) => (whole ? `${(100 * part / whole).toFixed(digits)} %` : "–");
  const step = (value, digits = 2) => {
    const share = data.measures.find((row) => row.name === data.headline).share;
    const size = (share ? 100 : 1) * value;
    return `${size < 0 ? "−" : "+"}${Math.abs(size).toFixed(digits)}`;
  };

  const unitName = () => (data.measures.find((row) => row.name === data.headline).share ? "points of " : "of ");

  /* Transitions of the pair at hand: class, gold, from, to, count, and what moved. */
  function transitions() {
    const found = page.facts();
    if (!found || !found.row.transitions) return [];
    const {row, turned} = found;
    const rows = row.transitions.map(([kind, gold, before, after, count, head, label, both]) => ({
      kind: turned && kind < 2 ? 1 - kind : kind,
      gold: row.labels[gold],
      before: row.labels[turned ? after : before],
      after: row.labels[turned ? before : after],
      count, head, label, both,
    }));
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    return rows.sort((a, b) => a.kind - b.kind || b.count - a.count || order(a.gold, b.gold) || order(a.before, b.before) || order(a.after, b.after));
  }

  function classes() {
    const found = page.facts();
    if (!found || !found.row.classes) return null;
    const [corrections, errors, changed] = found.row.classes;
    return found.turned ? [errors, corrections, changed] : [corrections, errors, changed];
  }

  function showFacts() {
    const found = page.facts();
    if (!found) return;
    const {row, turned} = found;
    const names = page.pair().map((place) => visible(data.systems[place]));
    for (const place of document.querySelectorAll("[data-pair-name]")) {
      place.replaceChildren(", ", element("bdi", {}, names[0]), " → ", element("bdi", {}, names[1]));
    }
    const verdict = turned ? row.back : row.verdict;
    const told = document.getElementById("pair-verdict");
    if (told) told.replaceChildren(element("b", {}, verdict[0] + (verdict[1] ? ": " : "")), ...unbroken([verdict[1], verdict[2]].filter(Boolean).join(" ")));
    const counts = classes();
    if (!counts) return;
    const [corrections, errors] = counts;
    const box = document.getElementById("facts");
    const fact = (kind, large, text) => element("div", {class: `fact ${kind}`}, element("dt", {}, large), element("dd", {}, text));
    const winner = names[(row.unitDelta > 0) !== turned ? 1 : 0];
    const of = data.ofUnits === data.headline ? "" : ` (${data.ofUnits})`;
    box.replaceChildren(
      fact("price", corrections ? (errors / corrections).toFixed(2) : "–",
           `new errors per correction: ${number(corrections)} corrections, ${number(errors)} new errors${of}`),
      fact("gold", row.flips === null ? "–" : number(row.flips),
           (row.unitDelta ? `wrong gold answers, all against ${winner}, would make it a tie${of}` : "wrong gold answers separate them from a tie")
           + (row.flips === null ? "" : ` (${percent(row.flips, row.units, 2)} of all ${data.unit}s)`)
           + (row.separated && row.doubt !== null && row.doubt < row.flips ? `; ${number(row.doubt)} would leave it open` : "")),
      fact("size", step(turned ? -row.delta : row.delta),
           `${unitName()}${data.headline}${row.interval[0] === null ? "" : `, between ${ends(row.interval, turned)}`}${row.p ? `; ${row.p}` : ""}`),
    );
  }

  /* Text in pieces: a number and what belongs to it are not broken between two lines. */
  const unbroken = (text) => text.split(/(\bp [<=] [\w.-]+\w|\d %)/).map((part, place) => (place % 2 ? element("span", {class: "unbroken"}, part) : part));

  function ends([low, high], turned) {
    const [from, to] = turned ? [-high, -low] : [low, high];
    return `${step(from)} and ${step(to)}`;
  }

  function showLead() {
    const place = document.getElementById("changes-lead");
    const found = page.facts();
    const counts = classes();
    if (!place || !counts) return;
    const total = counts[0] + counts[1] + counts[2];
    const [better, worse, same] = found.row.sentences.length && found.turned
      ? [found.row.sentences[1], found.row.sentences[0], found.row.sentences[2]] : found.row.sentences;
    place.textContent = `${number(total)} of ${number(found.row.units)} ${data.unit}s differ (${percent(total, found.row.units)}). `
      + (better === undefined ? "" : `${data.block[0].toUpperCase()}${data.block.slice(1)}s: ${number(better)} better, ${number(worse)} worse, ${number(same)} as good.`);
    const bar = document.getElementById("class-bar");
    const parts = element("div", {class: "parts"});
    const key = element("p", {class: "parts-key"});
    counts.forEach((count, kind) => {
      if (!count) return;
      const name = CLASSES[kind].replace("_", "-");
      const button = element("button", {type: "button", class: name, style: `flex: ${count} 0 0`, title: `${number(count)} ${NAMES[kind]}: show their sentences`}, `${SIGNS[CLASSES[kind]]} ${number(count)}`);
      button.addEventListener("click", () => go({class: CLASSES[kind]}));
      parts.append(button);
      key.append(element("span", {}, element("span", {class: `c-${CLASSES[kind]}`}, SIGNS[CLASSES[kind]]), ` ${number(count)} ${count === 1 ? SINGLE[kind] : NAMES[kind]} (${percent(count, total)})`));
    });
    bar.replaceChildren(parts, key);
  }

  /* Filters, and to the sentences that they leave. */
  function go(changes) {
    page.choose(page.clear(changes));
    document.getElementById("sentences").scrollIntoView();
  }

  /* As the terminal says it. In a changed error a label that is the gold's has the wrong head, or it would be none. */
  function changeName({kind, gold, before, after, head, both}) {
    const isChanged = kind === 2;
    if (before === after) {
      const moved = head === undefined || head + both > 0;
      return [isChanged && gold !== before ? `${named(gold)} → ` : "", named(before), " ", element("i", {}, moved ? "attachment only" : "")];
    }
    if (!isChanged) return [`${named(before)} → ${named(after)}`];
    return [[named(gold), ...[before, after].map((label) => named(label) + (label === gold ? " (head)" : ""))].join(" → ")];
  }

  function showTransitions() {
    const place = document.getElementById("transitions");
    const counts = classes();
    if (!place || !counts) return;
    const total = counts[0] + counts[1] + counts[2];
    const rows = transitions();
    const state = page.state();
    place.replaceChildren(...CLASSES.map((name, kind) => {
      const own = rows.filter((row) => row.kind === kind);
      const body = element("tbody");
      for (const row of own.slice(0, open.has(kind) ? own.length : ROWS)) {
        const button = element("button", {type: "button", class: "go"}, element("bdi", {}, ...changeName(row)));
        button.addEventListener("click", () => go({class: name, gold: row.gold, was: row.before, now: row.after}));
        const chosen = state.class === name && state.gold === row.gold && state.was === row.before && state.now === row.after;
        body.append(element("tr", {"aria-selected": chosen ? "true" : undefined},
          element("th", {scope: "row"}, button), element("td", {}, number(row.count)),
          element("td", {class: "dim"}, percent(row.count, counts[kind])), element("td", {class: "dim"}, percent(row.count, total))));
      }
      const box = element("div", {class: `list ${name.replace("_", "-")}`},
        element("h4", {}, element("span", {class: "sign"}), `${NAMES[kind]} `, element("b", {}, number(counts[kind])), " ", element("small", {}, percent(counts[kind], total))),
        element("table", {}, head(kind === 2 ? "gold → from → to" : "from → to", "count", "of class", "of all"), body));
      if (own.length > ROWS) {
        const more = element("button", {type: "button"}, open.has(kind) ? "Fewer" : `${number(own.length - ROWS)} more kinds`);
        more.addEventListener("click", () => { open.has(kind) ? open.delete(kind) : open.add(kind); showTransitions(); });
        box.append(more);
      }
      return box;
    }));
  }

  const head = (...names) => element("thead", {}, element("tr", {}, ...names.map((name) => element("th", {scope: "col"}, name))));

  /* The slices of the pair at hand, those first that a search found. */
  function slices() {
    const [one, two] = page.pair();
    const found = data.slices.find(({pair: [from, to]}) => (from === one && to === two) || (from === two && to === one));
    if (!found) return null;
    const turned = found.pair[0] !== one;
    const rows = found.rows.map((row, place) => {
      const delta = turned ? row.before - row.after : row.after - row.before;
      const gap = turned ? -row.gap : row.gap;
      const size = row.found ? gap : delta;
      const [low, high] = row.interval[0] === null ? [size, size] : turned ? [-row.interval[1], -row.interval[0]] : row.interval;
      const known = row.found ? row.q < data.alpha : row.star;
      return {...row, place, delta, low, high, gap, one: turned ? row.after : row.before, two: turned ? row.before : row.after,
              sign: !known ? "unclear" : size > 0 ? "better" : "worse"};
    });
    return rows;
  }

  function showSlices() {
    const table = document.getElementById("slice-table");
    if (!table) return;
    const rows = slices();
    const lead = document.getElementById("slices-lead");
    if (rows === null) {
      lead.textContent = "Slices are shown for pairs with the first system only, since there are many pairs; tertium slices --pair A B tells of any.";
      for (const id of ["found-table", "slice-table"]) document.getElementById(id).replaceChildren();
      return;
    }
    const found = rows.filter((row) => row.found);
    const sure = found.filter((row) => row.q < data.alpha);
    const names = page.pair().map((place) => visible(data.systems[place]));
    lead.textContent = found.length
      ? `A search over all features found ${sure.length ? `${number(sure.length)} ${sure.length === 1 ? "slice" : "slices"} in which the difference is another than elsewhere (q < ${data.alpha})` : "no slice in which the difference is surely another than elsewhere"}. It looked at one half of the ${data.block}s; these numbers are from the other.`
      : "";
    fillSlices(document.getElementById("found-table"), found, names, true);
    fillSlices(table, rows.filter((row) => !row.found), names, false);
  }

  function fillSlices(table, rows, names, isFound) {
    const body = element("tbody");
    for (const row of rows) {
      const button = element("button", {type: "button", class: "go"}, element("bdi", {}, row.title));
      button.addEventListener("click", () => go({slice: String(row.place)}));
      const interval = element("td", {class: "dim"}, `[${step(row.low, 1)}, ${step(row.high, 1)}]`);
      const delta = element("td", {}, step(row.delta, 1) + (row.star ? "*" : ""));
      const gap = element("td", {class: isFound ? "" : "dim"}, step(row.gap, 1));
      body.append(element("tr", {},
        element("th", {scope: "row"}, row.sentences.length ? button : element("bdi", {}, row.title)),
        element("td", {}, number(row.units)), element("td", {}, (100 * row.one).toFixed(1)), element("td", {}, (100 * row.two).toFixed(1)),
        ...(isFound ? [delta, gap, interval] : [delta, interval, gap]), element("td", {}, row.q < 0.001 ? "<.001" : row.q.toFixed(3).replace(/^0/, ""))));
    }
    const more = isFound ? ["Δ", "Δ − Δ elsewhere", "interval"] : ["Δ", "interval", "Δ − Δ elsewhere"];
    table.replaceChildren(...(rows.length ? [head("slice", `${data.unit}s`, ...names, ...more, "q"), body] : []));
  }

  function show() {
    showFacts();
    showLead();
    showTransitions();
    showSlices();
  }

  page.listen((state, before) => {
    if (state.from !== before.from || state.to !== before.to) show();
    else if (["class", "gold", "was", "now"].some((key) => state[key] !== before[key])) showTransitions();
  });

  return {named, transitions, classes, slices, go, number, percent, step, CLASSES, NAMES, SINGLE};
})();
