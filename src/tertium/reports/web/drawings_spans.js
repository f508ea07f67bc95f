/* Tags in line, word[a>b], and spans as bars: the gold's above the words in grey, those of two systems that differ
 * below, A solid and B dashed; an argument is told with its predicate. Both wrap like text. */
"use strict";

tertiumDrawings.ways.tags = (root, sentence, options) => {
  const {element, mark} = tertiumDrawings.tools;
  const {visible} = tertiumDrawings;
  const {pair} = options;
  const labels = sentence.texts("labels");
  const units = new Map(sentence.units.map((unit) => [unit.first, unit]));
  const text = element("p", {class: "td-text"});
  sentence.words.forEach((word, place) => {
    const unit = units.get(place);
    const kind = unit?.kind(pair) ?? "";
    const alike = unit && !kind && pair.length > 1 && !unit.right(pair[0]) && options.common;
    const form = element("span", {class: kind && sentence.data.unit === "word" ? "td-marked" : ""}, visible(word));
    const own = element("span", {class: options.chosen(unit) ? "td-chosen" : ""}, form);
    if (options.tags && labels.length) {
      own.replaceChildren(element("span", {class: "td-tagged"}, form, element("small", {}, visible(labels[place]))));
    }
    if (kind) own.append(mark(sentence, unit, kind, pair));
    if (alike) own.append(mark(sentence, unit, "error", pair.slice(0, 1)));
    text.append(own, " ");
  });
  root.append(text);
};

tertiumDrawings.ways.text = tertiumDrawings.ways.tags;

tertiumDrawings.ways.spans = (root, sentence, options) => {
  const {visible, SIGNS, NAMES} = tertiumDrawings;
  const {answer, goldAnswer, ownerName} = tertiumDrawings.tools;
  const {pair} = options;
  const names = sentence.data.systems.map(visible);
  const bars = {above: [], below: []};
  const add = (where, unit, label, side, right, title) => bars[where].push({
    begin: unit.first, end: Math.max(unit.end, unit.first + 1), label, owner: ownerName(sentence, unit), side, right, title,
    kind: unit.kind(pair), chosen: options.chosen(unit),
  });
  for (const unit of sentence.units) {
    const kind = unit.kind(pair);
    if (unit.gold !== null) add("above", unit, unit.gold, "gold", true, `gold: ${goldAnswer(sentence, unit)}`);
    const alike = !kind && pair.length > 1 && !unit.right(pair[0]);
    if (!kind && !(alike && options.common)) continue;
    (alike ? pair.slice(0, 1) : pair).forEach((system, place) => {
      if (unit.labels[system] === null && unit.right(system)) return;  // rightly nothing
      const side = alike ? "both" : place ? "b" : "a";
      const judged = unit.right(system) ? "right" : `wrong; gold ${goldAnswer(sentence, unit)}`;
      add("below", unit, unit.labels[system], side, unit.right(system),
        `${alike ? "both" : names[system]}: ${answer(sentence, unit, system)}, ${judged}`);
    });
  }
  tertiumDrawings.tools.lanes(root, sentence, bars, (bar) => {
    const sign = bar.side !== "gold" && bar.kind ? `${SIGNS[bar.kind]} ` : "";
    return {sign, title: bar.kind && bar.side !== "gold" ? `${bar.title} (${NAMES[bar.kind]})` : bar.title};
  });
};

/* Words in cells that wrap, each with its part of the bars above and below it. */
tertiumDrawings.tools.lanes = (root, sentence, bars, tell) => {
  const {element, stack} = tertiumDrawings.tools;
  const {visible} = tertiumDrawings;
  const grid = {};
  for (const where of ["above", "below"]) {
    const levels = stack(bars[where].map((bar) => ({left: bar.begin, right: bar.end})));
    const height = Math.max(0, ...levels);
    grid[where] = {height, rows: Array.from({length: height}, () => new Map())};
    bars[where].forEach((bar, place) => {
      for (let word = bar.begin; word < bar.end; word += 1) grid[where].rows[levels[place] - 1].set(word, bar);
    });
  }
  const row = element("div", {class: "td-row"});
  const lane = (where, level, word) => {
    const bar = grid[where].rows[level].get(word);
    if (!bar) return element("span", {class: `td-lane td-${where}`, "aria-hidden": "true"});
    const opens = bar.begin === word, closes = bar.end === word + 1;
    const {sign, title} = tell(bar);
    const made = element("span", {
      class: ["td-lane", `td-${where}`, "td-in", `td-${bar.side}`, opens ? "td-opens" : "", closes ? "td-closes" : "",
              bar.right ? "td-right" : "td-wrong", bar.kind ? `td-differs td-${bar.kind}` : "",
              bar.chosen ? "td-chosen" : ""].filter(Boolean).join(" "),
      title,
    });
    if (!opens) return made;
    if (bar.right) made.append(sign, visible(bar.label));
    else made.append(`${sign}✗ `, element("s", {}, visible(bar.label)));
    if (bar.owner) made.append(` of ${bar.owner}`);
    return made;
  };
  sentence.words.forEach((word, place) => {
    const cell = element("span", {class: "td-cell"});
    for (let level = grid.above.height - 1; level >= 0; level -= 1) cell.append(lane("above", level, place));
    const differs = [...grid.below.rows, ...grid.above.rows].some((found) => found.get(place)?.kind);
    cell.append(element("span", {class: `td-form ${differs ? "td-marked" : ""}`}, `${visible(word)} `));
    for (let level = 0; level < grid.below.height; level += 1) cell.append(lane("below", level, place));
    row.append(cell);
  });
  root.append(row);
};
