import assert from "node:assert/strict";
import { loadClauses, type WrittenClause } from "../clauses.ts";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { samplesOf } from "./samples.ts";

type Facts = Readonly<Record<string, unknown>>;

const place = /^\/components\/schemas\/(\w+)\/properties\/(\w+)$/;

/** Schemas of requests only; cases/request-clauses.ts tries them. */
const requestOnly =
  /Request$|^(ProviderPreferences|Embeddings(Input|Text|Image)|UserMessage|AssistantMessage|AssistantText|Input|FunctionCall$|FunctionCallOutput|FunctionTool)/;

/** One case for each clause about a reply's fields: all values that were seen match the clause. */
export const replyCases: readonly Case[] = loadClauses().flatMap((clause) => {
  const places = replyPlaces(clause);
  if (places.length === 0) return [];
  return [
    {
      title: `says ${places.map(({ schema, field }) => `${schema}.${field}`).join(", ")} as clause ${clause.id} does`,
      clauses: [clause.id],
      run: async (bench: Bench) => {
        const seen = await Promise.all(places.map((each) => check(bench, each)));
        if (seen.every((count) => count === 0))
          throw new NotApplicable("Nothing was seen that the clause speaks of.");
      },
    },
  ];
});

interface ReplyField {
  readonly schema: string;
  readonly field: string;
  readonly facts: Facts;
}

function replyPlaces({ where }: WrittenClause): ReplyField[] {
  if (where === "behaviour") return [];
  return Object.entries(where).flatMap(([pointer, facts]) => {
    const [, schema = "", field = ""] = place.exec(pointer) ?? [];
    return schema === "" || requestOnly.test(schema) ? [] : [{ schema, field, facts }];
  });
}

async function check(bench: Bench, { schema, field, facts }: ReplyField): Promise<number> {
  const seen = (await samplesOf(bench)).get(schema) ?? [];
  for (const sample of seen) {
    const holder = sample as Record<string, unknown>;
    if (!(field in holder)) {
      assert.ok(facts["required"] !== true, `${schema} lacks ${field}`);
      continue;
    }
    const value = holder[field];
    const problem = problemWith(value, facts);
    assert.equal(problem, null, `${schema}.${field} is ${JSON.stringify(value)}: ${problem}`);
  }
  return seen.length;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const tests: Readonly<Record<string, (value: unknown, fact: unknown) => boolean>> = {
  type: (value, type) =>
    typeNameOf(value) === type || (type === "number" && typeof value === "number"),
  const: (value, constant) => value === constant,
  format: (value, format) => format !== "uuid" || uuid.test(String(value)),
  minimum: (value, least) => Number(value) >= Number(least),
  maximum: (value, most) => Number(value) <= Number(most),
};

function problemWith(value: unknown, facts: Facts): string | null {
  if (value === null) return facts["nullable"] === true || isUnion(facts) ? null : "it is null";
  // Base64 is an addition: the clause is about arrays.
  for (const [name, fact] of Object.entries(facts))
    if (tests[name] && !tests[name](value, fact)) return `${name} is to be ${String(fact)}`;
  return null;
}

/** An addition allows null for a field that refers to another schema. */
function isUnion(facts: Facts): boolean {
  return "schema" in facts;
}

function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
