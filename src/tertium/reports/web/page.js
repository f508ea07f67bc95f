/* Starts the page: light and dark, keys, the choice of a pair, where in the page one is. */
"use strict";

(() => {
  const root = document.documentElement;
  const get = (id) => document.getElementById(id);
  const {data} = page;
  const STAY = 2000;  // milliseconds

  function turnLight() {
    const dark = root.classList.contains("dark") || (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
    root.classList.remove("dark", "light");
    root.classList.add(dark ? "light" : "dark");
    try { localStorage.setItem("tertium-look", dark ? "light" : "dark"); } catch { /* a page from a file may keep nothing */ }
  }
  get("theme").addEventListener("click", turnLight);

  get("copy").addEventListener("click", async () => {
    const text = get("signature").textContent;
    try { await navigator.clipboard.writeText(text); } catch {
      getSelection().selectAllChildren(get("signature"));
      document.execCommand("copy");
    }
    get("copy").textContent = "Copied";
    setTimeout(() => { get("copy").textContent = "Copy"; }, 1500);
  });

  const help = get("help");
  get("help-button").addEventListener("click", () => help.showModal());
  get("help-close").addEventListener("click", () => help.close());

  if (data.pair) {
    const [from, to] = [get("from"), get("to")];
    const pick = (changed) => () => {
      let [one, two] = [Number(from.value), Number(to.value)];
      if (one === two) {
        const state = page.state();
        const other = data.systems.indexOf(changed === "from" ? state.from : state.to);
        if (changed === "from") two = other; else one = other;
      }
      page.choose({from: data.systems[one], to: data.systems[two], slice: "", s: ""});
    };
    from.addEventListener("change", pick("from"));
    to.addEventListener("change", pick("to"));
    get("swap").addEventListener("click", swap);
    page.listen(() => { [from.value, to.value] = page.pair().map(String); });
  }

  function swap() {
    if (!data.pair) return;
    const {from, to, was, now, class: kind} = page.state();
    const turned = {correction: "new_error", new_error: "correction"};
    page.choose({from: to, to: from, was: now, now: was, class: turned[kind] ?? kind});
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a");
    if (!link) return;
    if (link.dataset.pair) {
      event.preventDefault();
      const [one, two] = link.dataset.pair.split(",").map(Number);
      page.choose({from: data.systems[one], to: data.systems[two], slice: "", s: ""});
      goTo(get("changes") ?? get("sentences"));
    } else if (link.dataset.label !== undefined) {
      event.preventDefault();
      tables.go({label: JSON.parse(link.dataset.label)});
    } else if (link.dataset.error !== undefined) {
      event.preventDefault();
      tables.go({error: link.dataset.error, class: "all"});
    } else if (/^#[a-z]+$/.test(link.getAttribute("href") ?? "")) {
      event.preventDefault();
      goTo(get(link.getAttribute("href").slice(1)));
    }
  });

  /* Go to a section, and stay there while what stands above it is still being drawn, unless the reader moves on. */
  function goTo(section) {
    const stay = new ResizeObserver(() => section.scrollIntoView());
    const leave = () => stay.disconnect();
    stay.observe(document.body);
    for (const moved of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(moved, leave, {once: true, passive: true});
    setTimeout(leave, STAY);
  }

  const keys = {
    j: () => sentences.move(1),
    k: () => sentences.move(-1),
    "/": () => { get("query").focus(); get("query").scrollIntoView({block: "center"}); },
    "?": () => help.showModal(),
    x: swap,
    c: () => page.choose(page.clear({sort: page.state().sort})),
    d: turnLight,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target.closest?.("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  const links = [...document.querySelectorAll(".bar a")];
  const sections = links.map((link) => get(link.getAttribute("href").slice(1)));
  const seen = new IntersectionObserver(() => {
    const top = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 3).at(-1);
    links.forEach((link, place) => (sections[place] === top ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  }, {threshold: [0, 0.01, 0.1, 0.3], rootMargin: "0px 0px -60% 0px"});
  for (const section of sections) seen.observe(section);

  sentences.start();
  charts.start();
  page.open();
  sentences.open(page.state());
  const named = get(location.hash.slice(1));
  if (named?.matches("section")) goTo(named);
  root.dataset.ready = "yes";
  performance.mark("ready");
  document.addEventListener("DOMContentLoaded", charts.begin);
})();
