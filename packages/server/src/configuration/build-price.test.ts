import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration.ts";
import { parseConfiguration } from "./load-configuration.ts";

const withPrice = (price: string, kind = "openai") =>
  `providers: { p: { kind: ${kind}, api_key: k } }
models:
  - id: m
    kind: text
    context_length: 1000000
    endpoints:
      - provider: p
        upstream_model: u
        price:
${price.trim().replace(/^/gm, "          ")}
`;

function endpointOf(text: string) {
  const { catalog } = parseConfiguration(text, { file: "portico.yaml", environment: {} });
  return catalog.models.get("m")?.endpoints[0];
}

function problemsOf(text: string): string[] {
  try {
    endpointOf(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("a price in the file", () => {
  it("has steps for long inputs, tiers by name, an hour of cache and sound", () => {
    const endpoint = endpointOf(
      withPrice(`
input: "1"
output: "2"
cached_input: "0.1"
cache_write: "1.25"
cache_write_1h: "2"
input_audio: "3"
steps:
  - { above: 200000, input: "2", output: "4", cached_input: "0.2" }
tiers:
  priority:
    input: "5"
    output: "6"
    steps: [ { above: 100000, input: "7", output: "8" } ]
`),
    );
    const priority = {
      ...{ inputPicousd: 5_000_000, outputPicousd: 6_000_000, reasoningPicousd: 6_000_000 },
      ...{ cachedInputPicousd: 5_000_000, cacheWritePicousd: 5_000_000 },
    };
    expect(endpoint?.price).toEqual({
      ...{ inputPicousd: 1_000_000, outputPicousd: 2_000_000, reasoningPicousd: 2_000_000 },
      ...{ cachedInputPicousd: 100_000, cacheWritePicousd: 1_250_000 },
      ...{ hourCacheWritePicousd: 2_000_000, audioInputPicousd: 3_000_000 },
      ...{ requestNanousd: 0, imageNanousd: 0 },
      steps: [
        {
          aboveInputTokens: 200_000,
          ...{ inputPicousd: 2_000_000, outputPicousd: 4_000_000, reasoningPicousd: 4_000_000 },
          ...{ cachedInputPicousd: 200_000, cacheWritePicousd: 2_000_000 },
        },
      ],
      tiers: new Map([
        [
          "priority",
          {
            ...priority,
            steps: [
              {
                aboveInputTokens: 100_000,
                ...{ inputPicousd: 7_000_000, outputPicousd: 8_000_000 },
                ...{ reasoningPicousd: 8_000_000, cachedInputPicousd: 7_000_000 },
                cacheWritePicousd: 7_000_000,
              },
            ],
          },
        ],
      ]),
    });
    expect(endpoint?.supportedParameters).toContain("service_tier");
  });

  it("supports no service tier where it prices none", () => {
    const endpoint = endpointOf(withPrice('input: "1"\noutput: "2"'));
    expect(endpoint?.supportedParameters).not.toContain("service_tier");
  });

  it.each<[string, string, string, RegExp]>([
    [
      "a step that does not rise",
      'input: "1"\noutput: "2"\nsteps:\n  - { above: 9, input: "1", output: "2" }\n  - { above: 9, input: "1", output: "2" }',
      "openai",
      /^portico.yaml:14:\d+: Steps rise: 9 must be more than 9/,
    ],
    [
      "a step of a text model without output",
      'input: "1"\noutput: "2"\nsteps:\n  - { above: 9, input: "1" }',
      "openai",
      /^portico.yaml:13:\d+: The price of a text model needs "output" as well/,
    ],
    [
      "a tier whose price is none",
      'input: "1"\noutput: "2"\ntiers:\n  flex:\n    input: "x"\n    output: "1"',
      "openai",
      /^portico.yaml:14:\d+: "x" is no price/,
    ],
    [
      "an unknown field of a tier",
      'input: "1"\noutput: "2"\ntiers:\n  flex: { input: "1", outptu: "1" }',
      "openai",
      /^portico.yaml:13:\d+: Unknown key "outptu" in models\[0\]\.endpoints\[0\]\.price\.tiers\.flex\. Did you mean "output"\?/,
    ],
    [
      "a tier with a name that no vendor has",
      'input: "1"\noutput: "2"\ntiers:\n  "Very Fast!": { input: "1", output: "1" }',
      "openai",
      /^portico.yaml:1[23]:\d+: models\[0\]\.endpoints\[0\]\.price\.tiers\.Very Fast!: /,
    ],
    [
      "tiers of a kind that is never asked for one",
      'input: "1"\noutput: "2"\ntiers:\n  flex: { input: "1", output: "1" }',
      "gemini",
      /^portico.yaml:13:\d+: Requests to a provider of kind gemini for text models cannot name a service tier/,
    ],
  ])("is refused for %s, at its place", (_what, price, kind, message) => {
    expect(problemsOf(withPrice(price, kind))).toEqual([expect.stringMatching(message)]);
  });

  it("has search units, for rerank models alone", () => {
    const price = 'input: "0"\noutput: "0"\nsearch_unit: "0.002"';
    const rerank = withPrice(price, "cohere").replace("kind: text", "kind: rerank");
    expect(endpointOf(rerank)?.price.searchUnitNanousd).toBe(2_000_000);
    expect(problemsOf(withPrice(price, "cohere"))).toEqual([
      expect.stringContaining("Only rerank models are billed by search unit."),
    ]);
    const unreadable = rerank.replace('"0.002"', '"two"');
    expect(problemsOf(unreadable)).toEqual([expect.stringContaining("for one search unit")]);
  });
});
