import fc from "fast-check";
import { embeddingModels, rerankModels, textModels } from "./every-dialect.ts";
import { worstSchemas } from "./schemas.ts";
import { worstTexts } from "./texts.ts";
import {
  asEmbeddings,
  asRerank,
  asResponse,
  compressed,
  times,
  type WorstRequest,
  written,
} from "./worst-request.ts";

const largestBody = 20_900_000;

/**
 * Requests that are made to cost more than they bring, for every place that takes a schema, a list, a map or a text and for
 * every dialect. At scale 1 each is as large as may be sent; at a smaller one they are the same, and smaller.
 */
export function worstRequests(scale: number): WorstRequest[] {
  return [
    ...reported(scale),
    ...bodies(scale),
    ...textModels.flatMap((model, index) => forTextModel(model, index, scale)),
    ...embeddingModels.flatMap((model) => forEmbeddingModel(model, scale)),
    ...rerankModels.flatMap((model) => forRerankModel(model, scale)),
    ...sandboxTexts(scale),
    ...generated(textModels),
  ];
}

const call = (id: number, argumentsJson = "{}") => ({
  type: "function_call",
  call_id: `c${id}`,
  name: "f",
  arguments: argumentsJson,
});
const result = (id: number, output = "x") => ({
  type: "function_call_output",
  call_id: `c${id}`,
  output,
});
const functionTool = (parameters: unknown, index = 0) => ({
  type: "function",
  name: `f${index}`,
  parameters,
});
const said = (content: unknown) => ({ role: "user", content });

/** Those that brought the process down or held it up when they were found, word for word. */
function reported(scale: number): WorstRequest[] {
  const items = (count: number) => `${'{"role":"user","content":"a"},'.repeat(count * scale)}`;
  const manyItems = written(
    "696,666 items, the last one wrong",
    "/responses",
    () => `{"model":"sandbox/text","input":[${items(696_666)}{"role":"x"}]}`,
  );
  const manyTools = written(
    "645,161 tools",
    "/responses",
    () =>
      `{"model":"sandbox/text","input":"x","tools":[${'{"type":"function","name":"a"},'.repeat(645_160 * scale)}{"type":"function","name":"a"}]}`,
  );
  const calls = (count: number) =>
    asResponse(`${count} function calls, text/openai-compatible`, () => ({
      model: "text/openai-compatible",
      input: times(count * scale, (index) => call(index)),
    }));
  const metadata = asResponse("metadata of 20 MB", () => ({
    model: "sandbox/text",
    stream: true,
    input: "x",
    metadata: { a: "x".repeat(20_000_000 * scale) },
  }));
  return [
    asResponse("an array of itself, sandbox", () => ({
      model: "sandbox/text",
      input: "x",
      text: {
        format: {
          type: "json_schema",
          name: "x",
          schema: { type: "array", minItems: 100, items: { $ref: "#" } },
        },
      },
    })),
    asResponse("an object of itself, Gemini", () => ({
      model: "text/gemini",
      input: "x",
      max_output_tokens: 16,
      tools: [functionTool(worstSchemas(1)["references to itself"]?.())],
    })),
    ...[manyItems, manyTools, metadata].flatMap((request) => [request, compressed(request)]),
    calls(20_000),
    compressed(calls(40_000)),
  ];
}

/** What no contract describes: the text itself. */
function bodies(scale: number): WorstRequest[] {
  const length = largestBody * scale;
  const body = (name: string, value: (fill: string) => string, piece: string) =>
    written(name, "/responses", () => {
      const fill = piece.repeat(Math.floor(length / piece.length));
      return `{"model":"sandbox/text","max_output_tokens":16,"input":"x","other":${value(fill)}}`;
    });
  const inText = (fill: string) => `"${fill}"`;
  const list = (fill: string) => `[${fill}0]`;
  return [
    body("a text without escapes", inText, "a"),
    body("a text of escaped quotes", inText, '\\"'),
    body("a text of escapes", inText, "\\u0041"),
    body("a text of control characters", inText, "\\n"),
    body("a text of three bytes a character", inText, "漢"),
    body("white space", (fill) => `${fill}1`, " "),
    body("a number of digits", (fill) => fill, "1"),
    body("numbers", list, "0,"),
    body("empty lists", list, "[],"),
    body("brackets", (fill) => fill, "["),
    body("texts of 200 characters", list, `"${"x".repeat(200)}",`),
    body("the same name again and again", (fill) => `{${fill}"a":0}`, '"a":0,'),
    written("unique names", "/responses", () => {
      const names = times(48_000 * Math.min(1, scale * 4), (index) => `"${index * 7}k":0`);
      return `{"model":"sandbox/text","max_output_tokens":16,"input":"x","other":{${names}}}`;
    }),
    written("a name without an end", "/responses", () => `{"${"a".repeat(length)}`),
    compressed(body("a text without escapes", inText, "a")),
    compressed(body("numbers", list, "0,")),
  ];
}

