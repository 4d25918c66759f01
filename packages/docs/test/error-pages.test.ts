import { readdirSync } from "node:fs";
import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { errorKinds, errorTexts } from "../src/error-kinds.ts";
import { errorPages } from "../src/error-pages.ts";
import { publishedGuides } from "../src/site.ts";

const document = loadDocument();
const kinds = errorKinds(document);
const frame = { version: "", guides: [], assets: { style: "", theme: "", scripts: [] } };
const pages = new Map(errorPages(frame, kinds).map(({ path, content }) => [path, String(content)]));

describe("the page of a kind of failure", () => {
  it("is there for every word of the contract, and for no other", () => {
    const words = document.components.schemas["ErrorKind"]?.enum ?? [];
    expect(words.length).toBeGreaterThan(15);
    expect([...pages.keys()].filter((path) => path.endsWith(".html"))).toEqual(
      words.map((word) => `errors/${word}.html`),
    );
    expect(readdirSync(errorTexts).toSorted()).toEqual(
      words.map((word) => `${word}.md`).toSorted(),
    );
  });

  it.each(kinds)("$word says why, what to do and whether to try again, with a reply", (kind) => {
    const page = pages.get(`errors/${kind.word}.md`);
    for (const part of ["## Why", "## What to do", "## What the reply looks like", kind.retry])
      expect(page).toContain(part);
    expect(page).toContain(`"kind": "${kind.word}"`);
    const [path = ""] = [...pages.keys()].filter((one) => one === `errors/${kind.word}.html`);
    for (const { value } of kind.examples)
      expect(value).toMatchObject({
        error: { code: kind.status, metadata: { doc_url: `/docs/${path}` } },
      });
  });

  it("shows the reply of each wire that has an example", () => {
    const page = pages.get("errors/rate_limited.md");
    expect(page).toContain("### On POST /chat/completions");
    expect(page).toContain('"error_type": "rate_limit_exceeded"');
    expect(page).toContain('"type": "rate_limit_error"');
  });

  it("is linked from the guide", () => {
    const guide = publishedGuides(document).find(({ slug }) => slug === "errors");
    for (const { word } of kinds) expect(guide?.markdown).toContain(`(errors/${word}.md)`);
  });
});
