import { isRecord, jsonOf } from "@portico/try-it";
import { onSite } from "./address.ts";
import { make, meaning } from "./dom.ts";
import { pretty } from "./events-view.ts";
import type { TryItFacts } from "./facts.ts";
import { masked } from "./session.ts";

/** Headers of a reply that say something to a caller, each with what the contract says of it. */
export function headersView(headers: Headers, facts: TryItFacts): HTMLElement {
  const known = [...headers].filter(([name]) => name === "content-type" || name in facts.headers);
  const rows = known.map(([name, value]) =>
    make(
      "div",
      {},
      make("dt", {}, make("code", {}, name)),
      make(
        "dd",
        {},
        make("span", { class: "try-value" }, value),
        meaning(facts.headers[name] ?? ""),
      ),
    ),
  );
  return make(
    "details",
    { class: "try-headers" },
    make("summary", {}, `${known.length} headers`),
    make("dl", {}, ...rows),
  );
}

const mostRows = 100;
const mostCharacters = 200_000;

/** A body in one piece: CSV as a table, JSON with its lines, other text as it is. */
export function bodyView(text: string, type: string): HTMLElement {
  if (text === "") return make("p", { class: "try-hint" }, "The reply has no body.");
  return type.startsWith("text/csv") ? tableView(text) : textView(pretty(text));
}

function textView(text: string): HTMLElement {
  const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n…` : text;
  const code = make("code", {}, masked(short));
  const body = make("pre", { tabindex: "0", class: "try-body", "aria-label": "Body" }, code);
  if (masked(short) === short) return make("div", {}, body);
  const show = make("button", { type: "button", class: "try-small" }, "Show the keys");
  show.addEventListener("click", () => {
    code.textContent = short;
    show.remove();
  });
  return make("div", {}, body, show);
}

function tableView(text: string): HTMLElement {
  const [head = [], ...rows] = csvRows(text);
  const cells = (tag: "th" | "td", row: readonly string[]) =>
    make(
      "tr",
      {},
      ...row.map((cell) => make(tag, tag === "th" ? { scope: "col" } : {}, masked(cell))),
    );
  const hidden = rows.length - mostRows;
  return make(
    "div",
    {},
    make(
      "div",
      { class: "table", tabindex: "0", role: "region", "aria-label": "Rows of the reply" },
      make(
        "table",
        {},
        make("thead", {}, cells("th", head)),
        make("tbody", {}, ...rows.slice(0, mostRows).map((row) => cells("td", row))),
      ),
    ),
    make(
      "p",
      { class: "try-hint" },
      `${rows.length} rows${hidden > 0 ? `, of which ${mostRows} are shown` : ""}.`,
    ),
  );
}

/** What an error reply says of itself. */
export interface Refusal {
  readonly message: string;
  /** Of a parameter, or a path in the body; null if the reply names none. */
  readonly field: string | null;
  readonly kind: string | null;
}

/** Null if the text is not an error of this interface. */
export function refusalOf(text: string): Refusal | null {
  const body = jsonOf(text);
  const error = isRecord(body) ? body["error"] : null;
  if (!isRecord(error) || typeof error["message"] !== "string") return null;
  const metadata = isRecord(error["metadata"]) ? error["metadata"] : {};
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    message: error["message"],
    field: textOf(metadata["field"]),
    kind: textOf(metadata["kind"]),
  };
}

/** The message, and the way to the page of its kind. */
export function refusalView({ message, kind }: Refusal, errors: TryItFacts["errors"]): HTMLElement {
  const about = kind !== null && Object.hasOwn(errors, kind) ? errors[kind] : undefined;
  const page =
    about === undefined
      ? make("a", { href: onSite("errors.html#what-each-status-means") }, "What each status means")
      : make("a", { href: onSite(`errors/${kind}.html`) }, make("code", {}, kind ?? ""));
  return make(
    "div",
    { class: "try-refusal" },
    make("p", {}, masked(message)),
    make("p", {}, page, about === undefined ? "" : make("span", {}, " · ", meaning(about))),
  );
}

/** The rows of a CSV text (RFC 4180). */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\n|$)/g);
  for (const { 1: quoted, 2: bare = "", 3: end, index } of cells) {
    if (index === text.length && row.length === 0) break;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
