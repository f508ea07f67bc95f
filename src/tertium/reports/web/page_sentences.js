/* The sentences that the filters leave, drawn when they come into view. */
"use strict";

const sentences = (() => {
  const {element} = tertiumDrawings.tools;
  const {visible, SIGNS, NAMES, NOTHING} = tertiumDrawings;
  const {data, drawn} = page;
  const {named, number} = tables;
  const BATCH = 20;
  const LINED = new Set(["arcs", "trees", "text"]);
  const list = document.getElementById("list");
  const more = document.getElementById("more");
  const shownText = (text) => text ?? drawn.nothing ?? NOTHING;
  const folded = new Map();
  let kept = {key: null, rows: []};  // what all filters but the text leave, in order
  let rows = [];  // what is left, in order
  let first = 0;  // of those that are on the page
  let last = 0;
  let current = -1;

  const fold = (text) => text.normalize("NFC").toLowerCase();

  function text(sentence) {
    let found = folded.get(sentence.n);
    if (found === undefined) { found = fold(`${sentence.text}\n${sentence.id}`); folded.set(sentence.n, found); }
    return found;
  }

  /* A function of a unit: whether it is what the filters ask for. Null: units do not matter. */
  function unitFilter(state, pair) {
    if (!data.hasUnits) return null;
    const wanted = [];
    const kind = state.class;
    if (pair.length === 2 && kind && kind !== "all") wanted.push((unit) => unit.kind(pair) === kind);
    else if (kind !== "all") wanted.push((unit) => unit.kind(pair) !== "");
    if (state.gold) wanted.push((unit) => shownText(unit.gold) === state.gold);
    if (state.was) wanted.push((unit) => shownText(unit.labels[pair[0]]) === state.was);
    if (state.now) wanted.push((unit) => shownText(unit.labels[pair.at(-1)]) === state.now);
    if (state.label) wanted.push((unit) => (unit.group ?? shownText(unit.gold)) === state.label || pair.some((system) => shownText(unit.labels[system]) === state.label));
    if (state.right !== "") { const system = Number(state.right); wanted.push((unit) => unit.right(system)); }
    if (state.wrong !== "") { const system = Number(state.wrong); wanted.push((unit) => !unit.right(system)); }
    if (errorOf(state)?.by === "type") wanted.push((unit) => pair.some((system) => unit.errors?.[system] === errorOf(state).title));
    if (state.set) wanted.push((unit) => [...state.set].every((bit, system) => unit.right(system) === (bit === "1")));
    if (!wanted.length) return null;
    return (unit) => wanted.every((test) => test(unit));
  }

  /* Numbers of sentences, each told as the step from the one before it. */
  function numbers(steps) {
    let place = 0;
    return steps.map((step) => (place += step) + 1);
  }

  function sliceMembers(state) {
    const row = state.slice === "" ? null : tables.slices()?.[Number(state.slice)];
    return row ? new Set(numbers(row.sentences)) : null;
  }

  const errorOf = (state) => (state.error === "" ? null : data.errors?.[Number(state.error)] ?? null);

  /* Sentences in which one of the pair makes an error of the class that is asked for. */
  function errorMembers(state, pair) {
    const row = errorOf(state);
    return row ? new Set(pair.flatMap((system) => numbers(row.sentences[system]))) : null;
  }

  const ORDERS = {
    "": (a, b) => b.interest - a.interest || a.sentence.n - b.sentence.n,
    file: (a, b) => a.sentence.n - b.sentence.n,
    short: (a, b) => a.sentence.length - b.sentence.length || a.sentence.n - b.sentence.n,
    long: (a, b) => b.sentence.length - a.sentence.length || a.sentence.n - b.sentence.n,
  };

  /* Units that differ, by how easy the sentence is to read: a long one differs in many, and tells less. */
  function interest(sentence, pair) {
    const strain = Math.max(5 - sentence.length, 0) * 4 + Math.max(sentence.length - 15, 0);
    return Object.values(sentence.count(pair)).reduce((sum, count) => sum + count, 0) / (1 + strain / 10);
  }

  /* Everything but the text and the length: what is slow is done once for many keystrokes. */
  function keep(state) {
    const pair = page.pair();
    const key = JSON.stringify([state.from, state.to, ...page.FILTERS.filter((name) => !["q", "least", "most"].includes(name)).map((name) => state[name]), state.sort]);
    if (kept.key === key) return kept.rows;
    const test = unitFilter(state, pair);
    const members = [sliceMembers(state), errorMembers(state, pair)].filter(Boolean);
    const found = [];
    for (const sentence of drawn.sentences) {
      if (!members.every((own) => own.has(sentence.n))) continue;
      if (test && !sentence.units.some(test)) continue;
      found.push({sentence, interest: interest(sentence, pair)});
    }
    found.sort(ORDERS[state.sort] ?? ORDERS[""]);
    kept = {key, rows: found};
    return found;
  }

  function find(state) {
    const least = state.least === "" ? 0 : Number(state.least);
    const most = state.most === "" ? Infinity : Number(state.most);
    const query = fold(state.q.trim());
    const found = keep(state);
    if (!query && least <= 0 && most === Infinity) return found;
    return found.filter(({sentence}) => sentence.length >= least && sentence.length <= most && (!query || text(sentence).includes(query)));
  }

  const drawing = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      drawing.unobserve(target);
      drawCard(target);
    }
  }, {rootMargin: "500px"});

  function drawCard(card) {
    const state = page.state();
    const pair = page.pair();
    const sentence = drawn.sentences[Number(card.dataset.place)];
    const test = unitFilter(state, pair);
    const narrow = ["gold", "was", "now", "label", "right", "wrong", "set", "error"].some((key) => state[key] !== "");
    tertiumDrawings.draw(card.querySelector(".drawing"), sentence, {pair, common: state.class === "all", chosen: narrow && test ? test : () => false});
  }

  /* On paper nothing comes into view later. */
  window.addEventListener("beforeprint", () => {
    for (const card of list.querySelectorAll(".card")) {
      if (card.querySelector(".drawing").firstChild) continue;
      drawing.unobserve(card);
      drawCard(card);
    }
  });

  const placeOf = new Map(drawn.sentences.map((sentence, place) => [sentence.n, place]));

  function makeCard({sentence}) {
    const pair = page.pair();
    const counts = data.hasUnits ? sentence.count(pair) : {};
    const card = element("article", {class: "card", id: `sentence-${sentence.n}`, tabindex: "-1", "data-place": String(placeOf.get(sentence.n))});
    const link = element("a", {href: page.link({s: String(sentence.n)}), title: `The address of this ${data.text}`}, element("bdi", {}, visible(sentence.id)));
    link.addEventListener("click", (event) => { event.preventDefault(); select(rows.findIndex((row) => row.sentence === sentence)); });
    const head = element("header", {}, link);
    if (!data.unitAlone) head.append(element("span", {}, `${sentence.length} ${sentence.length === 1 ? "word" : "words"}`));
    for (const kind of Object.keys(counts)) {
      if (counts[kind]) head.append(element("span", {class: `c-${kind}`}, `${SIGNS[kind]} ${counts[kind]} ${NAMES[kind]}${counts[kind] === 1 ? "" : "s"}`));
    }
    card.append(head, ...(LINED.has(drawn.drawing) ? [makeLine(sentence, pair)] : []), element("div", {class: "drawing"}));
    if (rows[current]?.sentence === sentence) card.classList.add("current");
    drawing.observe(card);
    return card;
  }

  /* The sentence as text, what differs in bold: a drawing of a long one is wider than the page. */
  function makeLine(sentence, pair) {
    const line = element("p", {class: "line", dir: "auto"});
    const marked = new Set();
    for (const unit of sentence.units) if (drawn.drawing === "arcs" && unit.kind(pair)) marked.add(unit.first);
    sentence.words.forEach((word, place) => line.append(element(marked.has(place) ? "b" : "bdi", {}, visible(word)), " "));
    return line;
  }

  function append() {
    const next = rows.slice(last, last + BATCH);
    last += next.length;
    list.append(...next.map(makeCard));
    const left = rows.length - last;
    more.hidden = !left;
    more.textContent = left > BATCH ? `Next ${BATCH} of ${number(left)}` : left === 1 ? "The last one" : `The last ${left}`;
  }

  function prepend() {
    const from = Math.max(0, first - BATCH);
    const made = rows.slice(from, first).map(makeCard);
    first = from;
    list.querySelector(".earlier")?.remove();
    list.prepend(...made);
    showEarlier();
  }

  function showEarlier() {
    if (!first) return;
    const button = element("button", {type: "button", class: "earlier"}, `${number(first)} earlier`);
    button.addEventListener("click", prepend);
    list.prepend(button);
  }

  function show(from = 0) {
    for (const card of list.children) drawing.unobserve(card);
    first = from;
    last = from;
    list.replaceChildren();
    if (!rows.length) list.append(element("p", {class: "empty"}, `No ${data.text} is left by these filters.`));
    showEarlier();
    append();
  }

  /* Go to a sentence of the list. */
  function select(place, {scroll = true, focus = true} = {}) {
    if (place < 0 || place >= rows.length) return;
    current = place;
    if (place < first || place >= last + BATCH) show(place);
    else while (place >= last) append();
    list.querySelector(".current")?.classList.remove("current");
    const card = document.getElementById(`sentence-${rows[place].sentence.n}`);
    card.classList.add("current");
    if (scroll) card.scrollIntoView({block: "start"});
    if (focus) card.focus({preventScroll: true});
    page.choose({s: String(rows[place].sentence.n)}, {typed: true});
  }

  const move = (by) => select(current < 0 ? 0 : Math.min(Math.max(current + by, 0), rows.length - 1));

  function showCount(state) {
    const filtered = rows.length !== drawn.sentences.length;
    document.getElementById("count").textContent = filtered
      ? `${number(rows.length)} of ${number(drawn.sentences.length)} ${data.text}s` : `${number(rows.length)} ${data.text}${rows.length === 1 ? "" : "s"}`;
  }

  /* Filters that have no field of their own, each with a button that takes it away. */
  function showChips(state) {
    const chips = document.getElementById("chips");
    const names = page.pair().map((system) => visible(data.systems[system]));
    const told = [];
    if (state.gold || state.was || state.now) {
      const parts = [state.gold && `gold ${named(state.gold)}`, state.was && `${names[0]} ${named(state.was)}`, state.now && `${names.at(-1)} ${named(state.now)}`].filter(Boolean);
      told.push([parts.join(", "), {gold: "", was: "", now: ""}]);
    }
    if (state.set) {
      const right = data.systems.filter((_, system) => state.set[system] === "1").map(visible);
      told.push([right.length ? `right: only ${right.join(", ")}` : "nobody is right", {set: "", class: ""}]);
    }
    if (state.slice !== "") told.push([tables.slices()?.[Number(state.slice)]?.title ?? "slice", {slice: ""}]);
    if (errorOf(state)) told.push([`errors: ${visible(errorOf(state).title)}`, {error: "", class: ""}]);
    const made = told.map(([text, changes]) => chip(text, changes));
    if (page.FILTERS.some((name) => state[name] !== "")) made.push(chip("clear all", page.clear()));
    chips.replaceChildren(...made);
  }

  function chip(text, changes) {
    const button = element("button", {type: "button", class: "chip", "aria-label": `Remove the filter: ${text}`}, element("bdi", {}, text), " ✕");
    button.addEventListener("click", () => page.choose(changes));
    return button;
  }

  const FIELDS = {class: "class", label: "label", right: "right", wrong: "wrong", query: "q", least: "least", most: "most", sort: "sort"};
  const TYPED = new Set(["q", "least", "most"]);

  function fillFields(state) {
    for (const [id, key] of Object.entries(FIELDS)) {
      const field = document.getElementById(id);
      if (field && field.value !== state[key] && document.activeElement !== field) field.value = state[key];
      if (field && !state[key] && field.value && !TYPED.has(key)) field.value = "";
    }
    for (const [id, key] of [["query", "q"]]) {
      const field = document.getElementById(id);
      if (field.value !== state[key]) field.value = state[key];
    }
  }

  function update(state) {
    const pair = page.pair();
    const place = document.getElementById("legend");
    if (place) tertiumDrawings.legend(place, drawn, {pair});
    for (const [name, system] of [["--pair-a", pair[0]], ["--pair-b", pair.at(-1)]]) document.documentElement.style.setProperty(name, `var(--system-${system % 8})`);
    rows = find(state);
    current = state.s ? rows.findIndex(({sentence}) => String(sentence.n) === state.s) : -1;
    show(Math.max(0, current >= BATCH ? current : 0));
    showCount(state);
    showChips(state);
    fillFields(state);
  }

  function start() {
    document.getElementById("plain").remove();
    const labels = document.getElementById("label");
    if (labels) {
      const known = new Set();
      for (const sentence of drawn.sentences) for (const unit of sentence.units) for (const one of [unit.group ?? unit.gold, ...unit.labels]) known.add(shownText(one));
      for (const one of [...known].sort()) labels.append(new Option(named(one), one));
    }
    for (const [id, key] of Object.entries(FIELDS)) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.addEventListener(TYPED.has(key) ? "input" : "change", () => page.choose({[key]: field.value, s: ""}, {typed: TYPED.has(key)}));
    }
    more.addEventListener("click", append);
    document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
  }

  page.listen((state, before) => {
    const only = ["s"];
    const changed = Object.keys(state).filter((key) => state[key] !== before[key]);
    if (before.from === undefined || changed.some((key) => !only.includes(key))) update(state);
    else if (state.s && String(rows[current]?.sentence.n) !== state.s) select(rows.findIndex(({sentence}) => String(sentence.n) === state.s));
  });

  /* The sentence of the address, even where the filters would leave it out. */
  function open(state) {
    if (!state.s) return;
    let place = rows.findIndex(({sentence}) => String(sentence.n) === state.s);
    if (place < 0 && placeOf.has(Number(state.s))) {
      page.choose({...page.clear(), class: data.hasUnits ? "all" : "", s: state.s}, {typed: true});
      place = rows.findIndex(({sentence}) => String(sentence.n) === state.s);
    }
    select(place, {focus: false});
  }

  return {start, open, move, select, count: () => rows.length, current: () => rows[current]?.sentence.n};
})();
