/* Before anything is painted: room for what the scripts add, and the look that the reader chose, so that nothing jumps. */
"use strict";

document.documentElement.classList.replace("no-js", "with-js");
try {
  const look = localStorage.getItem("tertium-look");
  if (look === "dark" || look === "light") document.documentElement.classList.add(look);
} catch { /* a page from a file may keep nothing */ }
