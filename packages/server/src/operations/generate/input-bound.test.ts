import type { ContentPart, RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { sampleCandidate } from "../../../test/routing/sample-candidate.ts";
import { TimeSlice } from "../../in-turns.ts";
import type { Endpoint } from "../../routing/catalog.ts";
import type { AskedContent } from "./asked-content.ts";
import { countTokens, estimateTokens } from "./bound-input-tokens.ts";
import { InputBounds, leastInputTokens } from "./input-bound.ts";

const boundInput = (...[content, endpoints]: [AskedContent, readonly Endpoint[]]) =>
  new InputBounds(content).at(endpoints);

const endpoint = (tokenBound: Endpoint["tokenBound"], contextLength = 100_000): Endpoint => ({
  ...sampleCandidate("p").endpoint,
  contextLength,
  tokenBound,
});

const asked = (content: readonly ContentPart[], more: Partial<RespondCall> = {}) => ({
  conversation: [{ type: "message", role: "user", content } as const],
  tools: [],
  ...more,
});
const text = (value: string): ContentPart => ({ type: "text", text: value });

const hidden = 1_024;

describe("the bound of a request's input", () => {
  it("counts by bytes or by the tokenizer, whichever the endpoints ask for, the more of them", async () => {
    const request = asked([text("The quick brown fox")]);
    const bytes = (await boundInput(request, [endpoint("bytes")])).tokens;
    const tokens = (await boundInput(request, [endpoint("o200k_base")])).tokens;
    expect(bytes).toBe(19 + 2 * 16 + 8 + hidden);
    expect(tokens).toBe(4 + 2 * 16 + 8 + 128);
    const both = await boundInput(request, [endpoint("o200k_base"), endpoint("bytes")]);
    expect(both.tokens).toBe(bytes);
  });

  it("counts instructions, tools, calls, their ids and results", async () => {
    const plain = await boundInput(asked([text("a")]), [endpoint("bytes")]);
    const full = asked([text("a")], {
      instructions: "x".repeat(100),
      tools: [{ name: "t".repeat(100) }],
    });
    const callId = "i".repeat(100);
    const conversation = [
      ...full.conversation,
      { type: "call", callId, name: "f", arguments: "y".repeat(100) } as const,
      { type: "result", callId, output: [text("z".repeat(100))] } as const,
    ];
    const { tokens } = await boundInput({ ...full, conversation }, [endpoint("bytes")]);
    expect(tokens - plain.tokens).toBeGreaterThanOrEqual(600 + hidden);
  });

  it("counts fields for one vendor that a model reads, and not how much it is to think", async () => {
    const tokensOf = async (fields: object) => {
      const passThrough = { family: "anthropic", headers: {}, fields: { ...fields } };
      const { tokens } = await boundInput(asked([text("a")], { passThrough }), [endpoint("bytes")]);
      return tokens;
    };
    const thinking = { type: "enabled", budget_tokens: 1_024 };
    const none = await tokensOf({});
    expect(await tokensOf({ thinking, output_config: { effort: "low" } })).toBe(none);
    expect(await tokensOf({ thinking, mcp_servers: ["x".repeat(100)] })).toBeGreaterThan(none + 99);
  });

  it("counts each part by itself, because joined texts take fewer tokens", async () => {
    const many = asked(Array.from({ length: 500 }, () => text("\n")));
    const { tokens } = await boundInput(many, [endpoint("o200k_base")]);
    expect(tokens).toBeGreaterThanOrEqual(500 * 9);
  });

  it("counts a picture at its maximum, and the whole context where the content is not at hand", async () => {
    const photo = { type: "image", url: "https://a/b.png", picture: {} } as const;
    const known = { ...endpoint("bytes"), tokensPerImage: 5_000 };
    expect(await boundInput(asked([photo]), [known])).toEqual({
      tokens: 5_000 + 2 * 16 + 8 + hidden,
      images: 1,
      hasFiles: false,
    });
    // A few hundred bytes of a PDF can be hundreds of pages, each of which is read and looked at.
    const pdf = { type: "file", data: "data:application/pdf;base64,JVBERi0xLjcK" } as const;
    for (const part of [
      pdf,
      { type: "file", url: "https://a/b" } as const,
      // A moving picture, or a file of an unknown kind.
      { type: "image", url: "https://a/b" } as const,
    ])
      expect((await boundInput(asked([part]), [known])).tokens).toBe(100_000);
  });

  it("is the context of a model that searches by itself, for every question", async () => {
    const searching = { ...endpoint("bytes"), searchCalls: 1 } as const;
    const bound = await boundInput(asked([text("a")]), [endpoint("bytes"), searching]);
    expect(bound.tokens).toBe(100_000);
    expect(leastInputTokens(searching)).toBe(100_000);
  });

  it("counts a picture at the maximum of the dearest endpoint", async () => {
    const picture = { type: "image", url: "u", picture: { width: 1024, height: 1025 } } as const;
    const request = asked([picture, picture]);
    const usual = { ...endpoint("bytes"), tokensPerImage: 5_000 };
    const { tokens } = await boundInput(request, [usual]);
    const dear = { ...usual, tokensPerImage: 40_000 };
    expect((await boundInput(request, [usual, dear])).tokens).toBe(tokens + 2 * 35_000);
    const cheap = { ...usual, tokensPerImage: 1_000 };
    expect((await boundInput(request, [cheap])).tokens).toBe(tokens - 2 * 4_000);
    // An endpoint without published counts: by the picture's size, six pieces of it.
    const unknown = endpoint("bytes");
    expect((await boundInput(request, [unknown])).tokens).toBe(tokens - 2 * (5_000 - 6 * 4_096));
    const unmeasured = asked([{ ...picture, picture: {} }]);
    expect((await boundInput(unmeasured, [unknown])).tokens).toBe(100_000);
  });

  it("never exceeds the context", async () => {
    const request = asked([text("x".repeat(5000))]);
    expect((await boundInput(request, [endpoint("bytes", 1000)])).tokens).toBe(1000);
  });
});

describe("the count of tokens", () => {
  it("treats the form of a special token as text", async () => {
    expect(await countTokens("<|endoftext|>", "o200k_base")).toBeGreaterThan(1);
  });

  it("counts a run without breaks in pieces, and never too few", async () => {
    const run = "a".repeat(1000);
    const { countTokens: exact } = await import("gpt-tokenizer/encoding/o200k_base");
    const counted = await countTokens(`b ${run} c`, "o200k_base");
    expect(counted).toBeGreaterThanOrEqual(exact(`b ${run} c`));
    expect(counted).toBeLessThan(1000);
    expect(await countTokens("one two three", "o200k_base")).toBe(exact("one two three"));
  });

  it("checks after every two thousand characters whether to yield", async () => {
    const turn = new AlwaysOver();
    const text = "words of many kinds ".repeat(10_000);
    const counted = await countTokens(text, "o200k_base", turn);
    const { countTokens: exact } = await import("gpt-tokenizer/encoding/o200k_base");
    expect(counted).toBeGreaterThanOrEqual(exact(text));
    expect(counted).toBeLessThan(exact(text) * 1.01);
    expect(turn.passed).toBeGreaterThan(text.length / 2_100);
  });

  it("uses the bytes where a text is so long that counting it would delay other requests", async () => {
    const text = "漢".repeat(300_000);
    expect(await countTokens(text, "o200k_base")).toBe(900_000);
    expect(await estimateTokens(text, "o200k_base")).toBe(225_000);
  });
});

class AlwaysOver extends TimeSlice {
  passed = 0;

  override get isOver(): boolean {
    return true;
  }

  override async pass(): Promise<void> {
    this.passed += 1;
  }
}

describe("the bound of a block of one vendor's own", () => {
  const foreign = (more: object) =>
    asked([{ type: "foreign", family: "anthropic", block: { a: "b" }, ...more }]);

  it("is its text where that is all it can be, and the whole context otherwise", async () => {
    const plain = await boundInput(foreign({ isPlain: true }), [endpoint("bytes")]);
    expect(plain).toEqual({ tokens: 9 + 2 * 16 + 8 + hidden, images: 0, hasFiles: false });
    const odd = await boundInput(foreign({}), [endpoint("bytes")]);
    expect(odd).toEqual({ tokens: 100_000, images: 0, hasFiles: true });
  });
});
