import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../src/index.ts";
import { stripAdditions } from "../src/strip-additions.ts";
import { flatDocument } from "./flat-document.ts";
import { interfaceTable } from "./interface-table.ts";

const stripped = stripAdditions(loadDocument());

/** The lines of each operation, by the operation's name. */
function byOperation(lines: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  let current: string[] = [];
  for (const line of lines)
    if (!line.startsWith(" ")) {
      current = [];
      found[line] = current;
    } else current.push(line);

  for (const own of Object.values(found)) own.sort();
  return found;
}

describe("the document without its additions", () => {
  const specified = byOperation(interfaceTable);
  const written = byOperation(flatDocument(stripped));

  test("has the operations of the interface and no others", () => {
    expect(Object.keys(written).sort()).toEqual(Object.keys(specified).sort());
  });

  test.each(Object.keys(specified))(
    "says of %s what the interface says, and nothing else",
    (name) => {
      expect(written[name]).toEqual(specified[name]);
    },
  );

  test("carries no mark and nothing that only additions used", () => {
    const text = JSON.stringify(stripped);
    expect(text).not.toMatch(/"x-additions?":/);
    expect(text).not.toMatch(/preview\)/);
    expect(stripped.info.version).toBe("1.0.0");
    expect(stripped.tags?.map(({ name }) => name)).toEqual([
      ...["Embeddings", "Responses (beta)", "Workspaces", "BYOK"],
    ]);
    expect(Object.keys(stripped.components.securitySchemes ?? {})).toEqual(["bearerAuth"]);
  });

  test("refers to nothing that is gone, and all of its schemas can be used", () => {
    const text = JSON.stringify(stripped);
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
      expect(Reflect.get(stripped.components, kind)).toHaveProperty([name]);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(stripped, "interface");
    for (const name of Object.keys(stripped.components.schemas))
      expect(ajv.getSchema(`interface#/components/schemas/${name}`), name).toBeTypeOf("function");
  });

  test("leaves the document itself as it is", () => {
    const document = loadDocument();
    stripAdditions(document);
    expect(document).toEqual(loadDocument());
  });
});
