import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { escaped } from "@portico/contract/judge/schemas";
import { stripAdditions } from "@portico/contract/strip-additions";

export interface SingleAddition {
  /** The place of its mark, such as `/components/schemas/Response/properties/completed_at`. */
  readonly place: string;
  /** The contract with all of its additions except this one. */
  readonly without: () => OpenApiDocument;
}

type Fields = Record<string, unknown>;

/** Every addition in replies of the specified operations: fields, events, headers, statuses. */
export function singleAdditions(): SingleAddition[] {
  return marksIn(replyParts(loadDocument())).map((place) => ({
    place,
    without() {
      const document = loadDocument();
      unmark(document, "", place);
      return stripAdditions(document);
    },
  }));
}

/** The parts of replies of specified operations, by their place in the document. */
function replyParts(document: OpenApiDocument): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const reference: unknown = Reflect.get(node, "$ref");
    const place = typeof reference === "string" ? reference.slice(1) : "";
    if (place !== "" && !place.startsWith("/components/examples/") && !parts.has(place)) {
      parts.set(place, at(document, place));
      visit(parts.get(place));
    }
    for (const value of Object.values(node)) visit(value);
  };
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods))
      if (Reflect.get(operation, "x-stage") !== "preview")
        visit(Reflect.get(operation, "responses"));
  return parts;
}

function marksIn(parts: ReadonlyMap<string, unknown>): string[] {
  const places: string[] = [];
  const visit = (place: string, node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Reflect.get(node, "x-addition") === true) places.push(place);
    else for (const [key, value] of Object.entries(node)) visit(`${place}/${escaped(key)}`, value);
  };
  for (const [place, node] of parts) visit(place, node);
  return places;
}

/** Removes every mark except the one at `kept`: a thing without a mark counts as specified. */
function unmark(node: unknown, place: string, kept: string): void {
  if (typeof node !== "object" || node === null) return;
  Reflect.deleteProperty(node, "x-additions");
  if (place !== kept) Reflect.deleteProperty(node, "x-addition");
  for (const [key, value] of Object.entries(node)) unmark(value, `${place}/${escaped(key)}`, kept);
}

function at(document: unknown, place: string): unknown {
  return place
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (node, key) => (node as Fields)[key.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
}
