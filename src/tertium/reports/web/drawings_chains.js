/* Coreference in running text: the key's mentions above the words, each with the number of its chain; below, what the
 * two systems do with the mentions on which they differ; then, for each of these, its antecedent in the key and in
 * either system, with some words around it. */
"use strict";

tertiumDrawings.ways.chains = (root, sentence, options) => {
  const {element, lanes} = tertiumDrawings.tools;
  const {visible, SIGNS, NAMES} = tertiumDrawings;
  const {pair} = options;
  const {row, data} = sentence;
  const TOLD = {tp: "linked", wl: "wrong link", fn: "not linked", fp: "linked", tn: "not linked"};
  const AROUND = 4;
  const EMPTY = "(empty)";
  const isEmpty = (place) => Boolean(row.empty?.includes(place));
  const classOf = (label) => label ?? "tn";
  const bars = {above: [], below: []};
  const listed = [];
  const differing = new Set();

  sentence.units.forEach((unit, place) => {
    const kind = unit.kind(pair);
    const alike = !kind && pair.length > 1 && !unit.right(pair[0]);
    if (!kind && !(alike && options.common)) return;
    if (kind) differing.add(`${unit.first} ${unit.end} ${isEmpty(place)}`);
    listed.push([unit, place, kind]);
    (alike ? pair.slice(0, 1) : pair).forEach((system, number) => bars.below.push({
      begin: unit.first, end: unit.end, label: `${isEmpty(place) ? `${EMPTY} ` : ""}${TOLD[classOf(unit.labels[system])]}`, side: alike ? "both" : number ? "b" : "a",
      right: unit.right(system), kind, chosen: options.chosen(unit),
      title: `${alike ? "both" : visible(data.systems[system])}: ${tell(unit, place, system)}`,
    }));
  });
  for (const [first, end, chain, empty] of row.mentions ?? []) {
    bars.above.push({
      begin: first, end, label: empty ? `${chain} ${EMPTY}` : String(chain), side: "gold", right: true,
      kind: differing.has(`${first} ${end} ${Boolean(empty)}`) ? "key" : "",
      title: `key: chain ${chain}`,
    });
  }
  lanes(root, sentence, bars, (bar) => ({
    sign: bar.side !== "gold" && bar.kind ? `${SIGNS[bar.kind]} ` : "", title: bar.title,
  }));

  if (!listed.length) return;
  const list = element("ul", {class: "td-links"});
  for (const [unit, place, kind] of listed) {
    const words = `${isEmpty(place) ? `${EMPTY} beside ` : ""}${sentence.words.slice(unit.first, unit.end).map(visible).join(" ")}`;
    const item = element("li", {},
      element("span", {class: `td-${kind || "error"}`}, kind ? `${SIGNS[kind]} ` : "✗ "), element("b", {dir: "auto"}, words),
      element("span", {class: "td-quiet"}, kind ? ` ${NAMES[kind]}` : " both alike"));
    item.append(element("div", {class: "td-gold"}, "key: ", ...antecedent(row.links[place][0], "no antecedent")));
    pair.forEach((system, number) => {
      const label = TOLD[classOf(unit.labels[system])];
      const mark = unit.right(system) ? label : element("s", {}, label);
      item.append(element("div", {class: number ? "td-b" : "td-a"}, unit.right(system) ? "" : "✗ ",
        `${visible(data.systems[system])}: `, mark, " ", ...antecedent(row.links[place][system + 1], ""),
        ...(unit.errors?.[system] ? [element("span", {class: "td-quiet"}, ` (${unit.errors[system]})`)] : [])));
    });
    list.append(item);
  }
  root.append(list);

  function tell(unit, place, system) {
    const link = row.links[place][system + 1];
    const label = TOLD[classOf(unit.labels[system])];
    return link ? `${label} to ${text(link)}` : label;
  }

  function find(number) {
    data.byNumber ??= new Map(data.sentences.map((one) => [one.n, one]));
    return data.byNumber.get(number);
  }

  function text([number, first, end, empty]) {
    const other = find(number);
    if (empty) return EMPTY;
    return other ? other.words.slice(first, end).map(visible).join(" ") : `words ${first + 1} to ${end} of sentence ${number}`;
  }

  /* ← … some words **antecedent** some words … (sentence 3) */
  function antecedent(link, otherwise) {
    if (!link) return otherwise ? [otherwise] : [];
    const [number, at, end, empty] = link;
    const first = empty ? end : at;  // an empty node is told after the word beside it
    const other = find(number);
    const where = number === sentence.n ? " (here)" : ` (sentence ${number}${number < sentence.n ? `, ${sentence.n - number} before` : ""})`;
    if (!other) return ["← ", text(link), where];
    const words = other.words.map(visible);
    const before = words.slice(Math.max(first - AROUND, 0), first), after = words.slice(end, end + AROUND);
    const quote = element("span", {class: "td-quote", dir: "auto"},
      first > AROUND ? "… " : "", before.length ? `${before.join(" ")} ` : "", element("b", {}, empty ? EMPTY : words.slice(first, end).join(" ")),
      after.length ? ` ${after.join(" ")}` : "", end + AROUND < words.length ? " …" : "");
    return ["← ", quote, element("span", {class: "td-quiet"}, where)];
  }
};
