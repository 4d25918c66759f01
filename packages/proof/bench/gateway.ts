import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Running, start } from "./processes.ts";
import { claudeModel, embeddingEndpoints, textModel } from "./workloads.ts";

export interface MeasuredGateway extends Running {
  readonly apiKey: string;
  readonly managementKey: string;
}

const root = join(import.meta.dirname, "../../..");

let program: string | undefined;

/** As `npm start` runs it. */
function bundled(): string {
  if (program !== undefined) return program;
  const folder = join(root, "packages/server/dist/bench");
  execFileSync(process.execPath, [join(root, "scripts/publish/bundle-gateway.ts"), folder]);
  program = join(folder, "main.js");
  return program;
}

/** The files of a commit, of which a profile names each. */
export function sourcesOf(tree: string): string {
  return join(tree, "packages/server/src/main.ts");
}

interface MoreConfiguration {
  /** Beside the address and the credential of each provider. */
  readonly ofProviders?: object;
  readonly credits?: object;
}

/** The gateway as an operator runs it, every check on, before one upstream in OpenAI's dialect, which is of both kinds to it. */
export async function startGateway(
  upstream: string,
  environment: Readonly<Record<string, string>> = {},
  /** Stays where it is given. */
  existing?: string,
  { ofProviders = {}, ...others }: MoreConfiguration = {},
  started = bundled(),
): Promise<MeasuredGateway> {
  const folder = existing ?? mkdtempSync(join(tmpdir(), "portico-bench-"));
  const configuration = join(folder, "portico.yaml");
  writeFileSync(
    configuration,
    JSON.stringify({ ...configurationFor(upstream, ofProviders), ...others }, null, 2),
  );
  const settings = {
    PORT: "0",
    PORTICO_DATA: folder,
    PORTICO_CONFIG: configuration,
    PORTICO_LOG_LEVEL: "warn",
    // As `npm start` does.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    ...environment,
  };
  const running = await start(started, [], settings, ["--max-semi-space-size=16"]);
  const keys = JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8"));
  return {
    ...running,
    apiKey: keys.api_key,
    managementKey: keys.management_key,
    async stop() {
      await running.stop();
      if (existing === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configurationFor(upstream: string, ofProviders: object): object {
  const given = { base_url: upstream, api_key: "sk-bench", ...ofProviders };
  const compatible = "openai-compatible";
  return {
    providers: {
      openai: { kind: "openai", ...given },
      anthropic: { kind: "anthropic", ...given },
      [compatible]: { kind: compatible, ...given },
    },
    models: [
      ...embeddingEndpoints.map(({ model, dimensions, provider, upstreamModel }) => ({
        id: model,
        kind: "embedding",
        context_length: 8192,
        dimensions,
        endpoints: [{ provider, upstream_model: upstreamModel, price: { input: "0.02" } }],
      })),
      // First of the text models: the playground begins with it, and the upstream streams in its dialect alone.
      {
        id: textModel,
        kind: "text",
        context_length: 32_768,
        max_output_tokens: 4096,
        endpoints: [
          { provider: compatible, upstream_model: "text", price: { input: "0.1", output: "0.4" } },
        ],
      },
      {
        id: claudeModel,
        kind: "text",
        context_length: 32_768,
        max_output_tokens: 4096,
        endpoints: [
          { provider: "anthropic", upstream_model: "claude", price: { input: "1", output: "5" } },
        ],
      },
    ],
  };
}
