import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Editions, editionsOf, titleOf } from "../src/history.ts";
import { referencePages } from "../src/reference-pages.ts";

const document = loadDocument();
const { "/rerank": rerank, ...before } = document.paths;
const older: OpenApiDocument = { ...document, paths: before };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-releases-"));
  writeFileSync(join(folder, "1.9.0.json"), JSON.stringify(older));
  writeFileSync(join(folder, "1.10.0.json"), JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true }));

function pagesOf(editions: Editions): Map<string, string> {
  const frame = { version: "", guides: [], assets: { style: "", theme: "", scripts: [] } };
  const files = referencePages({
    frame,
    editions,
    samples: new Map(),
    readOpening: () => null,
    history: () => "",
  });
  return new Map(files.map(({ path, content }) => [path, String(content)]));
}

describe("editions of the contract", () => {
  it("are the current one, then the released ones, newest first", () => {
    expect(rerank).toBeDefined();
    const { current, released } = editionsOf(document, folder);
    expect(current).toMatchObject({ name: "1.10.0", folder: "reference" });
    expect(released.map(({ folder: at }) => at)).toEqual(["v/1.10.0", "v/1.9.0"]);
  });

  it("call a contract that has changed since its last release next, and not by a number", () => {
    const editions = editionsOf(older, folder);
    expect(editions.current.name).toBe("next");
    expect(titleOf(editions, editions.current)).toBe("current");
    expect(editionsOf(older, join(folder, "missing")).released).toEqual([]);
  });

  it("each have a page for each operation, which links to the same page of the others", () => {
    const pages = pagesOf(editionsOf(document, folder));
    const page = pages.get("v/1.9.0/createResponse.html");
    expect(page).toContain('href="../../reference/createResponse.html"');
    expect(page).toContain('href="../../v/1.10.0/createResponse.html"');
    expect(page).toContain('<span aria-current="true">1.9.0</span>');
  });

  it("say where an operation is missing, and have no page of it", () => {
    const pages = pagesOf(editionsOf(document, folder));
    expect(pages.has("v/1.9.0/createRerank.html")).toBe(false);
    expect(pages.get("reference/createRerank.html")).toContain("not in 1.9.0");
  });
});

describe("an operation's own page", () => {
  it("has every schema that it names, and stays under 100 kB", () => {
    for (const [path, content] of pagesOf(editionsOf(document, folder))) {
      expect(content.length, path).toBeLessThan(100_000);
      for (const [, id] of content.matchAll(/href="#([\w-]+)"/g))
        expect(content, path).toContain(`id="${id}"`);
    }
  });

  it("shows what is sent before it says anything of fields", () => {
    for (const [path, content] of pagesOf(editionsOf(document, folder)))
      if (content.includes('class="beside"') && content.includes("<table>"))
        expect(content.indexOf("<figure"), path).toBeLessThan(content.indexOf("<table>"));
  });

  it("shares the text of a schema with all pages of its edition", () => {
    const pages = [...pagesOf(editionsOf(document, folder))];
    const texts = pages.filter(([path]) => /^reference\/.*\.md$/.test(path));
    for (const name of ["ErrorEnvelope", "CostDetails", "ApiKey", "InputItem", "Ledger"]) {
      const having = texts.filter(([, text]) => new RegExp(`^##+ ${name}$`, "m").test(text));
      expect(having, name).toHaveLength(1);
    }
    const of = (page: string) => new Map(texts).get(`reference/${page}.md`) ?? "";
    expect(of("schemas")).toContain("## ErrorEnvelope");
    expect(of("schemas-api-keys")).toContain("## ApiKey");
    // Where it is depends on the contract: it is shared from the day on which another operation has it.
    const [place = ""] = texts.find(([, text]) => /^##+ InputItem$/m.test(text)) ?? [];
    const file = place.replace("reference/", "");
    expect(of("createResponse")).toContain(`](${file}#inputitem)`);
    expect(of("createResponse")).toContain("](schemas.md#errorenvelope)");
  });

  it("has one line for each status, and leaves what may always happen to the page of failures", () => {
    const page = pagesOf(editionsOf(document, folder)).get("reference/createResponse.md") ?? "";
    for (const status of [200, 402, 404, 429, 500, 529, "400, 401, others"])
      expect(page.match(new RegExp(`^\\| ${status} \\| .+ \\|$`, "gm")), `${status}`).toHaveLength(
        1,
      );
    expect(page).toContain("| 400, 401, others | By [kind](../errors.md) |");
  });

  it("leaves the events of its stream to a page beside it", () => {
    const pages = pagesOf(editionsOf(document, folder));
    expect(pages.get("reference/createMessage.html")).toContain("createMessage-events.html");
    const events = pages.get("reference/createMessage-events.md");
    expect(events).toContain("## MessagesErrorEvent");
    expect(events).toContain("](schemas-messages.md#messageserrordetail)");
  });
});
