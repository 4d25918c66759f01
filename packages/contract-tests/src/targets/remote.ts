import type { Output } from "@portico/contract";
import { type Abilities, nothingSpecial, type Routing, type Target } from "./target.ts";

/** What the command line says of a service. */
export interface RemoteFlags {
  readonly url: string;
  readonly key: string;
  readonly managementKey?: string;
  readonly textModel?: string;
  readonly embeddingModel?: string;
  readonly workspace: string;
  readonly byokProvider?: string;
}

export interface RemoteOptions extends RemoteFlags {
  readonly name?: string;
  readonly routing?: Routing;
  readonly abilities?: Partial<Abilities>;
}

/** A service at an address. Asks it for its models; says plainly when it does not answer. */
export async function remoteTarget(options: RemoteOptions): Promise<Target> {
  const baseUrl = toBaseUrl(options.url);
  const embeddings = await idsOf(`${baseUrl}/embeddings/models`, options.key);
  const texts =
    options.textModel === undefined ? await idsOf(`${baseUrl}/models?kind=text`, options.key) : [];
  const sandbox = embeddings.includes("sandbox/embed-fail-529");
  return {
    name: options.name ?? baseUrl,
    baseUrl,
    apiKey: options.key,
    managementKey: options.managementKey ?? null,
    textModel: options.textModel ?? preferred(texts, "sandbox/text"),
    embeddingModel: options.embeddingModel ?? preferred(embeddings, "sandbox/embed"),
    workspace: options.workspace,
    byokProvider: options.byokProvider ?? null,
    routing: options.routing ?? null,
    abilities: { ...nothingSpecial, sandboxFailures: sandbox, ...options.abilities },
  };
}

function preferred(ids: readonly string[], wanted: string): string {
  return ids.includes(wanted) ? wanted : (ids[0] ?? wanted);
}

async function idsOf(url: string, key: string): Promise<string[]> {
  const reply = await fetch(url, { headers: { Authorization: `Bearer ${key}` } }).catch(
    (cause: unknown) => {
      throw new Error(`Nothing answers at ${url}. Is the service running?`, { cause });
    },
  );
  if (reply.status === 401) throw new Error(`${url} refuses the key (401).`);
  if (!reply.ok) return [];
  const { data } = (await reply.json()) as Output<"listEmbeddingModels">;
  return data.map(({ id }) => id);
}

function toBaseUrl(given: string): string {
  const url = new URL(given);
  if (url.pathname === "/") url.pathname = "/api/v1";
  return url.href.replace(/\/$/, "");
}
