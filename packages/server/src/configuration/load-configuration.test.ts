import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration.ts";
import { loadConfiguration, parseConfiguration } from "./load-configuration.ts";
import type { Environment } from "./references.ts";

const read = (text: string, environment: Environment = {}) =>
  parseConfiguration(text, { file: "portico.yaml", environment });

function problemsOf(text: string, environment: Environment = {}): string[] {
  try {
    read(text, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  it("has only the sandbox without a file", async () => {
    const source = { path: "/nowhere/portico.yaml", required: false, environment: {} };
    const configuration = await loadConfiguration(source);
    expect(configuration.file).toBeNull();
    expect(configuration.providers.map(({ name }) => name)).toEqual(["sandbox"]);
    const ids = [...configuration.catalog.models.keys()];
    expect(ids).toEqual(expect.arrayContaining(["sandbox/embed", "sandbox/text", "sandbox/stall"]));
    expect(ids.every((id) => id.startsWith("sandbox/"))).toBe(true);
    const embed = configuration.catalog.models.get("sandbox/embed");
    expect(embed).toMatchObject({ kind: "embedding", dimensions: 384 });
    expect(embed?.endpoints[0]).toMatchObject({ provider: "sandbox", dataCollection: "deny" });
    expect(embed?.endpoints[0]?.price.inputPicousd).toBe(10_000);
  });

  it("by default lets only the operator grant credits, and keeps the audit log for 400 days", () => {
    const { credits, retention } = read("");
    expect(credits).toEqual({ enforce: false, grants: "operator" });
    expect(retention.auditDays).toBe(400);
    expect(read("credits: { enforce: true }").credits.grants).toBe("operator");
    expect(read("retention: { audit_days: 7 }").retention.auditDays).toBe(7);
  });

  it("names a missing file that must exist", async () => {
    const source = { path: "/nowhere/portico.yaml", required: true, environment: {} };
    await expect(loadConfiguration(source)).rejects.toThrow("/nowhere/portico.yaml: There is no");
  });

  it("switches the sandbox off on request", () => {
    expect(read("sandbox: false").catalog.models.size).toBe(0);
  });

  it("offers a vendor's models at list prices for its key alone", () => {
    const { catalog, providers, keylessProviders } = read(
      `providers: { openai: { kind: openai, api_key: "\${OPENAI_API_KEY}" } }`,
      { OPENAI_API_KEY: "sk-1" },
    );
    expect(providers[0]).toMatchObject({ name: "openai", kind: "openai", apiKey: "sk-1" });
    expect(keylessProviders.size).toBe(0);
    const model = catalog.models.get("openai/text-embedding-3-small");
    expect(model).toMatchObject({ dimensions: 1536, dimensionsAdjustable: true });
    expect(model?.endpoints).toMatchObject([
      { provider: "openai", price: { inputPicousd: 20_000 }, dataCollection: "allow" },
    ]);
    expect([...catalog.models.keys()].some((id) => id.startsWith("anthropic/"))).toBe(false);
  });

  it("offers no list prices where another server speaks the vendor's dialect", () => {
    const text =
      'providers: { openai: { kind: openai, api_key: k, base_url: "http://127.0.0.1:9/v1" } }';
    expect(read(text).catalog.models.has("openai/gpt-5")).toBe(false);
    const home = text.replace("http://127.0.0.1:9/v1", "https://api.openai.com/v1");
    expect(read(home).catalog.models.has("openai/gpt-5")).toBe(true);
    const declined = home.replace("api_key: k", "api_key: k, preset_models: false");
    expect(read(declined).catalog.models.has("openai/gpt-5")).toBe(false);
  });

  it("knows where the vendors are whose dialect is merely compatible", () => {
    const { providers, catalog } = read(
      "providers: { groq: { api_key: k }, mine: { kind: openai-compatible, preset: fireworks, api_key: k } }",
    );
    expect(providers).toMatchObject([
      { kind: "openai-compatible", baseUrl: "https://api.groq.com/openai/v1" },
      { kind: "openai-compatible", options: { preset: "fireworks" } },
      { name: "sandbox" },
    ]);
    const endpoints = catalog.models.get("openai/gpt-oss-120b")?.endpoints ?? [];
    expect(endpoints.map(({ provider }) => provider)).toEqual(["groq", "mine"]);
  });

  it("keeps a vendor without a key for workspaces that bring one", () => {
    const { keylessProviders, catalog } = read(
      'providers: { mistral: { kind: mistral }, mine: { kind: openai-compatible, base_url: "http://127.0.0.1:1" } }',
    );
    expect([...keylessProviders]).toEqual(["mistral"]);
    expect(catalog.models.has("mistral/mistral-embed")).toBe(true);
  });

  it("lets the operator's model replace the preset of the same id", () => {
    const { catalog } = read(`
providers: { openai: { kind: openai, api_key: k, data_collection: deny } }
models:
  - id: openai/gpt-5
    kind: text
    context_length: 1000
    endpoints:
      - { provider: openai, upstream_model: gpt-5, price: { input: 1.5, output: "2", request: "0.001" } }
`);
    const model = catalog.models.get("openai/gpt-5");
    expect(model?.contextLength).toBe(1000);
    expect(model?.endpoints).toMatchObject([
      {
        dataCollection: "deny",
        price: {
          inputPicousd: 1_500_000,
          cachedInputPicousd: 1_500_000,
          reasoningPicousd: 2_000_000,
          requestNanousd: 1_000_000,
        },
      },
    ]);
  });

  it("bounds a picture by the endpoint's setting, or else by the model's", () => {
    const { catalog } = read(`
models:
  - id: mine
    kind: text
    context_length: 1000
    tokens_per_image: 700
    endpoints:
      - { provider: sandbox, upstream_model: text, price: { input: "0", output: "0" } }
      - { provider: sandbox, upstream_model: text, price: { input: "0", output: "0" }, tokens_per_image: 900 }
`);
    const bounds = catalog.models.get("mine")?.endpoints.map((endpoint) => endpoint.tokensPerImage);
    expect(bounds).toEqual([700, 900]);
  });

  it("fills in the environment anywhere, with defaults, and keeps escaped text", () => {
    const { limits, providers } = read(
      `
limits: { json_depth: 32, body_bytes: 4096 }
routing:
  open_ms: \${OPEN_MS}
providers:
  mine:
    kind: openai-compatible
    base_url: "http://\${HOST:-127.0.0.1}:\${PORT}/v1"
    headers: { x-raw: "$\${NOT_FILLED}", x-number: "\${OPEN_MS}" }
`,
      { PORT: "99", OPEN_MS: "250" },
    );
    expect(limits).toMatchObject({ jsonDepth: 32, bodyBytes: 4096 });
    expect(limits.bodyBytesInFlight, "eight of the largest bodies").toBe(8 * 4096);
    expect(providers[0]).toMatchObject({
      baseUrl: "http://127.0.0.1:99/v1",
      headers: { "x-raw": `\${NOT_FILLED}`, "x-number": "250" },
    });
  });

  it.each<[string, string, string]>([
    [
      "a variable that is not set",
      `providers:\n  openai: { kind: openai, api_key: "\${NOPE}" }`,
      `portico.yaml:2:36: The environment variable NOPE is not set. Set it, or write \${NOPE:-default}.`,
    ],
    [
      "an unknown key at the top",
      "sandbox: true\nmodles: []",
      'portico.yaml:2:1: Unknown key "modles". Did you mean "models"?',
    ],
    [
      "an unknown key further in",
      "limits:\n  body_byte: 5000",
      'portico.yaml:2:3: Unknown key "body_byte" in limits. Did you mean "body_bytes"?',
    ],
    [
      "less room for bodies than two of them need",
      "limits:\n  body_bytes: 5000\n  body_bytes_in_flight: 9999",
      "portico.yaml:3:25: limits.body_bytes_in_flight: must be at least twice limits.body_bytes.",
    ],
    [
      "a kind that does not exist",
      "providers:\n  a: { kind: opnai }",
      'portico.yaml:2:14: providers.a.kind: there is no kind "opnai". Did you mean "openai"?',
    ],
    [
      "a server without an address",
      "providers:\n  a: { kind: azure }",
      'portico.yaml:2:6: providers.a: needs a base_url, as there is no preset for azure "a".',
    ],
    [
      "a wrong type",
      "credits:\n  enforce: maybe",
      "portico.yaml:2:12: credits.enforce: must be true or false.",
    ],
    [
      "a choice that there is not",
      "credits:\n  grants: all",
      'portico.yaml:2:11: credits.grants: must be one of "operator", "management".',
    ],
    [
      "an address that is none",
      "providers:\n  a: { kind: openai, base_url: localhost }",
      'portico.yaml:2:32: providers.a.base_url: must be a URL that begins with "http://" or "https://".',
    ],
    [
      "a key that is written twice",
      "sandbox: true\nsandbox: false",
      "portico.yaml:2:1: Map keys must be unique",
    ],
    [
      "a name that no caller could write",
      "providers:\n  a b: { kind: openai }",
      "portico.yaml:2:8: providers.a b: a provider's name has letters, digits, dots, hyphens and underscores only.",
    ],
  ])("names the place of %s, with advice", (_what, text, message) => {
    expect(problemsOf(text)).toEqual([message]);
  });

  const model = (part: string, endpoint: string) => `providers: { p: { kind: openai, api_key: k } }
models:
  - id: m
    ${part}
    context_length: 10
    endpoints:
      - { provider: p, upstream_model: a, price: { input: "1", output: "1" } }
      - ${endpoint}`;

  it.each<[string, string, RegExp]>([
    [
      "an endpoint of a provider that is not there",
      model("kind: text", '{ provider: q, upstream_model: b, price: { input: "1", output: "1" } }'),
      /^portico.yaml:8:21: There is no provider "q" under "providers"\. Did you mean "p"\?$/,
    ],
    [
      "a price that is none",
      model(
        "kind: text",
        '{ provider: p, upstream_model: b, price: { input: "1,5", output: "1" } }',
      ),
      /^portico.yaml:8:59: "1,5" is no price: write US dollars/,
    ],
    [
      "a text model without a price of output",
      model("kind: text", '{ provider: p, upstream_model: b, price: { input: "1" } }'),
      /^portico.yaml:8:50: The price of a text model needs "output" as well/,
    ],
    [
      "endpoints that disagree on dimensions",
      model(
        "kind: embedding\n    dimensions: 3",
        '{ provider: p, upstream_model: b, price: { input: "1" }, dimensions: 4 }',
      ),
      /^portico.yaml:9:78: This endpoint gives 4 dimensions, the model m has 3\./,
    ],
    [
      "endpoints of another vector family",
      model(
        "kind: embedding\n    dimensions: 3\n    family: x",
        '{ provider: p, upstream_model: b, price: { input: "1" }, family: y }',
      ),
      /^portico.yaml:10:74: This endpoint is of the vector family "y", the model m of "x"\./,
    ],
    [
      "an embedding model without dimensions",
      model("kind: embedding", '{ provider: p, upstream_model: b, price: { input: "1" } }'),
      /^portico.yaml:3:5: The embedding model m needs "dimensions"/,
    ],
  ])("refuses %s", (_what, text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(message)]);
  });

  it("refuses a model that is defined twice", () => {
    const entry =
      '  - { id: m, kind: text, context_length: 9, endpoints: [ { provider: sandbox, upstream_model: text, price: { input: "0", output: "0" } } ] }';
    expect(problemsOf(`models:\n${entry}\n${entry}`)).toEqual([
      "portico.yaml:3:11: The model m is defined twice.",
    ]);
  });

  it("reports every problem at once, in the order of the file", () => {
    const found = problemsOf("limits: { json_depth: 1 }\ncredits: 3\nnope: 1");
    expect(found.map((line) => line.split(":")[1])).toEqual(["1", "2", "3"]);
  });

  it("survives a file that is no mapping, is cyclic or unfolds without end", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]
${[..."bcdefg"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdef"[index]}`).join(",")}]`).join("\n")}`;
    for (const text of ["- 1\n- 2", "just words", "a: &a [*a]", bomb, "\u0000", "{"])
      expect(problemsOf(text)).not.toEqual([]);
  });

  it("reads the example that stands in the repository and in the design", async () => {
    const path = join(import.meta.dirname, "../../../../portico.example.yaml");
    expect(existsSync(path)).toBe(true);
    const example = await loadConfiguration({ path, required: true, environment: {} });
    expect(example.catalog.models.get("local/qwen")?.endpoints).toHaveLength(1);
    const folder = await mkdtemp(join(tmpdir(), "portico-"));
    const file = join(folder, "portico.yaml");
    await writeFile(file, design);
    const environment = { OPENAI_API_KEY: "sk-1" };
    const configuration = await loadConfiguration({ path: file, required: true, environment });
    await rm(folder, { recursive: true });
    expect(configuration.catalog.models.get("openai/text-embedding-3-small")).toMatchObject({
      endpoints: [{ dataCollection: "deny" }],
    });
    expect(configuration.keylessProviders.size).toBe(0);
  });
});

const design = `
providers:
  openai: { kind: openai, base_url: "https://api.openai.com/v1", api_key: "\${OPENAI_API_KEY}" }
  local:  { kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1" }
models:
  - id: openai/text-embedding-3-small
    kind: embedding            # or: text
    context_length: 8191
    dimensions: 1536
    endpoints:
      - { provider: openai, upstream_model: text-embedding-3-small, price: { input: "0.02" }, data_collection: deny }
  - id: local/qwen
    kind: text
    context_length: 32768
    endpoints: [ { provider: local, upstream_model: qwen3, price: { input: "0", output: "0" } } ]
`;
