"""The HTML report of 25,000 words and four systems: how long it takes to write, to open, and to filter.

`python benchmarks/html_report.py` (needs the extra `test`, Chromium and its chromedriver). Opening and filtering are
measured in the browser: until the page answers, until all charts are drawn, and for each keystroke in the search field
until the next frame has been painted. Real files from ../shared or $TERTIUM_SHARED, else the demo's, repeated.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
EWT = Path(os.environ.get("TERTIUM_SHARED", HERE.parent.parent / "shared")) / "corpora" / "dependency" / "en_ewt"
DEMO = HERE.parent / "src" / "tertium" / "demo"
WORDS = 25_000
SENTENCES = 2_000
TYPED = ("the", "there is", "because", "new york", "would have", "xyz")
LOADED = "return performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart"
KEYSTROKES = """
const done = arguments[arguments.length - 1];
const field = document.getElementById('query');
const times = [];
const frame = () => new Promise((ready) => requestAnimationFrame(() => setTimeout(ready)));
(async () => {
  for (const word of arguments[0]) for (let end = 0; end <= word.length; end += 1) {
    field.value = word.slice(0, end);
    await frame();
    const start = performance.now();
    field.dispatchEvent(new Event('input', {bubbles: true}));
    const own = performance.now() - start;
    await frame();
    times.push([own, performance.now() - start]);
  }
  done(times);
})();
"""


def repeat(path: Path, target: Path, words: int, sentences: int) -> Path:
    """So many words and sentences of a file, again and again."""
    whole = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    parts: list[str] = []
    n_words = 0
    while n_words < words or len(parts) < sentences:
        part = whole[len(parts) % len(whole)]
        parts.append("\n".join(line for line in part.split("\n") if not line.startswith("# sent_id")))
        n_words += sum(line.split("\t")[0].isdecimal() for line in part.split("\n"))
    target.write_text("\n\n".join(parts) + "\n\n", encoding="utf-8")
    return target


def main() -> None:
    """Measure and print."""
    folder = EWT if EWT.is_dir() else DEMO
    names = (
        ("HIT-SCIR-18", "HUJI", "Stanford-18", "conll18-baseline") if folder == EWT else ("udpipe", "spacy", "stanza")
    )
    with TemporaryDirectory() as made:
        files = [
            repeat(folder / f"{name}.conllu", Path(made) / f"{name}.conllu", WORDS, SENTENCES)
            for name in ("gold", *names)
        ]
        page = Path(made) / "report.html"
        command = [sys.executable, "-m", "tertium", "compare", "-q", *map(str, files), "--html", str(page)]
        for turn in ("first run", "with the chart library kept"):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            print(f"written in {time.perf_counter() - start:.2f} s ({turn})")
        start = time.perf_counter()
        subprocess.run([*command[:-2]], check=True, stdout=subprocess.DEVNULL)
        print(f"without --html {time.perf_counter() - start:.2f} s")
        print(f"{page.stat().st_size / 1e6:.2f} MB, {len(names)} systems")
        measure_browser(page)


def measure_browser(page: Path) -> None:
    """Open the page and type into it."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(flag)
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
    browser = webdriver.Chrome(options=options, service=service)
    try:
        browser.set_script_timeout(120)
        for _ in range(3):
            browser.get(page.as_uri())
            ready = browser.execute_script("return performance.getEntriesByName('ready')[0].startTime")
            loaded = browser.execute_script(LOADED)
            print(f"answers after {ready:.0f} ms, read to its end after {loaded} ms")
        browser.execute_script("document.getElementById('sentences').scrollIntoView()")
        browser.execute_script("document.getElementById('class').value = 'all'")
        browser.execute_script("document.getElementById('class').dispatchEvent(new Event('change'))")
        times = browser.execute_async_script(KEYSTROKES, list(TYPED))
        own, painted = (sorted(row[place] for row in times) for place in (0, 1))
        n = browser.execute_script("return page.drawn.sentences.length")
        print(f"{len(times)} keystrokes over {n} sentences")
        for what, row in (("script", own), ("until painted", painted)):
            middle, high = row[len(row) // 2], row[int(0.95 * len(row))]
            print(f"{what}: median {middle:.0f} ms, 95 % {high:.0f} ms, most {row[-1]:.0f} ms")
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