function forTextModel(model: string, index: number, scale: number): WorstRequest[] {
  const of = (name: string, fields: () => Record<string, unknown>) =>
    asResponse(`${name}, ${model}`, () => ({ model, stream: index % 2 === 0, ...fields() }));
  const schemas = Object.entries(worstSchemas(scale)).map(([name, schema], at) =>
    of(`${name} in ${at % 2 === 0 ? "a tool" : "the format"}`, () =>
      at % 2 === 0
        ? { input: "call it", tools: [functionTool(schema())], tool_choice: "required" }
        : {
            input: "x",
            text: { format: { type: "json_schema", name: "n", schema: schema(), strict: true } },
          },
    ),
  );
  return [...schemas, ...lists(of, scale), ...texts(of, scale)];
}

type Of = (name: string, fields: () => Record<string, unknown>) => WorstRequest;

function lists(of: Of, scale: number): WorstRequest[] {
  return [
    of("2,000 calls and their results in reverse", () => ({
      input: [
        said("go"),
        ...times(2_000 * scale, (at) => call(at)),
        ...times(2_000 * scale, (at) => result(Math.floor(2_000 * scale) - 1 - at)),
      ],
      tools: [functionTool({ type: "object", properties: {} })],
    })),
    of("4,096 messages of 4 parts", () => ({
      input: times(4_096 * scale, () => said(times(4, () => ({ type: "input_text", text: "a" })))),
    })),
    of("8 messages of 1,024 documents of one name", () => ({
      input: times(8, () =>
        said(
          times(1_024 * scale, () => ({
            type: "input_file",
            filename: "a.pdf",
            file_data: "data:application/pdf;base64,JVBERi0x",
          })),
        ),
      ),
    })),
    of("arguments of empty lists", () => ({
      input: [
        said("go"),
        ...times(3, (at) => call(at, `{"a":[${"[],".repeat(300_000 * scale)}[]]}`)),
        ...times(3, (at) => result(at)),
      ],
    })),
    of("arguments that nest", () => ({
      input: [said("go"), call(0, "[".repeat(20_000) + "]".repeat(20_000)), result(0)],
    })),
    of("results of empty lists", () => ({
      input: [
        said("go"),
        ...times(50, (at) => call(at)),
        ...times(50, (at) => result(at, `{"a":[${"[],".repeat(60_000 * scale)}[]]}`)),
      ],
    })),
    of("512 tools of 50 fields, none of them called", () => ({
      input: "weather in Paris and Rome",
      tools: times(512 * scale, (at) =>
        functionTool(
          {
            type: "object",
            properties: Object.fromEntries(times(50, (field) => [`f${field}`, {}])),
          },
          at,
        ),
      ),
    })),
    of("a data URL of semicolons", () => ({
      input: [
        said([
          { type: "input_image", image_url: `data:${";".repeat(largestBody * scale)},x` },
          { type: "input_text", text: "a" },
        ]),
      ],
    })),
    of("a data URL of escapes", () => ({
      input: [
        said([
          { type: "input_image", image_url: `data:image/png,${"%41".repeat(6_000_000 * scale)}` },
        ]),
      ],
    })),
    of("a picture of 20 MB", () => ({
      input: [
        said([
          {
            type: "input_image",
            image_url: `data:image/png;base64,iVBORw0KGgo${"A".repeat(largestBody * scale)}`,
          },
        ]),
      ],
    })),
    of("a text file of 20 MB", () => ({
      input: [
        said([
          {
            type: "input_file",
            filename: "a.txt",
            file_data: `data:text/plain;base64,${"QUFB".repeat(5_000_000 * scale)}`,
          },
        ]),
      ],
    })),
  ];
}

function texts(of: Of, scale: number): WorstRequest[] {
  return [
    of("instructions of line feeds", () => ({
      input: "x",
      instructions: "\n".repeat((largestBody / 2) * scale),
    })),
    of("a text of 20 MB", () => ({ input: "a".repeat(largestBody * scale) })),
    of("250,000 random characters to count", () => ({
      input: worstTexts(250_000 * scale)["random characters"]?.(),
    })),
    of("lists of providers", () => ({
      input: "x",
      provider: { order: times(30_000 * scale, String), ignore: times(30_000 * scale, String) },
    })),
  ];
}

function forEmbeddingModel(model: string, scale: number): WorstRequest[] {
  const of = (name: string, input: () => unknown) =>
    asEmbeddings(`${name}, ${model}`, () => ({ model, input: input() }));
  const random = (length: number) => worstTexts(length)["random characters"]?.() ?? "";
  return [
    of("2,048 texts of 10,000 characters", () => {
      const text = "some words ".repeat(900);
      return times(2_048 * scale, () => text);
    }),
    of("one text of 20 MB", () => "a ".repeat((largestBody / 2) * scale)),
    of("2,048 short texts to count", () => times(2_048 * scale, (at) => random(30) + at)),
    of("100 inputs of 160 parts", () =>
      times(100 * scale, () => ({
        content: times(160, () => ({ type: "text", text: "a b c d e f g h" })),
      })),
    ),
    of("pictures of 10 MB", () =>
      times(2, () => ({
        content: [
          { type: "text", text: "a" },
          {
            type: "image_url",
            image_url: { url: `data:image/png;base64,${"A".repeat(10_000_000 * scale)}` },
          },
        ],
      })),
    ),
  ];
}

