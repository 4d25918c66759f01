// Search over guides and operations, in the reader's own browser: the index is fetched when it is first wanted.

/** The root of the site, seen from this file: pages lie at different depths. */
const root = new URL("../", import.meta.url);

function setUpSearch() {
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", "Search");
  dialog.innerHTML = `<form method="dialog"><input type="search" placeholder="Search guides and operations" aria-label="Search guides and operations" autocomplete="off" role="combobox" aria-expanded="true" aria-controls="search-results" aria-autocomplete="list"><button type="submit">Close</button></form><ul id="search-results" role="listbox" aria-label="Results"></ul><p class="search-empty" role="status"></p>`;
  document.body.append(dialog);
  const opener = document.querySelector(".search-open");
  opener.hidden = false;
  let entries;
  const input = dialog.querySelector("input");
  const show = () => entries.then((found) => showResults(dialog, found, input.value));
  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    // Fetched when it is first wanted, and never before.
    entries ??= fetch(new URL("search.json", root)).then((answer) => answer.json());
    void show();
  };
  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    // On the reference, Ctrl-K is Redocly's own search.
    const isTaken = document.documentElement.classList.contains("reference");
    const withControl = event.key === "k" && (event.ctrlKey || event.metaKey) && !isTaken;
    if (typing || !(event.key === "/" || withControl)) return;
    event.preventDefault();
    open();
  });
  input.addEventListener("input", () => void show());
  dialog.addEventListener("keydown", chooseResult);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
}

function chooseResult(event) {
  const results = [...event.currentTarget.querySelectorAll("[role=option]")];
  const at = results.findIndex((result) => result.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && results.length > 0) {
    event.preventDefault();
    select(results, (at + step + results.length) % results.length);
  }
  if (event.key === "Enter" && results[at]) {
    event.preventDefault();
    results[at].querySelector("a").click();
  }
}

function select(results, index) {
  for (const [number, result] of results.entries())
    result.setAttribute("aria-selected", String(number === index));
  results[index]?.scrollIntoView({ block: "nearest" });
  const input = document.querySelector("dialog.search input");
  if (results[index]) input.setAttribute("aria-activedescendant", results[index].id);
}

const maxResults = 12;

function showResults(dialog, entries, query) {
  const found = rank(entries, query).slice(0, maxResults);
  const items = found.map(({ entry, terms }, index) => drawResult(entry, terms, index));
  dialog.querySelector("ul").replaceChildren(...items);
  select(items, 0);
  dialog.querySelector(".search-empty").textContent =
    query.trim() !== "" && items.length === 0 ? "Nothing found." : "";
}

function drawResult({ u, p, h, t }, terms, index) {
  const item = document.createElement("li");
  item.id = `result-${index}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = new URL(u, root).href;
  link.tabIndex = -1;
  const title = document.createElement("strong");
  title.textContent = h;
  const where = document.createElement("span");
  where.textContent = h === p ? "" : p;
  const text = document.createElement("small");
  const at = Math.max(0, t.toLowerCase().indexOf(terms[0]) - 40);
  text.textContent = (at > 0 ? "…" : "") + t.slice(at, at + 140);
  link.append(title, where, text);
  item.append(link);
  return item;
}

setUpSearch();
