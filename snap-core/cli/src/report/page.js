"use strict";
let errors = 0;
addEventListener("error", () => { document.documentElement.dataset.errors = ++errors; });
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  table.tHead.addEventListener("click", (event) => {
    const head = event.target.closest("th");
    if (!head) return;
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.children[head.cellIndex].dataset.value;
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const order = x !== "" && y !== "" && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
      return up ? order : -order;
    });
    body.append(...rows);
  });
}
// For tests: how many charts show something.
const drawn = [...document.querySelectorAll("figure svg")].filter((svg) => svg.getBBox().width > 0);
document.documentElement.dataset.charts = drawn.length;
document.documentElement.dataset.errors = errors;
