import { keptAddress, keptKey, masked } from "../panel/session.ts";

// Samples with the keys that the reader has typed into "Try it": shown with most of a key hidden, copied whole. Keys stay in
// the tab's own storage (panel/session.ts), and "Forget my keys" brings the variables back.

const variables = { ordinary: "PORTICO_API_KEY", management: "PORTICO_MANAGEMENT_KEY" };

/** The key for the gateway that serves the page, or for the one that the reader has named. */
function keyOf(kind) {
  const named = URL.canParse(keptAddress()) ? new URL(keptAddress()).origin : "";
  const key = keptKey(location.origin, kind) || keptKey(named, kind);
  // Anything else is no key, and a shell might run it.
  return /^[\w-]+$/.test(key) ? key : "";
}

/** The forms in which shell, Python and TypeScript read a key from the environment. */
function withKeys(text) {
  let result = text;
  for (const [kind, variable] of Object.entries(variables)) {
    const key = keyOf(kind);
    if (key === "") continue;
    result = result
      .replaceAll(`{os.environ['${variable}']}`, key)
      .replaceAll(`process.env.${variable}!`, JSON.stringify(key))
      .replaceAll(new RegExp(`\\$${variable}\\b`, "g"), () => key);
    if (kind === "ordinary")
      result = result.replaceAll("createPortico()", `createPortico({ apiKey: "${key}" })`);
  }
  return result;
}

const originals = new WeakMap();

/** What "Copy" takes: the sample as it was written, with the reader's keys. */
export function copied(code) {
  return withKeys(originals.get(code)?.textContent ?? code.textContent);
}

function show() {
  for (const code of document.querySelectorAll("figure.code code")) {
    const original = originals.get(code) ?? code.cloneNode(true);
    const isSame = withKeys(original.textContent) === original.textContent;
    if (isSame && !originals.has(code)) continue;
    originals.set(code, original);
    const shown = original.cloneNode(true);
    for (const text of textsIn(shown)) text.data = masked(inPlace(text));
    code.replaceChildren(...shown.childNodes);
  }
}

/** A call's name stands in an element of its own, before its brackets. */
function inPlace(text) {
  const before = text.previousSibling?.textContent;
  return before === "createPortico"
    ? withKeys(before + text.data).slice(before.length)
    : withKeys(text.data);
}

function textsIn(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

export function setUpReaderKeys() {
  document.addEventListener("portico-keys", show);
  show();
}
