/* Charts: Vega-Lite specifications from the page, filled with the numbers of the pair at hand when they come into view. */
"use strict";

const charts = (() => {
  const {data} = page;
  const {visible, NOTHING} = tertiumDrawings;
  const {named, number, percent, step} = tables;
  const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
  const MOST_KINDS = 24;
  const FLOW_HEIGHT = 440;
  const MOST_LABELS = 16;
  const MOST_SETS = 14;
  const LOOK = {
    font: FONT, background: "transparent", padding: 4,
    view: {stroke: null},
    axis: {labelColor: "var(--ink)", titleColor: "var(--quiet)", gridColor: "var(--line)", domainColor: "var(--line)", tickColor: "var(--line)",
           labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", gridOpacity: 0.6},
    axisY: {grid: false},
    legend: {labelColor: "var(--ink)", labelFontSize: 12, titleColor: "var(--quiet)", offset: 2, padding: 2},
    text: {fill: "var(--ink)"},
  };
  const SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left"];
  const n = data.systems.length;
  const LISTS = {
    systems: data.systems,
    colours: data.systems.map((_, place) => `var(--system-${place % SHAPES.length})`),
    shapes: data.systems.map((_, place) => SHAPES[place % SHAPES.length]),
    left: [0, 30 * n],
    bars: [30 * n + 12, {expr: "width"}],
    wide: [-0.75 * Math.sqrt(n) - 1, n + 1.4],
    high: [n + 0.1, -0.55],
  };
  const specs = fillLists(page.specs);
  const share = (measure) => data.measures.find((row) => row.name === measure).share;
  const size = (measure, value) => (share(measure) ? 100 : 1) * value;
  const shown = (measure, value) => size(measure, value).toFixed(2);
  const names = data.systems.map(visible);
  const label = (text) => (text === NOTHING ? "(not in gold)" : named(text));

  const made = {
    scores() {
      const measure = document.getElementById("measure").value || data.headline;
      const clusters = data.clusters[measure] ?? [];
      const lower = data.measures.find((row) => row.name === measure).lower;
      const scores = data.scores[measure];
      const order = clusters.length ? clusters.flat() : data.systems.map((_, place) => place).sort((a, b) => (lower ? 1 : -1) * ((scores[a]?.[0] ?? 0) - (scores[b]?.[0] ?? 0)));
      const rows = order.filter((place) => scores[place]).map((place) => {
        const [value, low, high] = scores[place];
        const ends = low === null ? "" : ` [${shown(measure, low)}, ${shown(measure, high)}]`;
        return {system: data.systems[place], value: size(measure, value), low: size(measure, low ?? value), high: size(measure, high ?? value),
                label: shown(measure, value), text: shown(measure, value) + ends};
      });
      const parts = clusters.slice(0, -1).map((group) => ({system: data.systems[group.at(-1)]}));
      return {rows: rows.length, height: 40 * rows.length + 50, datasets: {rows, parts}};
    },

    ranks() {
      const rows = [];
      let disagree = false;
      let first = null;
      for (const {name, lower} of rankedMeasures()) {
        const scores = data.scores[name].map((row) => row[0]);
        const ranks = scores.map((own) => 1 + scores.filter((other) => (lower ? other < own : other > own)).length);
        first ??= ranks;
        disagree ||= ranks.some((rank, place) => rank !== first[place]);
        data.systems.forEach((system, place) => rows.push({system, measure: name, rank: ranks[place], text: shown(name, scores[place])}));
      }
      document.getElementById("ranks-figure").hidden = !disagree;
      return disagree ? {height: 290, datasets: {rows}} : null;
    },

    flow() {
      const all = tables.transitions();
      if (!all.length) return null;
      const rows = [...all].sort((a, b) => b.count - a.count).slice(0, MOST_KINDS);
      const right = (is) => (is ? "✓ " : "✗ ");
      const ribbons = rows.map((row) => ({
        ...row, go: {class: tables.CLASSES[row.kind], gold: row.gold, was: row.before, now: row.after}, at: [],
        names: [label(row.gold), right(row.kind === 1) + named(row.before), right(row.kind === 0) + named(row.after)],
      }));
      const total = ribbons.reduce((sum, row) => sum + row.count, 0);
      const told = document.getElementById("flow-share");
      const whole = all.reduce((sum, row) => sum + row.count, 0);
      told.textContent = all.length > rows.length ? `The ${rows.length} most frequent of ${number(all.length)} kinds of change, ${percent(total, whole)} of all.` : "";
      const columns = [0, 1, 2].map((side) => {
        const groups = new Map();
        for (const row of ribbons) groups.set(row.names[side], [...(groups.get(row.names[side]) ?? []), row]);
        const sum = (own) => own.reduce((sum, row) => sum + row.count, 0);
        return [...groups].map(([name, own]) => ({name, own, count: sum(own)})).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
      });
      const slot = roomForNames(columns, total);
      const gap = total * 0.012;
      const nodes = [];
      columns.forEach((column, side) => {
        let y = 0;
        for (const {name, own, count} of column) {
          const low = y;
          own.sort((a, b) => (a.at[side - 1] ?? a.kind) - (b.at[side - 1] ?? b.kind) || a.kind - b.kind);
          for (const row of own) { row.at[side] = y; y += row.count; }
          const field = ["gold", "was", "now"][side];
          nodes.push({side, name, x: side - 0.015, x2: side + 0.015, low, high: y, middle: (low + y) / 2, count, go: {[field]: own[0].go[field]}});
          y = Math.max(y + gap, low + slot);
        }
      });
      const points = ribbons.flatMap((row, id) => [[0, 0], [0.05, 0], [0.93, 1], [1, 1], [1.07, 1], [1.95, 2], [2, 2]].map(([x, side]) => ({
        id, x, low: row.at[side], high: row.at[side] + row.count, kind: tables.SINGLE[row.kind], count: row.count, go: row.go,
        text: `gold ${row.names[0]}: ${row.names[1]} → ${row.names[2]}`,
      })));
      const [one, two] = page.pair();
      const heads = [["gold", 0], [names[one], 1], [names[two], 2]].map(([name, x]) => ({name, x}));
      return {height: 480, datasets: {ribbons: points, nodes, heads}};
    },

    balance() {
      const groups = new Map();
      for (const row of tables.transitions()) {
        if (row.kind === 2) continue;
        const own = groups.get(row.gold) ?? [0, 0];
        own[row.kind] += row.count;
        groups.set(row.gold, own);
      }
      const order = [...groups].sort((a, b) => b[1][0] + b[1][1] - a[1][0] - a[1][1]).slice(0, MOST_LABELS);
      if (!order.length) return null;
      const rows = order.flatMap(([gold, counts]) => counts.map((count, kind) => ({
        label: label(gold), kind: tables.SINGLE[kind], value: kind ? -count : count, count, go: {class: tables.CLASSES[kind], gold},
      }))).filter((row) => row.count || row.kind === "correction");
      return {rows: order.length, height: 22 * order.length + 90, datasets: {rows: rows.filter((row) => row.count), zero: [{value: 0}]}};
    },

    likeness() {
      const order = data.joins.length ? leaves() : [...Array(n).keys()];
      const most = Math.max(...data.different.flat(), 1e-9);
      const cells = [];
      order.forEach((one, i) => order.forEach((two, j) => {
        if (one === two) return;
        const value = data.different[one][two];
        cells.push({x: j, x2: j + 1, y: i, y2: i + 1, xc: j + 0.5, yc: i + 0.5, shade: 0.08 + 0.5 * value / most, label: (100 * value).toFixed(1),
                    text: `${names[one]}, ${names[two]}`, pair: one < two ? [one, two] : [two, one]});
      }));
      const heads = order.map((_, i) => ({x: i + 0.5, y: 0, name: String(i + 1)}));
      const rows = order.map((place, i) => ({x: 0, y: i + 0.5, name: `${names[place]}  ${i + 1}`}));
      return {rows: n + 1.4, height: 70 + 44 * n, datasets: {cells, heads, names: rows, joins: dendrogram(order)}};
    },

    solvers() {
      const total = data.patterns.reduce((sum, [, count]) => sum + count, 0);
      const all = data.patterns.find(([bits]) => !bits.includes("0"));
      const place = document.getElementById("all-right");
      place.textContent = `${data.systems.length === 2 ? "Both" : `All ${data.systems.length}`} are right on ${percent(all ? all[1] : 0, total)}, which is not drawn.`;
      const sets = data.patterns.filter(([bits]) => bits.includes("0")).slice(0, MOST_SETS);
      if (!sets.length) return null;
      const who = (bits) => data.systems.filter((_, place) => bits[place] === "1").map(visible).join(", ") || "nobody";
      return {rows: sets.length, height: 24 * sets.length + 110, datasets: {
        sets: sets.map(([set, count]) => ({set, count, label: number(count), text: who(set), share: percent(count, total, 2), go: {class: "all", set}})),
        members: sets.flatMap(([set]) => data.systems.map((system, place) => ({set, system, member: set[place] === "1", text: who(set), go: {class: "all", set}}))),
      }};
    },

    gain() {
      const {units, subsets} = data.oracle;
      let last = null;
      const rows = subsets.map(([members, correct]) => {
        const value = 100 * correct / units;
        const more = last === null ? "" : ` (+${(value - last).toFixed(2)})`;
        last = value;
        return {k: members.length, value, label: value.toFixed(2) + more, text: members.map((place) => names[place]).join(", ")};
      });
      return {height: 280, datasets: {rows}};
    },

    found() { return forest(true); },

    slices() { return forest(false); },
  };

  function forest(isFound) {
    const rows = (tables.slices() ?? []).filter((row) => row.found === isFound);
    if (!rows.length) return null;
    const {row: known, turned} = page.facts();
    const everywhere = known.everywhere ?? known.delta;
    const whole = turned ? -everywhere : everywhere;
    const value = (row) => (isFound ? row.gap : row.delta);
    return {rows: rows.length, height: 22 * rows.length + 60, datasets: {
      rows: rows.map((row) => ({title: row.title, delta: 100 * value(row), low: 100 * row.low, high: 100 * row.high, sign: row.sign,
        text: `${step(value(row))} [${step(row.low)}, ${step(row.high)}]`, units: row.units, q: row.q.toFixed(3), go: row.sentences.length ? {slice: String(row.place)} : null})),
      zero: [{delta: 0}], whole: isFound ? [] : [{delta: 100 * whole, text: step(whole)}],
    }};
  }

  /* The least room of a label in units, so that names do not overlap: what is tallest decides about the scale. */
  function roomForNames(columns, total) {
    let slot = 0;
    for (let turn = 0; turn < 6; turn += 1) {
      const heights = columns.map((column) => column.reduce((sum, {count}) => sum + Math.max(count + total * 0.012, slot), 0));
      slot = 13.5 * Math.max(...heights) / FLOW_HEIGHT;
    }
    return slot;
  }

  /* The specifications with what depends on the systems: ["@systems"] is the list of their names. */
  function fillLists(part) {
    if (Array.isArray(part)) return String(part[0]).startsWith("@") ? LISTS[part[0].slice(1)] : part.map(fillLists);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fillLists(value)]));
  }

  function rankedMeasures() {
    const found = data.measures.filter(({name}) => data.scores[name].every((row) => row !== null)
      && data.scores[name].some((row) => row[0] !== data.scores[name][0][0]));
    return found.slice(0, 16);
  }

  /* The systems in the order of the dendrogram. */
  function leaves() {
    const orders = new Map(data.systems.map((_, place) => [String(place), [place]]));
    let last = [0];
    for (const [left, right] of data.joins) {
      last = [...orders.get(key(left)), ...orders.get(key(right))];
      orders.set(key([...left, ...right]), last);
    }
    return last;
  }

  const key = (members) => [...members].sort((a, b) => a - b).join(",");

  /* Lines that join systems, right of the matrix. */
  function dendrogram(order) {
    const n = order.length;
    const most = Math.max(...data.joins.map(([, , height]) => height), 1e-9);
    const at = new Map(order.map((place, row) => [String(place), {x: n + 0.1, y: row + 0.5}]));
    const lines = [];
    for (const [left, right, height] of data.joins) {
      const [one, two] = [at.get(key(left)), at.get(key(right))];
      const x = n + 0.15 + 1.15 * height / most;
      const said = `${(100 * height).toFixed(1)} %`;
      for (const end of [one, two]) lines.push({x: end.x, x2: x, y: end.y, y2: end.y, label: said});
      lines.push({x, x2: x, y: one.y, y2: two.y, label: said});
      at.set(key([...left, ...right]), {x, y: (one.y + two.y) / 2});
    }
    return lines;
  }

  const OF_PAIR = new Set(["flow", "balance", "found", "slices"]);
  const places = [...document.querySelectorAll(".chart[data-chart]")].map((element) => ({element, name: element.dataset.chart, stale: true, run: 0, view: null}));

  /* Room for every chart before it is drawn, so that nothing jumps. */
  function reserve(chart) {
    const content = made[chart.name]();
    chart.content = content;
    const figure = chart.element.closest("figure");
    if (chart.name !== "ranks") figure.hidden = content === null;
    if (content) chart.element.style.minHeight = `${content.height / 16}rem`;
    return content;
  }

  async function draw(chart) {
    if (!chart.stale || !window.vegaEmbed) return;
    chart.stale = false;
    const run = (chart.run += 1);
    const content = chart.content ?? reserve(chart);
    if (!content) return;
    const holder = document.createElement("div");
    const zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;  // on a very wide screen all is larger
    holder.style.width = `${100 / zoom}%`;
    chart.element.replaceChildren(holder);
    const tooltip = {theme: "custom", disableDefaultStyle: true, maxDepth: 1};
    const spec = {...specs[chart.name], datasets: content.datasets};
    if (spec.height.step) spec.height = Math.round(spec.height.step * content.rows);
    const result = await window.vegaEmbed(holder, spec, {
      actions: false, renderer: "svg", ast: true, defaultStyle: false, config: LOOK, tooltip, mode: "vega-lite",
    });
    if (run !== chart.run) { result.finalize(); return; }
    chart.view?.finalize();
    chart.view = result;
    const svg = holder.querySelector("svg");
    if (svg) holder.style.width = "100%";
    if (svg && zoom > 1) Object.assign(svg.style, {width: "100%", maxWidth: "none"});
    chart.element.style.minHeight = `${Math.ceil(holder.getBoundingClientRect().height)}px`;
    if (svg) { svg.setAttribute("role", "img"); svg.setAttribute("aria-label", chart.element.closest("figure").querySelector("figcaption").textContent.trim()); }
    result.view.addEventListener("click", (_, item) => {
      const datum = item?.datum;
      if (!datum) return;
      if (datum.pair) page.choose({from: data.systems[datum.pair[0]], to: data.systems[datum.pair[1]]});
      else if (datum.go) tables.go(datum.go);
    });
  }

  const waiting = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      const chart = places.find(({element}) => element === target);
      chart.near = isIntersecting;
      if (isIntersecting) draw(chart);
    }
  }, {rootMargin: "400px"});

  /* One chart after the other while nothing else is to be done, so that they are there for the printer. */
  function drawRest() {
    const next = places.find((chart) => chart.stale && chart.content !== null);
    if (!next) { document.documentElement.dataset.charts = "drawn"; return; }
    whenIdle(async () => { await draw(next); drawRest(); });
  }

  const whenIdle = (task) => (window.requestIdleCallback ? requestIdleCallback(task, {timeout: 2000}) : setTimeout(task, 60));

  function renew(which) {
    for (const chart of places) {
      if (!which(chart)) continue;
      chart.stale = true;
      chart.content = undefined;
      reserve(chart);
      if (chart.near) draw(chart);
    }
    drawRest();
  }

  function start() {
    const select = document.getElementById("measure");
    for (const {name} of data.measures) if (data.scores[name].some((row) => row !== null)) select.append(new Option(name, name, name === data.headline, name === data.headline));
    select.addEventListener("change", () => renew((chart) => chart.name === "scores"));
    for (const chart of places) reserve(chart);
  }

  /* The library stands last in the page, so that the rest works before it has been read. */
  function begin() {
    for (const chart of places) waiting.observe(chart.element);
    drawRest();
  }

  page.listen((state, before) => {
    if (before.from !== undefined && (state.from !== before.from || state.to !== before.to)) renew((chart) => OF_PAIR.has(chart.name));
  });

  return {start, begin, made};
})();
