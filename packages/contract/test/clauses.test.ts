import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../src/index.ts";
import { at, type JsonObject } from "../src/json-tree.ts";
import { stripAdditions } from "../src/strip-additions.ts";
import { claimedFacts, loadClauses } from "./clauses.ts";
import { factsOf } from "./facts.ts";

const document = loadDocument() as unknown as JsonObject;
const specified = factsOf(stripAdditions(loadDocument()) as unknown as JsonObject);
const clauses = loadClauses();
const claimed = claimedFacts(clauses);

/** Makes vitest print the list, one finding a line, and nothing else. */
function expectNone(findings: readonly string[], advice: string): void {
  expect.soft(findings.join("\n"), `\n${findings.join("\n")}\n\n${advice}\n`).toBe("");
}

function told(value: unknown): string {
  return value === undefined ? "not there" : JSON.stringify(value);
}

describe("the clauses", () => {
  test("have ids of their own", () => {
    const ids = clauses.map(({ id }) => id);
    expectNone(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      "Two clauses of spec/clauses*.yaml have the same id. Rename one.",
    );
  });

  test("each say something, and either name places or say that they are behaviour", () => {
    expectNone(
      clauses
        .filter(({ says, where }) => !says || !where || Object.keys(where).length === 0)
        .map(({ id }) => id),
      "These clauses of spec/clauses*.yaml lack `says` or `where`.",
    );
  });

  test("do not contradict each other", () => {
    expectNone(claimed.contradictions, "Correct one of the two in spec/clauses.yaml.");
  });

  test("name places that the contract has", () => {
    expectNone(
      [...claimed.facts.keys()]
        .filter((place) => !specified.has(place) && at(document, place) === undefined)
        .map((place) => `${claimed.ids.get(place)}: there is no ${place}`),
      "The contract lacks what the specified interface demands. Put it back in spec/, then run pnpm generate;\nif it only moved, correct the place in spec/clauses.yaml.",
    );
  });
});

describe("the contract without its additions", () => {
  test("has nothing that belongs to no clause", () => {
    expectNone(
      [...specified]
        .filter(([place]) => !claimed.facts.has(place))
        .map(([place, facts]) => `${place} ${JSON.stringify(facts)}`),
      "The specified interface does not know these. Mark them `x-addition: true` in spec/ and run pnpm generate;\nif the interface does demand them, add a clause to spec/clauses.yaml.",
    );
  });

  test("still has everything that the clauses name", () => {
    expectNone(
      [...claimed.facts.keys()]
        .filter((place) => at(document, place) !== undefined && !specified.has(place))
        .map((place) => `${claimed.ids.get(place)}: ${place}`),
      "These are specified, but marked as an addition or not used by a specified operation. Take the mark away in spec/\nand run pnpm generate.",
    );
  });

  test("says exactly what the clauses say", () => {
    const differences = [...specified].flatMap(([place, facts]) => {
      const demanded = claimed.facts.get(place);
      if (demanded === undefined) return [];
      return [...new Set([...Object.keys(facts), ...Object.keys(demanded)])]
        .filter((fact) => !isDeepStrictEqual(facts[fact], demanded[fact]))
        .map(
          (fact) =>
            `${claimed.ids.get(place)}: ${fact} of ${place} is ${told(facts[fact])}, the clause says ${told(demanded[fact])}`,
        );
    });
    expectNone(
      differences,
      "Correct spec/ and run pnpm generate. What goes beyond the interface must carry `x-addition: true`, or be listed\nunder `x-additions` where it is a part of something specified.",
    );
  });
});
