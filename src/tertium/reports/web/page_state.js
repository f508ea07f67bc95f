/* What the reader has chosen: a pair, filters, a sentence. The address keeps it, so that it can be sent and gone back to. */
"use strict";

const page = (() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("page-data");
  const drawn = tertiumDrawings.open(read("sentence-data"));
  const specs = read("chart-specs");
  const FILTERS = ["class", "gold", "was", "now", "label", "right", "wrong", "set", "slice", "error", "q", "least", "most"];
  const KEYS = ["from", "to", ...FILTERS, "sort", "s"];
  const listeners = [];
  const start = {...Object.fromEntries(KEYS.map((key) => [key, ""]))};
  if (data.pair) [start.from, start.to] = data.pair.map((place) => data.systems[place]);
  let state = {...start};

  /* The address without what is as at the beginning. */
  function toHash(of) {
    const parts = new URLSearchParams();
    for (const key of KEYS) if (of[key] !== start[key]) parts.set(key, of[key]);
    return parts.toString();
  }

  function fromHash(hash) {
    const found = {...start};
    if (hash.includes("=")) {
      for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ""))) if (KEYS.includes(key)) found[key] = value;
    }
    for (const [key, other] of [["from", "to"], ["to", "from"]]) {
      if (data.pair && (!data.systems.includes(found[key]) || found[key] === found[other])) return {...found, from: start.from, to: start.to};
    }
    return found;
  }

  function tell(before) { for (const listen of listeners) listen(state, before); }

  /* Choose something. Typing replaces the entry of the history, everything else makes one. */
  function choose(changes, {typed = false} = {}) {
    const before = state;
    state = {...state, ...changes};
    if (KEYS.every((key) => state[key] === before[key])) return;
    const address = `#${toHash(state)}`;
    history[typed ? "replaceState" : "pushState"](null, "", address === "#" ? location.pathname + location.search : address);
    tell(before);
  }

  window.addEventListener("popstate", () => {
    const before = state;
    if (location.hash && !location.hash.includes("=")) return;
    state = fromHash(location.hash);
    tell(before);
  });

  const clear = (changes = {}) => ({...Object.fromEntries(FILTERS.map((key) => [key, ""])), s: "", ...changes});
  const pair = () => (data.pair ? [data.systems.indexOf(state.from), data.systems.indexOf(state.to)] : [0]);

  /* What is known of the pair at hand, the way round in which it is looked at. */
  function facts() {
    const [one, two] = pair();
    const found = data.pairs.find((row) => (row.from === one && row.to === two) || (row.from === two && row.to === one));
    return found ? {row: found, turned: found.from !== one} : null;
  }

  const link = (changes) => `#${toHash({...state, ...changes})}`;
  const rest = (more) => ({state: () => state, ...more});
  return rest({data, drawn, specs, choose, clear, pair, facts, link, fromHash, FILTERS,
               listen: (listener) => listeners.push(listener),
               open: () => { state = fromHash(location.hash); tell({}); }});
})();
