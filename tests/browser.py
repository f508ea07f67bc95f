"""A real browser for tests of pages: headless Chromium, one for all tests; without it they are skipped, and say so."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--window-size=1200,900",
)


def start() -> Iterator[Any]:
    """A browser, closed at the end."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (the test extra has it)")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("there is no Chromium with its chromedriver here")
    options = selenium.ChromeOptions()
    for flag in _FLAGS:
        options.add_argument(flag)
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = selenium.Chrome(options=options, service=selenium.ChromeService(executable_path=driver))
    try:
        yield browser
    finally:
        browser.quit()


def open_page(browser: Any, path: Path, text: str) -> None:
    """Write a page and open it."""
    path.write_text(text, encoding="utf-8")
    browser.get_log("browser")  # what others left there
    browser.get(path.as_uri())


def complaints(browser: Any) -> list[str]:
    """What the browser has said on its console since it was asked last."""
    return [entry["message"] for entry in browser.get_log("browser")]
