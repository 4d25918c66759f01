import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { parseConfiguration } from "../../configuration/load-configuration.ts";
import { run } from "../program.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-import-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function importFrom(kind: "litellm" | "bifrost", text: string, ...flags: string[]) {
  const from = join(folder, "other");
  const out = join(folder, "portico.yaml");
  writeFileSync(from, text);
  const terminal = fakeTerminal({});
  const environment = {
    url: undefined,
    managementKey: undefined,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 1,
  };
  const words = ["import", kind, from, "--out", out, ...flags];
  const exitCode = await run(words, { terminal, environment });
  const said = [...terminal.written, ...terminal.told].join("\n");
  return { exitCode, said, yaml: exitCode === 0 ? readFileSync(out, "utf8") : "", out };
}

/** The new file as the gateway reads it. */
function loaded(yaml: string) {
  const names = [...yaml.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => [
    name,
    `https://${name}.invalid`,
  ]);
  return parseConfiguration(yaml, { file: null, environment: Object.fromEntries(names) });
}

const liteLlm = `
model_list:
  - model_name: smart
    litellm_params: { model: openai/gpt-5, api_key: os.environ/OPENAI_KEY_A, weight: 3, rpm: 60 }
  - model_name: smart
    litellm_params: { model: openai/gpt-5, api_key: os.environ/OPENAI_KEY_B, weight: 1 }
  - model_name: claude
    litellm_params: { model: anthropic/claude-sonnet-4-5, api_key: sk-ant-plain-secret }
  - model_name: own
    litellm_params: { model: hosted_vllm/qwen3, api_base: "http://10.0.0.7:8000/v1" }
  - model_name: priced
    litellm_params: { model: openai/tuned, api_base: "https://llm.example.com/v1", api_key: os.environ/TUNED, input_cost_per_token: 0.0000025, output_cost_per_token: 1.5e-5 }
    model_info: { max_input_tokens: 64000 }
  - model_name: unpriced
    litellm_params: { model: groq/new-model-9, api_key: os.environ/GROQ_API_KEY }
  - model_name: azure-embed
    litellm_params: { model: azure/embed-deployment, api_base: os.environ/AZURE_BASE, api_version: "2024-10-21", api_key: os.environ/AZURE_KEY, input_cost_per_token: 1e-7 }
    model_info: { mode: embedding, output_vector_size: 1536, max_input_tokens: 8191 }
  - model_name: "gemini/*"
    litellm_params: { model: "gemini/*", api_key: os.environ/GEMINI_API_KEY }
  - model_name: painter
    litellm_params: { model: openai/dall-e-3 }
    model_info: { mode: image_generation }
router_settings: { model_group_alias: { "gpt-4": smart }, routing_strategy: simple-shuffle }
general_settings: { master_key: sk-master-secret, database_url: "postgres://u:db-secret@h/d" }
litellm_settings: { fallbacks: [ { smart: [claude] } ], unheard_of: true }
`;

