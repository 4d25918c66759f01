import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAiPlaces, scanVectors } from "./scan.ts";
import type { Vector } from "./vector.ts";
import { MalformedJson } from "./vector.ts";

/** Scans for decimals. A scan for base64 must give the same values or the same refusal. */
async function scanPieces(pieces: readonly Uint8Array[], places = openAiPlaces) {
  const [decimals, floats] = await Promise.allSettled(
    (["float", "base64"] as const).map(async (encoding) => scanVectors(pieces, encoding, places)),
  );
  if (decimals?.status !== "fulfilled" || floats?.status !== "fulfilled") {
    expect(floats?.status).toBe("rejected");
    throw decimals?.status === "rejected" ? decimals.reason : floats;
  }
  const { vectors, rest } = floats.value;
  expect(vectors?.map(float32Of)).toEqual(decimals.value.vectors?.map(float32Of));
  expect(rest).toEqual(decimals.value.rest);
  return decimals.value;
}
const scan = (body: string, places = openAiPlaces) => scanPieces([Buffer.from(body)], places);

function float32Of(vector: Vector): Float32Array {
  return Float32Array.from(valuesOf(vector));
}

function valuesOf(vector: Vector): number[] {
  if (vector.format === "floats") return [...vector.values];

  const text = Buffer.concat(vector.pieces).toString();
  if (vector.format === "decimal") return JSON.parse(text);

  const bytes = Buffer.from(text, "base64");
  return [...new Float32Array(Uint8Array.from(bytes).buffer)];
}

/** Every piece of one byte, and all ways to cut in two. */
function cuts(body: Buffer): Uint8Array[][] {
  const halves = [...body.keys()].map((at) => [body.subarray(0, at), body.subarray(at)]);
  return [[...body.keys()].map((at) => body.subarray(at, at + 1)), ...halves];
}

const space = fc.constantFrom("", " ", "\n  ", "\t", "\r\n");

