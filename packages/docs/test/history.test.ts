import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { changePages, changeSummaries } from "../src/change-pages.ts";
import { type Edition, type Editions, operationHistory, type Step } from "../src/history.ts";

const document = loadDocument();
const released = (name: string): Edition => ({ name, folder: `v/${name}`, document });
const editions: Editions = {
  current: { name: "next", folder: "reference", document },
  released: [released("1.1.0"), released("1.0.0")],
};
const steps: Step[] = [
  {
    ...{ from: "1.0.0", to: "1.1.0", wording: 2 },
    changes: [
      { kind: "safe", says: "`POST /rerank` is new.", operations: ["createRerank"] },
      { kind: "safe", says: "Requests may now hold `A.b`.", operations: ["createResponse"] },
    ],
  },
  { from: "1.0.0", to: "next", wording: 0, changes: [] },
  {
    ...{ from: "1.1.0", to: "next", wording: 0 },
    changes: [
      {
        ...{ kind: "breaking", says: "You must now send `A.c`.", operations: ["createResponse"] },
        why: "Nothing works without it.",
      },
      { kind: "safe", says: "Replies may now hold `A.d`.", operations: ["createResponse"] },
    ],
  },
];
const history = { editions, steps };
const frame = { version: "", guides: [], assets: { style: "", theme: "", scripts: [] } };
const pages = new Map(
  changePages(frame, history).map(({ path, content }) => [path, String(content)]),
);

describe("what changed", () => {
  it("stands on a page for each step, breaking first, each with its reason", () => {
    const page = pages.get("changes/1.1.0-to-next.md") ?? "";
    expect(page).toContain("1 change that may break a program, 1 addition,");
    expect(page.indexOf("You must now send `A.c`.")).toBeGreaterThan(0);
    expect(page.indexOf("You must now send")).toBeLessThan(page.indexOf("Replies may now hold"));
    expect(page).toContain("*Nothing works without it.*");
  });

  it("compares each released document with the current one and with its neighbour", () => {
    for (const step of ["1.0.0-to-1.1.0", "1.0.0-to-next", "1.1.0-to-next"])
      expect(pages.get("changes/index.html")).toContain(`href="${step}.html"`);
  });

  it("leads to each new operation in the edition that has it", () => {
    expect(pages.get("changes/1.0.0-to-1.1.0.md")).toContain("](../v/1.1.0/createRerank.md)");
  });

  it("stands on the page of each operation, step by step, newest first", () => {
    const text = operationHistory(history, editions.current, "createResponse");
    expect(text.indexOf("From 1.1.0 to current")).toBeGreaterThan(0);
    expect(text.indexOf("From 1.1.0 to current")).toBeLessThan(text.indexOf("From 1.0.0 to 1.1.0"));
    expect(text).toContain("You must now send `A.c`.");
    expect(text).toContain("Requests may now hold `A.b`.");
  });

  it("on an old page ends with that version", () => {
    const [newest] = editions.released;
    const text = operationHistory(history, newest ?? editions.current, "createResponse");
    expect(text).toContain("From 1.0.0 to 1.1.0");
    expect(text).not.toMatch(/next|current/);
    expect(text).toContain("](../../changes/1.0.0-to-1.1.0.md)");
  });

  it("stands in the change log, from neighbour to neighbour", () => {
    const text = changeSummaries(history);
    expect(text).toContain("(changes/1.1.0-to-next.md)");
    expect(text).toContain("(changes/1.0.0-to-1.1.0.md)");
    expect(text).not.toContain("1.0.0-to-next");
  });
});
