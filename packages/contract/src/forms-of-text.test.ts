import { describe, expect, it } from "vitest";
import { formats, patternsInWords } from "./forms-of-text.ts";
import { loadDocument } from "./index.ts";

/** For all fields that a caller may send. */
function keywordsOfRequests(keyword: "pattern" | "format"): ReadonlySet<string> {
  const document = loadDocument();
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, [keyword]: value } = node as Record<string, unknown>;
    if (typeof value === "string") found.add(value);
    if (typeof $ref === "string") walk(at(document, $ref));
    for (const [name, child] of Object.entries(node)) if (name !== "examples") walk(child);
  };
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) {
      walk((operation as { parameters?: unknown }).parameters);
      walk((operation as { requestBody?: unknown }).requestBody);
    }
  return found;
}

function at(document: unknown, reference: string): unknown {
  let node = document;
  for (const name of reference.split("/").slice(1)) node = Object(node)[name];
  return node;
}

/** `double` is a format of numbers. */
const ofNumbers = new Set(["double"]);

describe("every form of text that a request may have", () => {
  it("every pattern of a request has an explanation in words", () => {
    expect([...keywordsOfRequests("pattern")].sort()).toEqual(Object.keys(patternsInWords).sort());
  });

  it("every format of a request has an explanation in words", () => {
    const used = [...keywordsOfRequests("format")].filter((name) => !ofNumbers.has(name));
    expect(used.sort()).toEqual(Object.keys(formats).sort());
  });
});