describe("vectors", () => {
  it("are those that JSON.parse would read, in any layout", async () => {
    const numbers = fc.array(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(numbers), space, fc.boolean(), async (lists, gap, reversed) => {
        const members = lists.map((list, index) => {
          const fields = [
            `"index":${gap}${index}`,
            `"embedding"${gap}:${gap}[${gap}${list.map((value) => JSON.stringify(value)).join(`${gap},${gap}`)}${gap}]`,
            '"object":"embedding"',
          ];
          return `{${gap}${(reversed ? fields.toReversed() : fields).join(`${gap},`)}${gap}}`;
        });
        const body = `${gap}{"model":"a\\"b","data":${gap}[${(reversed ? members.toReversed() : members).join(`,${gap}`)}]${gap},"usage":{"prompt_tokens":3}}${gap}`;
        const { vectors, rest } = await scan(body);
        expect(vectors?.map(valuesOf)).toEqual(JSON.parse(JSON.stringify(lists)));
        expect(vectors?.map(({ dimensions }) => dimensions)).toEqual(
          lists.map(({ length }) => length),
        );
        expect(rest).toEqual({ model: 'a"b', usage: { prompt_tokens: 3 } });
      }),
    );
  });

  it("may be base64 of float32", async () => {
    const text = Buffer.from(Float32Array.of(0.5, -2, 1e-8).buffer).toString("base64");
    const { vectors } = await scan(`{"data":[{"embedding":"${text}","index":0}]}`);
    expect(vectors?.map(valuesOf)).toEqual([[0.5, -2, Math.fround(1e-8)]]);
    expect(vectors?.[0]?.dimensions).toBe(3);
  });

  it("may be base64 of signed bytes, which are read as they are", async () => {
    const text = Buffer.from(Int8Array.of(0, 127, -128, -1).buffer).toString("base64");
    const { vectors } = await scan(`{"data":[{"embedding":"${text}"}]}`, {
      ...openAiPlaces,
      int8: true,
    });
    expect(vectors).toEqual([
      { format: "floats", values: Float32Array.of(0, 127, -128, -1), dimensions: 4 },
    ]);
  });

  it.each([
    ["float32", 4, {}],
    ["signed bytes", 1, { int8: true }],
  ] as const)("of %s have at most 65,536 values", async (_, size, ways) => {
    const body = (count: number) =>
      `{"data":[{"embedding":"${Buffer.alloc(count * size).toString("base64")}"}]}`;
    const places = { ...openAiPlaces, ...ways };
    expect((await scan(body(65_536), places)).vectors?.[0]?.dimensions).toBe(65_536);
    await expect(scan(body(65_537), places)).rejects.toThrow(MalformedJson);
  });

  it("beyond float32 are passed on as decimals, and refused where they have to be converted", async () => {
    const body = Buffer.from('{"data":[{"embedding":[1e39]}]}');
    const { vectors } = await scanVectors([body], "float");
    expect(vectors?.map(valuesOf)).toEqual([[1e39]]);
    expect(() => scanVectors([body], "base64")).toThrow(MalformedJson);
  });

  it("are the same however the reply is cut into pieces", async () => {
    const base64 = Buffer.from(Float32Array.of(0.5, -2).buffer).toString("base64");
    const body = Buffer.from(
      `\u{feff}{"model":"é\\"","data":[{"index":1,"embedding":[0.0625, -1e-7]},{"embedding":"${base64}","index":0}],"usage":{"prompt_tokens":12}} `,
    );
    const whole = await scanPieces([body]);
    expect(whole.vectors?.map(valuesOf)).toEqual([
      [0.5, -2],
      [0.0625, -1e-7],
    ]);
    for (const pieces of cuts(body)) {
      const { vectors, rest } = await scanPieces(pieces);
      expect(vectors?.map(valuesOf)).toEqual(whole.vectors?.map(valuesOf));
      expect(vectors?.map(({ dimensions }) => dimensions)).toEqual([2, 2]);
      expect(rest).toEqual({ model: 'é"', usage: { prompt_tokens: 12 } });
    }
  });

  it("keep the order of a list without indices", async () => {
    const { vectors } = await scan('{"data":[{"embedding":[2]},{"embedding":[1]}]}');
    expect(vectors?.map(valuesOf)).toEqual([[2], [1]]);
  });

  it("may lie elsewhere", async () => {
    const nested = { list: ["embeddings", "float"], vector: "" };
    const { vectors, rest } = await scan(
      '{"id":"x","embeddings":{"int8":[[9]],"float":[[1,2],[3,4]]},"meta":{"a":[1,{"b":"]}"}]}}',
      nested,
    );
    expect(vectors?.map(valuesOf)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(rest).toEqual({ id: "x", meta: { a: [1, { b: "]}" }] } });
    const alone = { list: ["embeddings"], vector: "values", single: "embedding" };
    expect((await scan('{"embedding":[7]}', alone)).vectors?.map(valuesOf)).toEqual([[7]]);
  });

  it("are absent from an error", async () => {
    const { vectors, rest } = await scan('{"error":{"message":"no \\u2713"}}');
    expect([vectors, rest]).toEqual([undefined, { error: { message: "no ✓" } }]);
  });

  it.each([
    ["nothing", ""],
    ["a page", "<html>"],
    ["a number that is none", '{"data":[{"embedding":[NaN]}]}'],
    ["infinity", '{"data":[{"embedding":[Infinity]}]}'],
    ["a number beyond float64", '{"data":[{"embedding":[1e999]}]}'],
    ["a leading zero", '{"data":[{"embedding":[01]}]}'],
    ["a plus sign", '{"data":[{"embedding":[+1]}]}'],
    ["no digits", '{"data":[{"embedding":[-]}]}'],
    ["no fraction", '{"data":[{"embedding":[1.]}]}'],
    ["no exponent", '{"data":[{"embedding":[1e]}]}'],
    ["a comma too many", '{"data":[{"embedding":[1,]}]}'],
    ["a comma too few", '{"data":[{"embedding":[1 2]}]}'],
    ["a text", '{"data":[{"embedding":[1,"2"]}]}'],
    ["null", '{"data":[{"embedding":[1,null]}]}'],
    ["a nested list", '{"data":[{"embedding":[[1]]}]}'],
    ["no vector", '{"data":[{"index":0}]}'],
    ["an end inside a vector", '{"data":[{"embedding":[1,2'],
    ["an end inside the list", '{"data":[{"embedding":[1,2]}'],
    ["an end inside the object", '{"data":[{"embedding":[1,2]}]'],
    ["something after the end", '{"data":[]}]'],
    ["a repeated index", '{"data":[{"embedding":[1],"index":0},{"embedding":[2],"index":0}]}'],
    ["an index out of range", '{"data":[{"embedding":[1],"index":1}]}'],
    ["an index on some", '{"data":[{"embedding":[1],"index":0},{"embedding":[2]}]}'],
    ["a broken index", '{"data":[{"embedding":[1],"index":0.5}]}'],
    ["half a float", '{"data":[{"embedding":"AACAPwA="}]}'],
    ["base64 that is none", '{"data":[{"embedding":"AAC*Pw=="}]}'],
    [
      "base64 of NaN",
      `{"data":[{"embedding":"${Buffer.from(Float32Array.of(1, Number.NaN).buffer).toString("base64")}"}]}`,
    ],
    [
      "base64 of infinity",
      `{"data":[{"embedding":"${Buffer.from(Float32Array.of(-Infinity).buffer).toString("base64")}"}]}`,
    ],
    ["an empty base64", '{"data":[{"embedding":""}]}'],
    ["brackets without an end", `{"a":${"[".repeat(100)}`],
    ["bytes that are no UTF-8", '{"a":"\u00ff"}'],
  ])("are not made of %s", async (_, body) => {
    const bytes = Buffer.from(body, "latin1");
    await expect(scanPieces([bytes])).rejects.toThrow(MalformedJson);
    for (const pieces of cuts(bytes))
      await expect(scanPieces(pieces)).rejects.toThrow(MalformedJson);
  });

  it("never come out of arbitrary damage without being JSON", async () => {
    const body = '{"data":[{"embedding":[1,-2.5e-3],"index":0}],"usage":{"prompt_tokens":3}}';
    await fc.assert(
      fc.asyncProperty(
        fc.nat(body.length - 1),
        fc.string({ maxLength: 3 }),
        async (place, text) => {
          const damaged = body.slice(0, place) + text + body.slice(place + 1);
          const scanned = await scan(damaged).catch((error: unknown) => error);
          if (!(scanned instanceof MalformedJson)) expect(() => JSON.parse(damaged)).not.toThrow();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("of a large reply are read in turns with other work", async () => {
    const list = `[${Array.from({ length: 3_000 }, (_, index) => index / 7).join()}]`;
    const body = `{"data":[${Array.from({ length: 100 }, () => `{"embedding":${list}}`).join()}]}`;
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 0);
    await scan(body);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(0);
  });
});
