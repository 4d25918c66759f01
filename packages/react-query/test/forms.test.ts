import { loadDocument, type OperationId } from "@portico/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import * as forms from "../src/forms.ts";

const document = loadDocument();
const ajv = new Ajv2020({ strict: false, logger: false });
ajvFormats.default(ajv, { mode: "fast" });
ajv.addSchema({ $id: "contract", components: document.components });

interface Form {
  readonly id: string;
  readonly schema: z.ZodType;
  readonly examples: readonly unknown[];
  readonly fits: (body: unknown) => boolean;
}

const all: readonly (readonly [string, z.ZodType])[] = Object.entries(forms);
const byName = new Map(all);

/** Every operation with a body of JSON. */
const bodies: Form[] = Object.values(document.paths)
  .flatMap((item) => [item.post, item.patch, item.put, item.delete])
  .flatMap((operation) => {
    const media = operation?.requestBody?.content["application/json"];
    if (!operation || !media?.schema?.$ref) return [];
    const id = operation.operationId;
    const schema = byName.get(`${id}Body`);
    if (!schema) throw new Error(`${id} has no form.`);
    const examples = Object.values(media.examples ?? {}).map(({ $ref, value }) =>
      structuredClone(
        $ref ? document.components.examples?.[$ref.split("/").at(-1) ?? ""]?.value : value,
      ),
    );
    const validate = ajv.compile({ $ref: `contract${media.schema.$ref}` });
    return [{ id, schema, examples, fits: (body: unknown) => validate(body) }];
  });

/** Values at the edges of what schemas ask. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1,
    0.5,
    1e30,
    2 ** 53,
    "",
    "a",
    "message",
    "text",
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    "2026-01-31T12:00:00Z",
    "2026-01-31",
    "my-team",
    "a@b.example",
    "192.0.2.0/24",
  ),
  fc.nat({ max: 300 }).map((length) => "😀".repeat(length)),
  fc.nat({ max: 300 }).map((length) => "x".repeat(length)),
  fc.nat({ max: 5000 }),
  fc.jsonValue({ maxDepth: 2 }),
);

interface Change {
  /** Which of the places of a body, counted over all of them. */
  readonly place: number;
  readonly how: "replace" | "remove" | "add" | "copy";
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom("replace", "remove", "add", "copy"),
  value: leaf,
});

type Place = readonly [Record<string | number, unknown>, string | number];

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const node: Record<string | number, unknown> = Object(value);
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key): Place[] => [[node, key], ...placesIn(node[key])]);
}

function changed(body: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(body);
  for (const change of changes) apply(change, placesIn(copy));
  return copy;
}

function apply({ place, how, value }: Change, places: readonly Place[]): void {
  const [node, key] = places[place % Math.max(places.length, 1)] ?? [];
  const [other] = places[(place * 7 + 3) % Math.max(places.length, 1)] ?? [];
  if (!node || key === undefined) return;
  if (how === "remove") remove(node, key);
  else if (how === "add" && !Array.isArray(node)) node["unknown_field"] = value;
  else node[key] = how === "copy" ? structuredClone(other) : value;
}

function remove(node: Place[0], key: Place[1]): void {
  if (Array.isArray(node)) node.splice(Number(key), 1);
  else delete node[key];
}

describe("the form of", () => {
  it.each(bodies.map((form) => [form.id, form] as const))(
    "%s accepts what the contract accepts, and leaves it as it is",
    (_, { schema, examples, fits }) => {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(schema.parse(example)).toEqual(example);
      fc.assert(
        fc.property(
          fc.constantFrom(...examples),
          fc.array(change, { minLength: 1, maxLength: 3 }),
          (example, changes) => {
            const body = changed(example, changes);
            const result = schema.safeParse(body);
            expect(result.success).toBe(fits(body));
            if (result.success) expect(result.data).toEqual(body);
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  it("every operation that takes a body, and of nothing else", () => {
    const ids: string[] = bodies.map(({ id }) => `${id satisfies string}Body`);
    expect(all.map(([name]) => name).toSorted()).toEqual(ids.toSorted());
    expect("createApiKey" satisfies OperationId).toBe("createApiKey");
  });
});

describe("a form", () => {
  it("says what is wrong with a field, as zod and as a Standard Schema", async () => {
    const wrong = { name: "", limit: -1 };
    const { error } = forms.createApiKeyBody.safeParse(wrong);
    expect(error?.issues.map(({ path, code }) => [path.join("."), code])).toEqual([
      ["name", "too_small"],
      ["limit", "too_small"],
    ]);
    const result = await forms.createApiKeyBody["~standard"].validate(wrong);
    expect(result.issues?.map(({ path }) => path?.join("."))).toEqual(["name", "limit"]);
  });

  it("shows its fields, so that one can be checked alone", () => {
    expect(forms.createApiKeyBody.shape.name.safeParse("Search").success).toBe(true);
    expect(forms.createApiKeyBody.shape.name.safeParse("").success).toBe(false);
  });
});