function forRerankModel(model: string, scale: number): WorstRequest[] {
  const of = (name: string, fields: () => object) =>
    asRerank(`${name}, ${model}`, () => ({ model, query: "some words", ...fields() }));
  const long = () => "some words ".repeat(900);
  return [
    of("2,048 documents of 10,000 characters", () => ({ documents: times(2_048 * scale, long) })),
    of("one document of 20 MB", () => ({ documents: ["a ".repeat((largestBody / 2) * scale)] })),
    of("a query of a million characters for 2,048 documents", () => ({
      query: "words ".repeat(170_000 * scale),
      documents: times(2_048 * scale, (index) => `document ${index}`),
    })),
    of("documents of ligatures that become eighteen characters", () => ({
      documents: times(20, () => "\ufdfa".repeat(300_000 * scale)),
    })),
    of("2,048 documents as objects with fields of their own", () => ({
      documents: times(2_048 * scale, (index) => ({ text: "x", title: long(), index })),
    })),
    of("more documents than a request may have", () => ({ documents: times(30_000, String) })),
    of("documents that are cut into pieces without end", () => ({
      documents: times(2_048 * scale, long),
      max_chunks_per_doc: 10_000,
      top_n: 1,
    })),
  ];
}

/** It names the format and the key of a real one, so it has to be decrypted before it is refused. */
const strangeSeal = Buffer.concat([
  Buffer.from([1, 0, 0, 0, 1, 7]),
  Buffer.from("sandbox"),
  Buffer.alloc(3_000),
]).toString("base64url");

/** What the sandbox reads for what it says and calls. */
function sandboxTexts(scale: number): WorstRequest[] {
  const weather = functionTool({
    type: "object",
    required: ["city"],
    properties: { city: { type: "string" }, unit: { enum: times(5_000 * scale, String) } },
  });
  const ofText = ([name, text]: readonly [string, () => string]) => [
    asResponse(`${name}, said to the sandbox`, () => ({ model: "sandbox/text", input: text() })),
    asResponse(`${name}, said to the sandbox's tools`, () => ({
      model: "sandbox/text",
      input: text(),
      tools: times(100 * scale, () => weather),
    })),
  ];
  return [
    ...Object.entries(worstTexts(4_000_000 * scale)).flatMap(ofText),
    asResponse("a text to be repeated 999 times, sandbox", () => ({
      model: "sandbox/text",
      input: `Repeat: ${"many words ".repeat(50_000 * scale)} 999 times`,
      max_output_tokens: 1_000_000,
    })),
    asResponse("thoughts that no seal opens, sandbox", () => ({
      model: "sandbox/think",
      input: [
        ...times(4_000 * scale, (index) => ({
          ...{ type: "reasoning", id: `rs_${index}` },
          encrypted_content: strangeSeal,
        })),
        { type: "message", role: "user", content: "What numbers have you thought of?" },
      ],
    })),
    asEmbeddings("ligatures that become eighteen characters, sandbox", () => ({
      model: "sandbox/embed",
      input: times(20, () => "\ufdfa".repeat(300_000 * scale)),
    })),
  ];
}

/** Generated schemas of references, unions and lists; the same at each run. */
function generated(models: readonly string[]): WorstRequest[] {
  const names = ["a", "b", "c", "d"];
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.constantFrom<unknown>({ type: "string" }, { type: "integer", minimum: 3 }, true, {}),
      fc.constantFrom(...names, "x").map((name) => ({ $ref: `#/$defs/${name}` })),
      fc.record({ type: fc.constant("array"), items: tie("node"), minItems: fc.nat(1_000) }),
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom(...names), tie("node")),
        required: fc.constant(names),
      }),
      fc.record({ anyOf: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
    ),
  }));
  const schema = fc.tuple(node, fc.tuple(node, node, node, node)).map(([main, defs]) => ({
    type: "object",
    properties: { main },
    required: ["main"],
    $defs: Object.fromEntries(names.map((name, index) => [name, defs[index]])),
  }));
  return fc.sample(schema, { numRuns: 4 * models.length, seed: 20_261_122 }).map((one, index) => {
    const model = models[index % models.length] ?? "";
    return asResponse(`a generated schema (${index}), ${model}`, () => ({
      model,
      input: "call it with Paris",
      ...(index % 2 === 0
        ? { tools: [functionTool(one)], tool_choice: "required" }
        : { text: { format: { type: "json_schema", name: "n", schema: one } } }),
    }));
  });
}
