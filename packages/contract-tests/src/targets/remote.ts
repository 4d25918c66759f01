import type { Output } from "@portico/contract";
import { type Abilities, nothingSpecial, type Routing, type Target } from "./target.ts";

/** The command line's options for a service. */
export interface RemoteFlags {
  readonly url: string;
  readonly key: string;
  readonly managementKey?: string;
  readonly textModel?: string;
  readonly embeddingModel?: string;
  readonly rerankModel?: string;
  readonly workspace: string;
  readonly byokProvider?: string;
}

export interface RemoteOptions extends RemoteFlags {
  readonly name?: string;
  readonly routing?: Routing;
  readonly abilities?: Partial<Abilities>;
}

/** A service at an address. Reads its list of models; throws a clear error if it does not answer. */
export async function remoteTarget(options: RemoteOptions): Promise<Target> {
  const baseUrl = toBaseUrl(options.url);
  const listed = await listedModels(baseUrl, options.key);
  const sandbox = await hasSandbox(baseUrl, options.key);
  const chosen = { ...listed, ...(sandbox && sandboxModels), ...given(options) };
  return {
    ...chosen,
    name: options.name ?? baseUrl,
    baseUrl,
    apiKey: options.key,
    managementKey: options.managementKey ?? null,
    workspace: options.workspace,
    byokProvider: options.byokProvider ?? null,
    routing: options.routing ?? null,
    abilities: { ...nothingSpecial, sandboxFailures: sandbox, ...options.abilities },
  };
}

type Models = Pick<Target, "textModel" | "embeddingModel" | "rerankModel">;

const sandboxModels: Models = {
  textModel: "sandbox/text",
  embeddingModel: "sandbox/embed",
  rerankModel: "sandbox/rerank",
};

/** The first of each kind. Without a list of its own, every service has text and embeddings. */
async function listedModels(baseUrl: string, key: string): Promise<Models> {
  const [embedding] = await idsOf(`${baseUrl}/embeddings/models`, key);
  const [text] = await idsOf(`${baseUrl}/models?kind=text`, key);
  const [rerank] = await idsOf(`${baseUrl}/models?kind=rerank`, key);
  return {
    textModel: text ?? sandboxModels.textModel,
    embeddingModel: embedding ?? sandboxModels.embeddingModel,
    rerankModel: rerank ?? null,
  };
}

function given({ textModel, embeddingModel, rerankModel }: RemoteOptions): Partial<Models> {
  return {
    ...(textModel !== undefined && { textModel }),
    ...(embeddingModel !== undefined && { embeddingModel }),
    ...(rerankModel !== undefined && { rerankModel }),
  };
}

/** Read from the list of models: a gateway lists its sandbox only without other models, which may cost money. */
async function hasSandbox(baseUrl: string, key: string): Promise<boolean> {
  const reply = await fetch(`${baseUrl}/embeddings`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ model: "sandbox/embed-fail-529", input: "Is there a sandbox?" }),
  });
  await reply.text();
  return reply.status === 529;
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
