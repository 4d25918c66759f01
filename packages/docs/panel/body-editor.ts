import { jsonFault } from "@portico/contract/json-fault";
import { isRecord, jsonOf } from "@portico/try-it";
import { field, make, select } from "./dom.ts";
import type { OperationFacts } from "./facts.ts";
import { placeOf } from "./json-place.ts";

export interface BodyEditor {
  readonly element: HTMLElement;
  /** Null for an operation without a body. */
  text(): string | null;
  /** Shows what was refused, and leads to the place in the text. */
  complain(path: string, message: string): void;
  calm(): void;
  model(): string | null;
  setModel(model: string): void;
}

export function bodyEditor(
  { examples }: OperationFacts,
  text: string | null,
  changed: () => void,
): BodyEditor {
  const editor = make("textarea", { rows: "12", spellcheck: "false", autocapitalize: "off" });
  const body = field("Body (JSON)", editor);
  const lead = make(
    "button",
    { type: "button", class: "try-small", hidden: true },
    "Show the place",
  );
  const check = () => {
    const fault = jsonFault(editor.value);
    body.complain(fault === null ? "" : `This is not JSON: ${lineAt(editor.value, fault)}.`);
    lead.hidden = true;
    changed();
  };
  const fill = (value: string) => {
    editor.value = value;
    editor.rows = Math.min(18, Math.max(5, value.split("\n").length + 1));
    check();
  };
  editor.addEventListener("input", check);
  const named = exampleChoice(examples ?? [], text, fill);
  fill(text ?? printed(examples?.[0]?.value ?? {}));
  const element = make(
    "div",
    {},
    ...(examples && examples.length > (text === null ? 1 : 0) ? [named] : []),
    body.element,
    lead,
  );
  return {
    element: examples === null ? make("div") : element,
    text: () => (examples === null ? null : editor.value),
    complain(path, message) {
      body.complain(message);
      const place = placeOf(editor.value, path);
      lead.hidden = place === null;
      lead.onclick = () => {
        editor.focus();
        editor.setSelectionRange(place?.start ?? 0, place?.end ?? 0);
      };
    },
    calm: () => body.complain(""),
    model() {
      const value = jsonOf(editor.value);
      return isRecord(value) && typeof value["model"] === "string" ? value["model"] : null;
    },
    setModel(model) {
      const value = jsonOf(editor.value);
      if (isRecord(value)) fill(printed({ ...value, model }));
    },
  };
}

function exampleChoice(
  examples: NonNullable<OperationFacts["examples"]>,
  own: string | null,
  fill: (value: string) => void,
): HTMLElement {
  const named = examples.map(({ name, summary }) => ({ value: name, text: summary }));
  const choice = select(own === null ? named : [{ value: "", text: "As on the page" }, ...named]);
  choice.addEventListener("change", () => {
    const found = examples.find(({ name }) => name === choice.value);
    fill(found ? printed(found.value) : (own ?? ""));
  });
  return field("Example", choice).element;
}

export function printed(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function lineAt(text: string, index: number): string {
  const before = text.slice(0, index).split("\n");
  const where = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
  return index >= text.length ? `it ends too early, in ${where}` : `wrong from ${where} on`;
}
