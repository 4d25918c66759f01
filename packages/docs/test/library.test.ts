import { join } from "node:path";
import * as client from "@portico/client";
import { loadDocument, operationIds } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { libraryMarkdown } from "../src/library/library-markdown.ts";

const page = libraryMarkdown(join(import.meta.dirname, "../.."), loadDocument());
const section = (title: string): string =>
  page.split(/^(?=### )/m).find((text) => text.startsWith(`### ${title}\n`)) ?? "";

describe("the page of the packages", () => {
  const portico = client.createPortico({ baseUrl: "http://127.0.0.1", apiKey: "ptc_any" });
  const parts = Object.entries(portico).filter(
    ([name, part]) => typeof part === "object" && name !== "throwing",
  );

  it.each(parts)("has every method of portico.%s, with words", (name, part) => {
    const methods = Object.keys(part).filter(
      (method) => typeof Reflect.get(part, method) === "function",
    );
    for (const method of methods)
      expect(section(`portico.${name}`)).toMatch(new RegExp(`\\| \`${method}\\(.*\\| \\S.*\\|`));
    expect(methods.length).toBeGreaterThan(0);
  });

  it("has every class and function that the client gives out", () => {
    const values = Object.keys(client);
    expect(values.length).toBeGreaterThan(40);
    const absent = values.filter((name) => section(name) === "" && !page.includes(`\`${name}(`));
    expect(absent).toEqual([]);
  });

  it("has what the streams have in common", () => {
    for (const member of ["textDeltas()", "soFar", "toResponse(init?)"])
      expect(section("ChatStream, MessageStream, ResponseStream")).toContain(`| \`${member}\``);
  });

  it("has the hooks of every operation, each of one kind", () => {
    const kinds = ["Queries", "Lists page by page", "Mutations"].map(section);
    for (const id of operationIds)
      expect([id, kinds.filter((text) => text.includes(`[\`${id}\`]`)).length]).toEqual([id, 1]);
    for (const hook of ["useQuery", "useSuspenseInfiniteQuery", "useMutation"])
      expect(kinds.join()).toContain(`| \`${hook}(`);
  });

  it("has what handlers can be told", () => {
    for (const name of ["once()", "reply", "fault(name)", "events(events)", "travel(to)"])
      expect(page).toContain(`| \`${name}\``);
  });
});
