// "Try it" beside each operation of the reference and each request of a guide. The panel itself is loaded when it is
// first wanted.

function tryButton(opening, name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "try-open";
  button.textContent = "Try it";
  button.setAttribute("aria-label", `Try it: ${name}`);
  button.addEventListener("click", () => {
    void import("./try-it.js").then(({ openPanel }) => openPanel(opening()));
  });
  return button;
}

function setUpTryingInGuides() {
  for (const figure of document.querySelectorAll("figure[data-try]")) {
    const opening = () => JSON.parse(figure.dataset.try);
    figure.querySelector("figcaption .copy")?.before(tryButton(opening, opening().operationId));
  }
}

/** A page of one operation. */
function setUpTryingOnPage() {
  const title = document.querySelector("h1[data-try]");
  if (!title) return;
  const opening = () => JSON.parse(title.dataset.try);
  title.after(tryLine(opening, title.textContent.trim()));
}

function tryLine(opening, name) {
  const line = document.createElement("p");
  line.className = "try-line";
  line.append(tryButton(opening, name));
  return line;
}

/** The reference draws its operations when they come into view, and may draw them again. */
function setUpTryingInReference() {
  const { anchors } = document.querySelector("#content").dataset;
  if (!anchors) return;
  const known = Object.entries(JSON.parse(anchors));
  const add = () => {
    for (const [operationId, anchor] of known) {
      const section = document.querySelector(`[data-section-id="${CSS.escape(anchor.slice(1))}"]`);
      const title = section?.querySelector("h2");
      const place = title?.closest('[data-testid="middle-panel"]');
      if (!place || place.querySelector(".try-open")) continue;
      place.append(tryLine(() => ({ operationId }), title.textContent.trim()));
    }
  };
  new MutationObserver(add).observe(document.body, { childList: true, subtree: true });
  add();
}

setUpTryingInGuides();
setUpTryingOnPage();
setUpTryingInReference();
