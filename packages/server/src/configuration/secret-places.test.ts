import {
  destinationOf,
  isSecretPlace,
  withoutSecrets,
  withSecrets,
  writtenSecrets,
} from "@portico/core/configuration/secret-places";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { configurationSchema } from "./schema.ts";

const text = `# Ours
providers:
  openai: # the main one
    api_key: sk-first
    headers: { x-team: "blue", Authorization: "Bearer \${TOKEN}" }
  local: { kind: ollama, base_url: "http://127.0.0.1:1" }
  google:
    kind: vertex
    api_key: |
      { "private": "sk-block" }
    project: p
  env: { kind: openai, api_key: "\${OPENAI_API_KEY}" }
  file: { kind: openai, api_key: file:/run/secrets/openai }
  fallback: { kind: openai, api_key: "\${NAME:-sk-fallback}" }
# api_key: sk-commented
notifications:
  webhook: { url: "https://example.com", secret: 'sixteen-letters-1' }
`;
const secrets = ["sk-first", "blue", "sk-block", "sk-fallback", "sixteen-letters-1"];

describe("secrets in a text", () => {
  it("are those of its secret settings that stand there themselves", () => {
    expect(writtenSecrets(text).map(({ path }) => path.join("."))).toEqual([
      "providers.openai.api_key",
      "providers.openai.headers.x-team",
      "providers.google.api_key",
      "providers.fallback.api_key",
      "notifications.webhook.secret",
    ]);
  });

  it("are shown as marks, with everything else as it was written", () => {
    const shown = withoutSecrets(text, 7);
    for (const secret of [...secrets, "sk-commented"]) expect(shown).not.toContain(secret);
    for (const kept of [
      "# Ours",
      "# the main one",
      `\${OPENAI_API_KEY}`,
      "file:/run/secrets/openai",
    ])
      expect(shown).toContain(kept);
    expect(shown).toContain("api_key: sealed:7.1\n");
    expect(shown).toContain("api_key: sealed:7.3\n    project: p");
  });

  it("come back by their marks, wherever those stand by then", async () => {
    const textOf = async (version: number) => (version === 7 ? text : null);
    const shown = withoutSecrets(text, 7);
    const back = await withSecrets(shown, textOf);
    expect(writtenSecrets(back.text).map(({ value }) => value.trim())).toEqual(
      writtenSecrets(text).map(({ value }) => value.trim()),
    );
    const renamed = await withSecrets("providers: { other: { api_key: sealed:7.1 } }", textOf);
    expect(renamed.text).toBe('providers: { other: { api_key: "sk-first" } }');
    expect(renamed.kept).toMatchObject([{ formerPath: ["providers", "openai", "api_key"] }]);
    const lost = await withSecrets("providers: { a: { api_key: sealed:7.9 } }", textOf);
    expect(lost.lost).toMatchObject([{ mark: "sealed:7.9" }]);
  });

  it("behind an alias are found where they stand", () => {
    const aliased = "models: [ { name: &k sk-hidden } ]\nproviders: { a: { api_key: *k } }";
    expect(withoutSecrets(aliased, 1)).not.toContain("sk-hidden");
  });

  it.each(["", "{", "a: [", "- 1", "x: &a *a"])(
    "are none in what is no configuration: %j",
    (odd) => {
      expect(withoutSecrets(odd, 1)).toBe(odd);
    },
  );

  it("go to the same place only while the address is the same", () => {
    const of = (entry: string, name = "one") =>
      destinationOf(`providers: { ${name}: ${entry} }`, ["providers", name, "api_key"]);
    const compatible = '{ kind: openai-compatible, base_url: "http://a" }';
    expect(of(compatible, "two")).toBe(of(compatible));
    expect(of('{ kind: openai-compatible, base_url: "http://b" }')).not.toBe(of(compatible));
    expect(of("{}", "openai")).not.toBe(of("{}", "anthropic"));
    expect(of('{ base_url: "http://evil" }', "openai")).not.toBe(of("{}", "openai"));
    const hook = (url: string) =>
      destinationOf(`notifications: { webhook: { url: ${url} } }`, [
        ...["notifications", "webhook", "secret"],
      ]);
    expect(hook("https://a")).not.toBe(hook("https://b"));
  });
});

describe("the settings that take a text", () => {
  const places = [...textPlaces(configurationSchema, [])];

  it("are known as secret or as open, each of them: decide for a new one here", () => {
    expect(places.filter((place) => isSecretPlace(place)).map((place) => place.join("."))).toEqual([
      "providers.*.api_key",
      "providers.*.api_keys.*.api_key",
      "providers.*.headers.*",
      "providers.*.secret_access_key",
      "providers.*.session_token",
      "notifications.smtp.password",
      "notifications.webhook.secret",
      "exposed_keys.github.public_keys.*.key",
      "guardrails.*.secret",
      "console.sign_in.oidc.client_secret",
    ]);
    expect(places.length).toBeGreaterThan(50);
  });
});

function* textPlaces(schema: z.core.$ZodType, path: readonly string[]): Generator<string[]> {
  const def: z.core.$ZodTypeDef & Record<string, unknown> = { ...schema._zod.def };
  const inside = (part: unknown, name?: string) =>
    textPlaces(part as z.core.$ZodType, name === undefined ? path : [...path, name]);
  if (def.type === "string") yield [...path];
  for (const name of ["innerType", "in", "out"]) if (def[name]) yield* inside(def[name]);
  for (const name of ["element", "valueType"]) if (def[name]) yield* inside(def[name], "*");
  for (const option of Array.isArray(def["options"]) ? def["options"] : []) yield* inside(option);
  for (const [name, part] of Object.entries(Object(def["shape"]))) yield* inside(part, name);
}
