import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration.ts";
import { parseConfiguration } from "./load-configuration.ts";

const read = (text: string) => parseConfiguration(text, { file: "portico.yaml", environment: {} });

function problemsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("the mistakes in a file", () => {
  it("are reported once each", () => {
    expect(problemsOf("limits: { drain_ms: 1.0e+99 }")).toEqual([
      "portico.yaml:1:21: limits.drain_ms: must be at most 86400000.",
    ]);
    expect(problemsOf("limits: { embedding_inputs: 1.0e+99 }")).toEqual([
      expect.stringContaining("must be at most 9007199254740991."),
    ]);
  });

  it.each(["local a", "a/", "/a", "a//b", "ä/b", "a/b?c", ".a/b"])(
    "include a model's id that cannot be written into a request: %s",
    (id) => {
      expect(
        problemsOf(`
models:
  - id: ${JSON.stringify(id)}
    kind: text
    context_length: 1
    endpoints: [ { provider: sandbox, upstream_model: text, price: { input: "0", output: "0" } } ]`),
      ).toEqual([expect.stringMatching(/^portico\.yaml:3:9: models\[0\]\.id: a model's id has /)]);
    },
  );

  it.each(["acme/model-1", "acme/model:free", "org/team/model@2026", "text", "a/B_c.d~e+f"])(
    "do not include the id %s",
    (id) => {
      const { catalog } = read(`
models:
  - id: "${id}"
    kind: text
    context_length: 1
    endpoints: [ { provider: sandbox, upstream_model: text, price: { input: "0", output: "0" } } ]`);
      expect(catalog.models.has(id)).toBe(true);
    },
  );

  it.each([
    ['api_key: "sk-1\\nsk-2"', "providers.openai.api_key: has a line break"],
    ['api_key: "sk-\u2013"', "providers.openai.api_key: has a line break or a letter"],
    ['base_url: "https://me:hunter2@gw.test/v1"', "a user and a password in an address are not"],
  ])("include what no request could carry to a provider: %s", (setting, told) => {
    const problems = problemsOf(`providers: { openai: { kind: openai, ${setting} } }`);
    expect(problems).toEqual([expect.stringContaining(told)]);
    expect(problems.join()).not.toMatch(/sk-|hunter2/);
  });

  it("do not include the line break at the end of a key from a file", () => {
    const { providers } = parseConfiguration(
      `providers: { openai: { kind: openai, api_key: "\${KEY}" }, vertex: { kind: vertex, project: p, api_key: "\${JSON}" } }`,
      { file: null, environment: { KEY: "sk-1\n", JSON: '{\n"type": "service_account"\n}\n' } },
    );
    expect(providers.map(({ apiKey }) => apiKey)).toEqual([
      "sk-1",
      '{\n"type": "service_account"\n}',
      undefined,
    ]);
  });

  const mixed = `
providers:
  local: { kind: openai-compatible, baseUrl: "http://127.0.0.1:1/v1" }
  other: { kind: opnai }
limits: { drain_ms: 0 }
models:
  - id: local/a
    kind: text
    context_length: 1
    endpoints: [ { provider: local, upstream_model: a, price: { input: "free", output: "1" } } ]
  - id: local/b
    kind: txt
    context_length: 1
    endpoints: [ { provider: lcoal, upstream_model: b, price: { input: "1" } } ]
  - id: local/c
    kind: text
    context_length: 1
    endpoints: [ { provider: lcoal, upstream_model: c, price: { input: "1" } } ]
`;

  it("are reported all at once, from all parts of the file", () => {
    const problems = problemsOf(mixed);
    const expected = [
      /:3:\d+: Unknown key "baseUrl" in providers\.local\. Did you mean "base_url"\?/,
      /:4:\d+: providers\.other\.kind: there is no kind "opnai"/,
      /:5:\d+: limits\.drain_ms: must be at least 1/,
      /:10:\d+: "free" is no price/,
      /:12:\d+: models\[1\]\.kind: must be one of/,
      /:18:\d+: There is no provider "lcoal" under "providers"\. Did you mean "local"\?/,
      /:18:\d+: The price of a text model needs "output"/,
    ];
    for (const [index, pattern] of expected.entries())
      expect(problems[index], problems.join("\n")).toMatch(pattern);
    expect(problems).toHaveLength(expected.length);
  });
});

it("names the preset for a provider that is nearly called like it", () => {
  const [problem] = problemsOf('providers: { groqq: { api_key: "k" } }');
  expect(problem).toMatch(/needs a kind: one of .*\. Did you mean "groq"\?$/);
});

describe("what a provider's kind cannot do", () => {
  const faultOf = (provider: string, model: string, more: string) =>
    problemsOf(`
providers: { p: { api_key: k, ${provider} } }
models:
  - ${model}
    context_length: 1
    endpoints: [ { provider: p, upstream_model: m, price: { input: "0", output: "0" }${more} } ]`);
  const embedding = "{ id: p/e, kind: embedding, dimensions: 2, ";
  const asList = (model: string) => model.replace("{ ", "").replaceAll(", ", "\n    ").trimEnd();

  it.each([
    [
      "kind: openai-compatible, base_url: 'http://a.b/v1'",
      ", abilities: { images: true }",
      /embeds texts only/,
    ],
    ["kind: openai", ", abilities: { images: true }", /kind openai embeds texts only/],
    ["kind: cohere", ", abilities: { tools: true }", /No embedding model takes tools/],
    ["kind: anthropic", "", /kind anthropic serves text models only/],
  ])("is refused for embeddings: %s%s", (provider, more, message) => {
    expect(faultOf(provider, asList(embedding), more)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ["kind: cohere", ", abilities: { images: true }"],
    [
      "kind: openai-compatible, preset: jina, base_url: 'http://a.b/v1'",
      ", abilities: { images: true }",
    ],
    ["kind: openai", ""],
  ])("does not include its abilities: %s%s", (provider, more) => {
    expect(faultOf(provider, asList(embedding), more)).toEqual([]);
  });

  it.each([
    ["kind: openai", "", "kind openai serves text and embedding models only"],
    ["kind: cohere", ", abilities: { images: true }", "No rerank model takes images"],
    ["kind: cohere", "", null],
    ["kind: voyage", "", null],
    ["kind: openai-compatible, preset: tei", "", null],
  ])("is refused for rerank, and nothing else: %s%s", (provider, more, fault) => {
    const faults = fault === null ? [] : [expect.stringContaining(fault)];
    expect(faultOf(provider, "id: p/r\n    kind: rerank", more)).toEqual(faults);
  });

  it("is refused where a kind has no text models", () => {
    expect(faultOf("kind: voyage", "id: p/t\n    kind: text", "")).toEqual([
      expect.stringMatching(/kind voyage serves embedding and rerank models only/),
    ]);
  });
});

describe("the order of models in lists", () => {
  it("is the operator's own, then the vendors', then the sandbox's", () => {
    const { catalog } = read(`
providers: { openai: { kind: openai, api_key: k } }
models:
  - id: own/z
    kind: text
    context_length: 1
    endpoints: [ { provider: openai, upstream_model: z, price: { input: "0", output: "0" } } ]`);
    const kinds = [...catalog.models.values()].map(({ id, isRehearsal }) =>
      isRehearsal === true ? "sandbox" : (id.split("/")[0] ?? ""),
    );
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
      "own",
      "openai",
      "sandbox",
    ]);
  });

  it("keeps the sandbox's models apart from the operator's own of that name, and lists all where configured", () => {
    const { catalog, listsSandbox } = read(`
sandbox: all
models:
  - id: sandbox/text
    kind: text
    context_length: 1
    endpoints: [ { provider: sandbox, upstream_model: text, price: { input: "0", output: "0" } } ]`);
    expect(listsSandbox).toBe(true);
    expect(catalog.models.get("sandbox/text")?.isRehearsal).toBeUndefined();
    expect(catalog.models.get("sandbox/embed")?.isRehearsal).toBe(true);
    expect(read("").listsSandbox).toBe(false);
    expect(problemsOf("sandbox: some")).toEqual([
      'portico.yaml:1:10: sandbox: must be true, false or "all".',
    ]);
  });
});
