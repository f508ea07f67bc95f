/* Phrase-structure trees: the gold's, then each system's that is another. What is wrong has a sign and a frame:
 * − missing (dashed, in the gold's tree), + extra, ~ another label, ↔ another border. Gaps are allowed. */
"use strict";

tertiumDrawings.ways.trees = (root, sentence, options, measure) => {
  const {element} = tertiumDrawings.tools;
  const {visible} = tertiumDrawings;
  const NUMBERS = {a: "①", b: "②"};
  const {pair} = options;
  const {row, data} = sentence;
  const text = (place) => data.strings[place];
  const trees = pair.map((system) => row.trees[system]);
  const gold = readTree(row.tree, sentence.words, row.tags);
  pair.forEach((system, place) => {
    const tree = trees[place];
    if (tree === null || typeof tree === "number") return;
    const note = (node, sign, told) => {
      gold.nodes[node].marks.push({side: place ? "b" : "a", sign, told: `${visible(data.systems[system])}: ${told}`});
    };
    for (const node of tree.missed ?? []) note(node, "−", "missing");
    pairs(tree.relabelled).forEach(([ours, theirs]) => note(ours, "~", `labelled ${visible(text(tree.labels[theirs]))}`));
    pairs(tree.moved).forEach(([ours]) => note(ours, "↔", "with another border"));
  });
  panel("Gold", "gold", gold, "");
  pair.forEach((system, place) => {
    const tree = trees[place], side = place ? "b" : "a", name = `${pair.length > 1 ? `${NUMBERS[side]} ` : ""}${visible(data.systems[system])}`;
    if (tree === null) { panel(`${name}: the same tree as the gold's`, side, null); return; }
    if (typeof tree === "number") { panel(`${name}: not compared (${visible(text(tree))})`, side, null); return; }
    const forms = tree.forms ? tree.forms.map(text) : sentence.words;
    const tags = tree.forms ? new Array(forms.length).fill(null) : [...row.tags];
    const wrongTags = new Map();
    pairs(tree.tags).forEach(([word, tag]) => {
      if (tags[word] !== null) wrongTags.set(word, visible(text(tags[word])));
      tags[word] = tag;
    });
    const own = readTree(tree, forms, tags);
    for (const node of tree.extra ?? []) own.nodes[node].marks.push({side, sign: "+", told: "not in the gold"});
    pairs(tree.relabelled).forEach(([ours, theirs]) => own.nodes[theirs].marks.push(
      {side, sign: "~", told: `in the gold ${visible(text(row.tree.labels[ours]))}`, was: visible(text(row.tree.labels[ours]))}));
    pairs(tree.moved).forEach(([, theirs]) => own.nodes[theirs].marks.push({side, sign: "↔", told: "in the gold with another border"}));
    own.wrongTags = wrongTags;
    const n = (tree.missed ?? []).length;
    panel(`${name}${n ? ` (− ${n} missing, dashed in the gold's tree)` : ""}`, side, own);
  });

  function pairs(flat = []) {
    return Array.from({length: flat.length / 2}, (_, place) => [flat[2 * place], flat[2 * place + 1]]);
  }

  /* Nodes with their children, words being the leaves. */
  function readTree(tree, forms, tags) {
    const idle = new Set(tree.idle ?? []);
    const nodes = tree.labels.map((label, place) => ({
      label: visible(text(label)) || "( )", parent: tree.parents[place], below: [], marks: [], idle: idle.has(place), yield: [],
    }));
    nodes.forEach((node, place) => { if (node.parent >= 0) nodes[node.parent].below.push({node: place}); });
    tree.words.forEach((above, word) => {
      if (above >= 0) nodes[above].below.push({word});
      for (let place = above; place >= 0; place = nodes[place].parent) nodes[place].yield.push(word);
    });
    return {nodes, forms: forms.map(visible), tags: tags.map((tag) => (tag === null ? "" : visible(text(tag)))), above: tree.words, wrongTags: new Map()};
  }

  function panel(title, side, tree) {
    const box = element("div", {class: `td-tree td-${side}-tree`}, element("h4", {class: `td-${side}`}, title));
    root.append(box);
    if (tree !== null) box.append(plant(tree, side, title));
  }

  function plant(tree, side, title) {
    const {shape, tooltip} = tertiumDrawings.tools;
    const WORD = 16, NODE = 13, TAG = 11, GAP = 16, EDGE = 12, STEP = 38, BOX = 9;
    const {nodes, forms, tags} = tree;
    const signOf = (node) => (side === "gold"
      ? node.marks.map((mark) => mark.sign + (pair.length > 1 ? NUMBERS[mark.side] : "")).join(" ")
      : node.marks.map((mark) => mark.sign + (mark.was ? ` ${mark.was} →` : "")).join(" "));
    const captions = nodes.map((node) => (node.marks.length ? `${signOf(node)} ${node.label}` : node.label));
    const width = captions.map((caption) => measure(caption, NODE, 600) + 12);
    const room = forms.map((form, word) => Math.max(measure(form, WORD, 400), measure(posOf(word), TAG, 600)) + GAP);
    const deepest = [...nodes.keys()].reverse();
    for (const place of deepest) {  // words below a long label stand farther apart
      const own = nodes[place].yield;
      const sum = own.reduce((total, word) => total + room[word], 0);
      if (own.length && sum < width[place] + 6) own.forEach((word) => { room[word] += (width[place] + 6 - sum) / own.length; });
    }
    const middle = [];
    let total = EDGE;
    forms.forEach((_, word) => { middle[word] = total + room[word] / 2; total += room[word]; });
    total += EDGE;
    for (const place of deepest) {
      const node = nodes[place];
      const inside = node.below.map((child) => ("word" in child ? middle[child.word] : nodes[child.node].x));
      node.x = inside.length ? (Math.min(...inside) + Math.max(...inside)) / 2 : EDGE + width[place] / 2;
      node.level = 1 + Math.max(0, ...node.below.map((child) => ("word" in child ? 0 : nodes[child.node].level)));
      const clash = () => deepest.some((other) => other > place && nodes[other].level === node.level
        && Math.abs(nodes[other].x - node.x) < (width[other] + width[place]) / 2 + 4);
      while (clash()) node.level += 1;
    }
    const most = Math.max(0, ...nodes.map((node) => node.level));
    const base = 16 + most * STEP + 8;
    const height = base + WORD + TAG + 16;
    const extent = Math.max(total, ...nodes.map((node, place) => node.x + width[place] / 2 + 4));
    const over = Math.max(0, ...nodes.map((node, place) => width[place] / 2 + 4 - node.x));
    const mirror = (x) => (sentence.rightToLeft ? extent - x : x + over);
    const y = (level) => base - level * STEP;
    const svg = shape("svg", {
      width: Math.ceil(extent + over), height: Math.ceil(height), viewBox: `0 0 ${Math.ceil(extent + over)} ${Math.ceil(height)}`,
      class: `td-svg td-${side === "gold" ? "ours" : side}`, role: "group", "aria-label": `tree: ${title}`,
    });
    const lines = shape("g", {"aria-hidden": "true"});
    svg.append(lines);
    const wrongIn = (node) => side !== "gold" && node.marks.length > 0;
    const wrongLines = [];  // over the others
    nodes.forEach((node) => {
      for (const child of node.below) {
        const isWord = "word" in child;
        const x = mirror(isWord ? middle[child.word] : nodes[child.node].x);
        const top = y(node.level) + BOX, bottom = isWord ? base + 2 : y(nodes[child.node].level) - BOX;
        const wrong = !isWord && wrongIn(nodes[child.node]);
        const path = shape("path", {
          class: `td-edge ${wrong ? "td-wrong" : ""} ${wrong && side === "b" ? "td-dashed" : ""}`,
          d: bend(mirror(node.x), top, x, bottom),
        });
        if (wrong) wrongLines.push(path);
        else lines.append(path);
      }
    });
    lines.append(...wrongLines);
    nodes.forEach((node, place) => {
      const marked = node.marks.length > 0;
      const only = new Set(node.marks.map((mark) => mark.side));
      const colour = !marked ? "" : side !== "gold" ? side : only.size > 1 ? "missing" : [...only][0];
      const group = shape("g", {class: marked ? `td-${colour}` : ""});
      if (marked) group.append(tooltip(`${node.label}: ${node.marks.map((mark) => mark.told).join("; ")}`));
      group.append(shape("rect", {
        x: mirror(node.x) - width[place] / 2, y: y(node.level) - BOX, width: width[place], height: 2 * BOX, rx: 4,
        class: `td-box ${marked ? "td-wrong" : ""} ${marked && side === "gold" ? "td-missed" : ""}`,
      }));
      group.append(shape("text", {
        x: mirror(node.x), y: y(node.level) + 4.5,
        class: `td-node ${node.idle ? "td-idle" : ""} ${marked ? "td-wrong" : ""}`,
      }, captions[place]));
      svg.append(group);
    });
    forms.forEach((form, word) => {
      const wrong = tree.wrongTags.has(word);
      svg.append(shape("text", {x: mirror(middle[word]), y: base + 13, class: `td-pos ${wrong ? "td-wrong" : ""}`}, posOf(word)));
      svg.append(shape("text", {x: mirror(middle[word]), y: base + 13 + WORD + 2, class: "td-word"}, `${form} `));
    });
    return svg;

    /* Down, across below the phrase, and down to what is in it: lines of phrases without gaps never cross. */
    function bend(from, top, to, bottom) {
      const across = top + 8, toward = from < to ? 1 : -1;
      const round = Math.min(6, Math.abs(to - from) / 2, Math.max(bottom - across, 0));
      if (Math.abs(to - from) < 1) return `M${from},${top} V${bottom}`;
      return `M${from},${top} V${across} H${to - toward * round} Q${to},${across} ${to},${across + round} V${bottom}`;
    }

    function posOf(word) {
      return tree.wrongTags.has(word) ? `${tree.wrongTags.get(word)} → ${tags[word]}` : tags[word];
    }
  }
};