describe("portico import litellm", () => {
  it("writes a file that the gateway loads, with the same names for callers", async () => {
    const { exitCode, yaml, out } = await importFrom("litellm", liteLlm);
    expect(exitCode).toBe(0);
    expect(statSync(out).mode & 0o077).toBe(0);
    const { providers, aliases, models } = parse(yaml);
    expect(providers.openai.api_keys).toEqual([
      { name: "key-1", api_key: `\${OPENAI_KEY_A}`, weight: 3 },
      { name: "key-2", api_key: `\${OPENAI_KEY_B}`, weight: 1 },
    ]);
    expect(providers.gemini).toEqual({ api_key: `\${GEMINI_API_KEY}`, models: ["*"] });
    expect(models.map(({ id }: { id: string }) => id)).toEqual([
      "llm.example.com/tuned",
      "azure/embed-deployment",
    ]);
    expect(aliases).toMatchObject({
      smart: [{ model: "openai/gpt-5" }],
      "gpt-4": [{ model: "openai/gpt-5" }],
      own: [{ model: "vllm/qwen3" }],
      unpriced: [{ model: "groq/new-model-9" }],
    });
    const { catalog, providers: settings } = loaded(yaml);
    expect(catalog.models.get("llm.example.com/tuned")).toMatchObject({
      contextLength: 64_000,
      endpoints: [{ price: { inputPicousd: 2_500_000, outputPicousd: 15_000_000 } }],
    });
    expect(settings.find(({ name }) => name === "anthropic")?.apiKey).toBe("sk-ant-plain-secret");
    expect(settings.find(({ name }) => name === "azure")).toMatchObject({
      options: { api_version: "2024-10-21" },
    });
  });

  it("reports what has no equal, and shows no secret", async () => {
    const { said } = await importFrom("litellm", liteLlm);
    for (const part of [
      "7 providers, 2 models, 7 aliases",
      "AZURE_BASE, AZURE_KEY, GEMINI_API_KEY",
      "It holds 1 secrets in clear text",
      "smart: rpm has no equal.",
      "painter: models of the mode",
      "unpriced: no price is known for groq/new-model-9",
      "general_settings.master_key: Portico makes its own keys",
      "litellm_settings.unheard_of: has no equal.",
      "litellm_settings.fallbacks: callers name stand-ins",
    ])
      expect(said).toContain(part);
    expect(said).not.toMatch(/plain-secret|master-secret|db-secret/);
  });

  it("never writes over a file, and says of a broken one only that it is broken", async () => {
    expect((await importFrom("litellm", liteLlm)).exitCode).toBe(0);
    const again = await importFrom("litellm", liteLlm);
    expect([again.exitCode, again.said]).toEqual([1, expect.stringContaining("--force")]);
    expect((await importFrom("litellm", liteLlm, "--force")).exitCode).toBe(0);
    const broken = await importFrom("litellm", 'model_list: [ { api_key: "sk-secret', "--force");
    expect(broken.exitCode).toBe(1);
    expect(broken.said).not.toContain("sk-secret");
    expect((await importFrom("litellm", "{}", "--force")).said).toContain("no model that can be");
  });
});

const bifrost = JSON.stringify({
  providers: {
    openai: {
      keys: [
        { name: "main", value: "env.OPENAI_MAIN", models: [], weight: 0.7 },
        { name: "spare", value: "env.OPENAI_SPARE", models: [], weight: 0.3 },
      ],
      network_config: { default_request_timeout_in_seconds: 30 },
    },
    azure: {
      keys: [
        {
          ...{ name: "az", value: "azure-plain-secret" },
          azure_key_config: {
            endpoint: "https://x.openai.azure.com",
            deployments: { "gpt-5": "my-gpt" },
          },
        },
      ],
    },
    ollama: { keys: [], network_config: { base_url: "http://127.0.0.1:11434" } },
  },
  governance: { virtual_keys: [] },
});

it("portico import bifrost takes keys as a pool, and reports the rest", async () => {
  const { exitCode, yaml, said } = await importFrom("bifrost", bifrost);
  expect(exitCode).toBe(0);
  const { providers } = parse(yaml);
  expect(providers.openai).toEqual({
    api_keys: [
      { name: "main", api_key: `\${OPENAI_MAIN}`, weight: 0.7 },
      { name: "spare", api_key: `\${OPENAI_SPARE}`, weight: 0.3 },
    ],
    models: ["*"],
  });
  expect(providers.ollama).toEqual({ base_url: "http://127.0.0.1:11434", models: ["*"] });
  expect(said).toContain("openai: default_request_timeout_in_seconds has no equal.");
  expect(said).toContain("governance: has no equal");
  expect(said).not.toContain("azure-plain-secret");
  expect(said).toContain("azure/gpt-5: no price is known for azure/my-gpt: write the model");
  // The key is not lost with its model.
  expect(providers.azure).toMatchObject({ api_key: "azure-plain-secret" });
  expect(loaded(yaml).providers).toHaveLength(4);
});
