import { onSite, ownGateway } from "./address.ts";
import { make } from "./dom.ts";
import type { TryItFacts } from "./facts.ts";
import { createPanel, type Panel } from "./panel.ts";
import type { Opening } from "./request-form.ts";

interface Loaded {
  readonly facts: TryItFacts;
  /** The gateway that serves the page; null where none does. */
  readonly own: string | null;
}

let loaded: Promise<Loaded> | undefined;
let dialog: HTMLDialogElement | undefined;
let panel: Panel | undefined;

/** Opens the panel; called by the buttons that assets/try-buttons.js puts on the pages. */
export async function openPanel(opening: Opening): Promise<void> {
  loaded ??= load();
  const { facts, own } = await loaded;
  const operationId = idOf(facts, opening.operationId);
  const operation = facts.operations[operationId];
  if (operation === undefined) return;
  dialog ??= createDialog();
  panel?.stop();
  panel = createPanel({ facts, own, opening: { ...opening, operationId } });
  const title = make("h2", { id: "try-title" }, operation.title);
  const close = make("button", { type: "button", class: "try-close" }, "Close");
  close.addEventListener("click", () => dialog?.close());
  const page = make("a", { href: onSite(`reference/${operationId}.html`) }, "Reference");
  page.addEventListener("click", () => dialog?.close());
  dialog.replaceChildren(
    make(
      "header",
      {},
      make(
        "div",
        {},
        title,
        make("p", {}, make("code", {}, `${operation.method} ${operation.path}`), " · ", page),
      ),
      close,
    ),
    panel.element,
  );
  dialog.showModal();
  panel.focus();
}

/** The reference knows its operations by their ids in small letters. */
function idOf({ operations }: TryItFacts, wanted: string): string {
  return Object.keys(operations).find((id) => id.toLowerCase() === wanted.toLowerCase()) ?? "";
}

/** Written by the build: the names with their fingerprints. */
declare const __FILES__: { readonly facts: string; readonly style: string };

async function load(): Promise<Loaded> {
  const [response] = await Promise.all([
    fetch(new URL(__FILES__.facts, import.meta.url)),
    loadStyle(new URL(__FILES__.style, import.meta.url).href),
  ]);
  const facts: TryItFacts = await response.json();
  return { facts, own: ownGateway(response) };
}

/** The panel is not shown before it looks like one. */
function loadStyle(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
    document.head.append(link);
  });
}

function createDialog(): HTMLDialogElement {
  const element = make("dialog", { class: "try", "aria-labelledby": "try-title" });
  // Escape closes a dialog by itself; a click beside it does too.
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  element.addEventListener("close", () => panel?.stop());
  document.body.append(element);
  return element;
}
