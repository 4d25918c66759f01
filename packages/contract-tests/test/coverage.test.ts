import { describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import { loadClauses } from "../src/clauses.ts";

describe("the clauses and the cases", () => {
  const clauses = loadClauses().map(({ id }) => id);
  const named = new Set(cases.flatMap((each) => each.clauses));

  it("have a case for every clause", () => {
    expect(clauses.filter((id) => !named.has(id))).toEqual([]);
  });

  it("name no clause that does not exist", () => {
    expect([...named].filter((id) => !clauses.includes(id))).toEqual([]);
  });

  it("have titles of their own", () => {
    const titles = cases.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
