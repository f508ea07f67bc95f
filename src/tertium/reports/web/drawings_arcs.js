/* Dependencies: the gold's arcs above the words in grey, differing arcs of two systems below, A solid and B dashed.
 * Heights are levels of nested arcs; gaps between words grow until the labels fit; right-to-left text is mirrored. */
"use strict";

tertiumDrawings.ways.arcs = (root, sentence, options, measure) => {
  const {shape, tooltip, stack, answer, goldAnswer} = tertiumDrawings.tools;
  const {visible, SIGNS, NAMES, NOTHING} = tertiumDrawings;
  const WORD = 16, LABEL = 12, GAP = 14, STEP = 24, FIRST = 30, EDGE = 16, PAD = 14, ROUND = 9;
  const {pair} = options;
  const words = sentence.words.map(visible);
  const labels = sentence.texts("labels");
  const heads = sentence.row.heads;
  const kinds = new Map(sentence.units.map((unit) => [unit.first, [unit, unit.kind(pair)]]));
  const kindOf = (word) => (kinds.get(word) ?? [null, ""])[1];

  const above = heads.map((head, word) => ({
    word, head: head - 1, label: labels[word] ?? NOTHING, side: "gold", right: true,
    title: `gold: ${visible(labels[word])}, ${visible(words[word])}`,
  }));
  const below = [];
  for (const unit of sentence.units) {
    const kind = unit.kind(pair);
    const alike = !kind && pair.length > 1 && !unit.right(pair[0]);
    if (!kind && !(alike && options.common)) continue;
    (alike ? pair.slice(0, 1) : pair).forEach((system, place) => below.push({
      word: unit.first, head: unit.heads[system] - 1, label: unit.labels[system], right: unit.right(system), unit, kind,
      side: alike ? "both" : place ? "b" : "a",
      title: `${alike ? "both" : sentence.data.systems[system]}: ${answer(sentence, unit, system)}, `
        + `${unit.right(system) ? "right" : `wrong; gold ${goldAnswer(sentence, unit)}`}`,
    }));
  }

  /* Widths: words, then more room wherever a label is longer than its arc. */
  const textOf = (arc) => (arc.right ? "" : "✗ ") + visible(arc.label) + (arc.head === -2 ? " ?" : "");
  const arcs = [...above, ...below];
  for (const arc of arcs) {
    arc.text = textOf(arc);
    arc.size = measure(arc.text, LABEL, 500);
    arc.width = arc.size + PAD;
    arc.begin = arc.head < 0 ? arc.word : Math.min(arc.word, arc.head);
    arc.end = arc.head < 0 ? arc.word : Math.max(arc.word, arc.head);
  }
  const width = words.map((word) => measure(word, WORD, 600));
  const middle = [];
  const gap = words.map(() => GAP);
  const settle = () => {
    let x = EDGE;
    words.forEach((_, place) => { middle[place] = x + width[place] / 2; x += width[place] + gap[place]; });
    return x - (gap.at(-1) ?? 0) + EDGE;
  };
  let total = settle();
  for (const arc of [...arcs].sort((one, two) => (one.end - one.begin) - (two.end - two.begin) || one.begin - two.begin)) {
    const room = arc.head < 0 ? Infinity : middle[arc.end] - middle[arc.begin] - 14;
    if (room < arc.width) { gap[arc.begin] += arc.width - room; total = settle(); }
    if (arc.head < 0) {
      const free = width[arc.word] + Math.min(gap[arc.word - 1] ?? EDGE, gap[arc.word]);
      if (free < arc.width && words.length > 1) { gap[arc.word] += arc.width - free; total = settle(); }
    }
  }
  const first = arcs.filter((arc) => arc.head < 0 && arc.word === 0);
  const shift = Math.max(0, ...first.map((arc) => arc.width / 2 - middle[0] + 4));
  const last = Math.max(0, ...arcs.filter((arc) => arc.head < 0 && arc.word === words.length - 1)
    .map((arc) => middle[arc.word] + arc.width / 2 + 4 - total));
  middle.forEach((_, place) => { middle[place] += shift; });
  total += shift + last;

  /* Ends: where an arc leaves its head, beside the middle, the longest nearest to it. */
  function settleEnds(layer) {
    for (const arc of layer) {
      const both = layer.filter((other) => other.word === arc.word).length > 1;
      arc.from = middle[arc.word] + (both ? (arc.side === "b" ? 4 : -4) : 0);
    }
    for (const right of [true, false]) {
      const leaving = new Map();
      for (const arc of layer) {
        if (arc.head < 0 || (arc.word > arc.head) !== right) continue;
        if (!leaving.has(arc.head)) leaving.set(arc.head, []);
        leaving.get(arc.head).push(arc);
      }
      for (const [head, own] of leaving) {
        own.sort((one, two) => Math.abs(two.word - head) - Math.abs(one.word - head) || (one.side < two.side ? -1 : 1));
        const step = Math.min(6, Math.max(2, width[head] / 2 / (own.length + 1)));
        own.forEach((arc, place) => { arc.to = middle[head] + (right ? 1 : -1) * (8 + step * place); });
      }
    }
    const levels = stack(layer.map((arc) => (arc.head < 0
      ? {left: arc.from - arc.width / 2, right: arc.from + arc.width / 2}
      : {left: Math.min(arc.from, arc.to), right: Math.max(arc.from, arc.to)})));
    layer.forEach((arc, place) => { arc.level = levels[place]; });
    for (const arc of layer) {  // the root comes from above everything
      if (arc.head !== -1) continue;
      const over = layer.filter((other) => other.head >= 0
        && Math.min(other.from, other.to) < arc.from + arc.width / 2 && arc.from - arc.width / 2 < Math.max(other.from, other.to));
      const roots = layer.filter((other) => other !== arc && other.head === -1 && other.done
        && Math.abs(other.from - arc.from) < (other.width + arc.width) / 2);
      arc.level = 1 + Math.max(0, ...over.map((other) => other.level), ...roots.map((other) => other.level));
      arc.done = true;
    }
    return Math.max(0, ...layer.map((arc) => arc.level));
  }

  const up = settleEnds(above), down = settleEnds(below);
  const base = (up ? FIRST + (up - 1) * STEP : 0) + 18;
  const under = base + WORD + 22;
  const height = under + (down ? FIRST + (down - 1) * STEP + 10 : 4);
  const mirror = (x) => (sentence.rightToLeft ? total - x : x);
  const svg = shape("svg", {
    width: Math.ceil(total), height: Math.ceil(height), viewBox: `0 0 ${Math.ceil(total)} ${Math.ceil(height)}`,
    class: "td-svg", role: "group", "aria-label": "arcs of the gold above, of the systems below",
  });
  const written = shape("g", {});  // labels, over all arcs
  svg.append(written);
  root.append(svg);

  function drawArc(arc, line, sign) {
    const y = line - sign * (FIRST + (arc.level - 1) * STEP);
    const group = shape("g", {
      class: ["td-arc", `td-${arc.side}`, arc.right ? "td-right" : "td-wrong", kindOf(arc.word) ? "td-differs" : "",
              options.chosen(kinds.get(arc.word)?.[0]) ? "td-chosen" : ""].filter(Boolean).join(" "),
      "data-word": arc.word,
    }, tooltip(arc.title));
    const x = mirror(arc.from);
    let centre = x;
    if (arc.head < 0) {
      group.append(shape("path", {class: "td-path", d: `M${x},${y} V${line - sign * 3}`}));
    } else {
      const to = mirror(arc.to), toward = x < to ? 1 : -1;
      const round = Math.min(ROUND, Math.abs(to - x) / 2, Math.abs(line - y));
      centre = (x + to) / 2;
      group.append(shape("path", {
        class: "td-path",
        d: `M${x},${line - sign * 3} V${y + sign * round} Q${x},${y} ${x + toward * round},${y} `
          + `H${to - toward * round} Q${to},${y} ${to},${y + sign * round} V${line}`,
      }));
    }
    group.append(shape("path", {class: "td-head", d: `M${x},${line} l-3.5,${-sign * 7} h7 z`}));
    svg.insertBefore(group, written);
    const label = shape("g", {class: group.getAttribute("class")}, tooltip(arc.title));
    label.append(shape("text", {x: centre, y: y + 4, class: "td-label"}, arc.text));
    if (!arc.right) {
      const from = centre - arc.size / 2 + measure("✗ ", LABEL, 500);
      label.append(shape("path", {class: "td-strike", d: `M${from},${y} H${centre + arc.size / 2}`}));
    }
    written.append(label);
  }

  const rank = (arc) => (options.chosen(kinds.get(arc.word)?.[0]) ? 2 : kindOf(arc.word) ? 1 : 0);
  for (const arc of [...above].sort((one, two) => rank(one) - rank(two))) drawArc(arc, base - 2, 1);
  for (const arc of below) drawArc(arc, under, -1);
  words.forEach((word, place) => {
    const kind = kindOf(place);
    svg.append(shape("text", {x: mirror(middle[place]), y: base + WORD - 1, class: `td-word ${kind ? `td-differs td-${kind}` : ""}`}, `${word} `));
    if (kind) {
      svg.append(shape("text", {x: mirror(middle[place]), y: base + WORD + 13, class: `td-sign td-${kind}`},
        SIGNS[kind], tooltip(NAMES[kind])));
    }
  });
};
