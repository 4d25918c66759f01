import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration.ts";
import { parseConfiguration } from "./load-configuration.ts";

const read = (provider: string) =>
  parseConfiguration(`sandbox: false\nproviders: { p: ${provider} }`, {
    file: "portico.yaml",
    environment: {},
  });

function problemOf(provider: string): string {
  try {
    read(provider);
    return "";
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

describe("a provider with several credentials", () => {
  it("is not keyless, and its secrets are nowhere but in the pool", () => {
    const { providers, keylessProviders } = read(
      "{ kind: openai, api_keys: [ { name: main, api_key: k1, weight: 3 }, { name: spare, api_key: k2, requests_per_minute: 5 } ] }",
    );
    expect(keylessProviders.size).toBe(0);
    expect(providers[0]).toMatchObject({
      options: {},
      pool: [
        { name: "main", apiKey: "k1", weight: 3, requestsPerMinute: null, tokensPerMinute: null },
        { name: "spare", apiKey: "k2", weight: 1, requestsPerMinute: 5 },
      ],
    });
    expect(JSON.stringify(providers[0]?.options)).not.toContain("k1");
  });

  it.each([
    ["{ kind: openai, api_key: k, api_keys: [ { name: a, api_key: k } ] }", /in place of api_key/],
    ["{ kind: bedrock, profile: x, api_keys: [ { name: a, api_key: k } ] }", /in place of/],
    [
      "{ kind: openai, api_keys: [ { name: a, api_key: k }, { name: a, api_key: l } ] }",
      /api_keys\[1\]\.name: "a" is the name of two keys/,
    ],
    [
      '{ kind: openai, api_keys: [ { name: a, api_key: "k\\nl" } ] }',
      /api_keys\[0\]\.api_key: has a line/,
    ],
    ["{ kind: openai, api_keys: [ { name: a } ] }", /api_key: is missing/],
    ["{ kind: openai, api_keys: [ { name: a, api_key: k, wieght: 2 } ] }", /Did you mean "weight"/],
    ["{ kind: openai, api_keys: [ { name: a, api_key: k, weight: 0 } ] }", /weight: must be/],
    ["{ kind: openai, api_keys: [] }", /must not be empty/],
  ])("is a mistake with a place in %s", (provider, message) => {
    expect(problemOf(provider)).toMatch(message);
    expect(problemOf(provider)).toMatch(/^portico\.yaml:2:\d+: /);
  });
});

describe("a provider whose credential the cloud's library finds", () => {
  it.each([
    ["{ kind: bedrock, credentials: default, region: eu-central-1 }"],
    ["{ kind: bedrock, profile: team }"],
    ["{ kind: vertex, credentials: default, project: p }"],
    ["{ kind: vertex, credentials: default, options: { project: p } }"],
  ])("serves with it, and accepts workspaces' own: %s", (provider) => {
    const { keylessProviders, byokProviders } = read(provider);
    expect([keylessProviders.has("p"), byokProviders.has("p")]).toEqual([false, true]);
  });

  it.each(["bedrock", "vertex"])("must be switched on: %s alone has no credential", (kind) => {
    const { keylessProviders } = read(`{ kind: ${kind}, region: eu-central-1 }`);
    expect(keylessProviders.has("p")).toBe(true);
  });

  it.each([
    ["{ kind: openai, credentials: default }", /credentials: only bedrock and vertex find/],
    ["{ kind: vertex, profile: x, project: p }", /profile: only bedrock has profiles/],
    ["{ kind: vertex, options: { credentials: default } }", /credentials: needs the provider's/],
    ["{ kind: vertex, credentials: default }", /credentials: needs the provider's `project`/],
    ["{ kind: bedrock, credentials: default, api_key: k }", /has one credential/],
    ["{ kind: bedrock, profile: x, access_key_id: a, secret_access_key: b }", /has one credential/],
    ["{ kind: bedrock, credentials: imds }", /must be one of "default"/],
  ])("is a mistake with a place in %s", (provider, message) => {
    expect(problemOf(provider)).toMatch(message);
    expect(problemOf(provider)).toMatch(/^portico\.yaml:2:\d+: providers\.p\./);
  });
});
