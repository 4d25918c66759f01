import { describe, expect, it } from "vitest";
import { linksIn, linksInPassed } from "./links-in.ts";

const url = "http://169.254.169.254/latest";
const place = "messages[0].content[1]";
const foreign = (block: object) =>
  ({ type: "foreign", family: "anthropic", block: { ...block }, place }) as const;

describe("the addresses in a block of one vendor's own", () => {
  it.each<[string, object]>([
    ["a source", { type: "document", source: { type: "file", url } }],
    [
      "a nested picture",
      { content: [{ source: { content: [{ type: "image", source: { url } }] } }] },
    ],
    ["a field of any name", { somewhere: [[{ to: ` ${url}` }]] }],
  ])("are found in %s", (_, block) => {
    const [link, ...others] = linksIn([foreign(block)]);
    expect([link?.url.trim(), link?.place, others]).toEqual([url, place, []]);
  });

  it("are found however deep it is", () => {
    let block: object = { url };
    for (let depth = 0; depth < 50_000; depth += 1) block = { block };
    expect(linksIn([foreign(block)])).toEqual([{ url, place, isOwn: true }]);
  });

  it("are those of the text where it is plain text: nothing reads them", () => {
    expect(linksIn([{ ...foreign({ source: url }), isPlain: true }])).toEqual([]);
  });
});

it("finds the addresses in fields and tools of one vendor's own, but not those that name schemas", () => {
  const passed = {
    ...{ family: "anthropic", headers: {} },
    fields: { mcp_servers: [{ type: "url", url }], output_format: { schema: { $schema: url } } },
    tools: [{ type: "later_20301231", at: { url } }],
  };
  expect(linksInPassed(passed)).toEqual([
    { url, place: "mcp_servers", isOwn: true },
    { url, place: "tools", isOwn: true },
  ]);
});
