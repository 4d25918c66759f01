import { describe, expect, it } from "vitest";
import { parseBody } from "./parse-body.ts";

const limits = { maxDepth: 8, maxValues: 1_000 };
const parse = async (text: string | Buffer) => parseBody(Buffer.from(text), limits);
const refused = (message: string) => ({ status: 400, message });

describe("a body", () => {
  it("is the value that it holds, small or large", async () => {
    expect(await parse('{"a":[1,"✓"]}')).toEqual({ a: [1, "✓"] });
    const long = "✓".repeat(500_000);
    expect(await parse(JSON.stringify({ a: long, b: [1] }))).toEqual({ a: long, b: [1] });
  });

  it("may begin with a byte order mark", async () => {
    expect(await parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
    const long = "x".repeat(500_000);
    expect(await parse(`\uFEFF${JSON.stringify({ a: long })}`)).toEqual({ a: long });
  });

  it.each<[string, string | Buffer, string]>([
    ["is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "The body is not valid UTF-8."],
    ["nests too deep", "[".repeat(9), "The body nests deeper than 8 levels."],
    [
      "holds too much",
      `[${"0,".repeat(1_000)}0]`,
      "The body holds more than 1000 values and names. Send less at once.",
    ],
    [
      "holds too many names",
      `{${'"a":0,'.repeat(500)}"a":0}`,
      "The body holds more than 1000 values and names. Send less at once.",
    ],
    ["is no JSON", '{"a":1,}', "The body is not valid JSON: wrong at position 7."],
    ["is a word", "nonsense", "The body is not valid JSON: wrong at position 0."],
    ["ends too early", '{"é":', "The body is not valid JSON: wrong at position 6."],
    [
      "is empty but for a byte order mark",
      "\uFEFF",
      "The body is not valid JSON: wrong at position 0.",
    ],
  ])("is refused where it %s", async (_what, text, message) => {
    await expect(parse(text)).rejects.toMatchObject(refused(message));
  });

  it("is refused for the same reasons where it is so large that it is looked at in turns", async () => {
    const long = `"${"x".repeat(1_500_000)}"`;
    await expect(parse(`[${long},${"[".repeat(9)}`)).rejects.toMatchObject({ status: 400 });
    await expect(parse(`[${long},${"0,".repeat(1_000)}0]`)).rejects.toMatchObject({ status: 400 });
    await expect(parse(`[${long},}`)).rejects.toMatchObject(
      refused("The body is not valid JSON: wrong at position 1500004."),
    );
  });
});
