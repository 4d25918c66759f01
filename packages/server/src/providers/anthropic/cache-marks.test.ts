import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { keepsMarks } from "./cache-marks.ts";
import { toMessagesBody } from "./messages-body.ts";

function body(call: Partial<RespondCall>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(toMessagesBody({ ...emptyCall, ...call })));
}

const cache = {};
const kept = { type: "ephemeral" };
const user = (...texts: readonly string[]): Turn => ({
  type: "message",
  role: "user",
  content: texts.map((text) => ({ type: "text", text, cache })),
});

/** Where marks stand, as paths. */
function marksIn(value: unknown, path = ""): readonly string[] {
  return Object.entries(Object(value)).flatMap(([name, inner]) => {
    if (name === "cache_control") return [path];
    return typeof inner === "object" ? marksIn(inner, `${path}/${name}`) : [];
  });
}

describe("cache marks for Anthropic", () => {
  it("stand on every kind of block", () => {
    const image = { type: "image", url: "https://example.com/a.png", cache } as const;
    const file = { type: "file", url: "https://example.com/a.pdf", cache } as const;
    const call = { type: "call", callId: "a", name: "f", arguments: "{}", cache } as const;
    const result = { type: "result", callId: "a", output: [], cache } as const;
    const text = { type: "text", text: "Hi", cache } as const;
    for (const [conversation, place] of [
      [[{ type: "message", role: "user", content: [image] }], "/messages/0/content/0"],
      [[{ type: "message", role: "user", content: [file] }], "/messages/0/content/0"],
      [[user("Hi")], "/messages/0/content/0"],
      [[user(), call], "/messages/0/content/0"],
      [[{ ...call, cache: undefined }, result], "/messages/1/content/0"],
      [
        [
          { ...call, cache: undefined },
          { ...result, cache: undefined, output: [text] },
        ],
        "/messages/1/content/0/content/0",
      ],
      [[{ type: "message", role: "assistant", content: [text] }], "/messages/0/content/0"],
    ] as const)
      expect(marksIn(body({ conversation: JSON.parse(JSON.stringify(conversation)) }))).toEqual([
        place,
      ]);

    expect(marksIn(body({ tools: [{ name: "f", cache }] }))).toEqual(["/tools/0"]);
  });

  it("keep the parts of the instructions apart", () => {
    const conversation: readonly Turn[] = [
      {
        type: "message",
        role: "system",
        content: [
          { type: "text", text: "A", cache: { ttl: "1h" } },
          { type: "text", text: "B" },
        ],
      },
      user("Hi"),
    ];
    expect(body({ instructions: "First.", conversation })["system"]).toEqual([
      { type: "text", text: "First." },
      { type: "text", text: "A", cache_control: { type: "ephemeral", ttl: "1h" } },
      { type: "text", text: "B" },
    ]);
  });

  it("are at most four: the first ones go, in the order of the vendor's prompt", () => {
    const sent = body({
      tools: [
        { name: "f", cache },
        { name: "g", cache },
      ],
      conversation: [
        { type: "message", role: "system", content: [{ type: "text", text: "A", cache }] },
        user("1", "2", "3"),
      ],
    });
    expect(marksIn(sent)).toEqual([
      "/system/0",
      "/messages/0/content/0",
      "/messages/0/content/1",
      "/messages/0/content/2",
    ]);
  });

  it("are known to notices to be too many from the fifth on", () => {
    const four = ["tool", "text", "text", "text"] as const;
    expect(keepsMarks("claude", four)).toBe(true);
    expect(keepsMarks("claude", [...four, "request"])).toBe(false);
  });

  it("are one less beside a mark on the request itself", () => {
    const passThrough = { family: "anthropic", headers: {}, fields: { cache_control: kept } };
    const sent = body({ passThrough, conversation: [user("1", "2", "3", "4")] });
    expect(marksIn(sent).toSorted()).toEqual([
      "",
      "/messages/0/content/1",
      "/messages/0/content/2",
      "/messages/0/content/3",
    ]);
  });

  it("leave the caller's own blocks as they are", () => {
    const block = { type: "odd", cache_control: kept };
    const content = [{ type: "foreign", family: "anthropic", block, isPlain: true }] as const;
    const conversation: readonly Turn[] = [
      { type: "message", role: "user", content },
      user("1", "2", "3", "4"),
    ];
    expect(marksIn(body({ conversation }))).toHaveLength(4);
    expect(block).toEqual({ type: "odd", cache_control: kept });
  });

  it.each([
    ["24h", "1h"],
    ["in_memory", undefined],
    [undefined, undefined],
  ])("without a time of their own are kept as long as %s asks for", (cacheRetention, ttl) => {
    const sent = body({ conversation: [user("Hi")], ...(cacheRetention && { cacheRetention }) });
    expect(Object(sent["messages"])[0].content[0].cache_control).toEqual({
      ...kept,
      ...(ttl && { ttl }),
    });
  });

  it("are absent from a request without any", () => {
    const conversation = [
      { type: "message", role: "user", content: [{ type: "text", text: "Hi" }] },
    ] as const;
    expect(marksIn(body({ conversation, instructions: "A", tools: [{ name: "f" }] }))).toEqual([]);
  });
});
