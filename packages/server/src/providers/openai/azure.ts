import { textOf } from "../../json/json-shape.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson } from "../embedding/embed-in-batches.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { checkModels } from "../wire/prove-working.ts";
import { type ChatDialect, dialect, leavingOut } from "./chat/dialect.ts";
import { refusedByOpenAi, shortCallId } from "./chat/vendor-quirks.ts";
import { openAiEmbeddings, vectorDialect } from "./embeddings.ts";
import { chatDialect, completeChat } from "./openai-compatible.ts";
import { responsesAt } from "./responses/responses.ts";

/**
 * OpenAI's models on Azure, and the others of Azure AI Foundry. The upstream's name of a model is
 * the name of its deployment. Options: `api_version` (the older addresses, one for each
 * deployment; without it the /openai/v1 ones), `api` (`chat`, or `responses`), `extra_body`.
 */
export function createAzure(settings: ProviderSettings, upstream: Upstream): Adapter {
  const { options } = settings;
  const version = textOf(options["api_version"]);
  const { baseUrl, pathOf } = addressesOf(baseUrlOf(settings, ""), version);
  const endpoint: JsonEndpoint = { settings, upstream, baseUrl, authorize };
  const responses = responsesAt(endpoint, {
    family: "openai",
    vendor: "azure",
    pathOf: (path) => pathOf(path, undefined),
  });
  const chat = chatDialect(dialectOf(version), options, (model) =>
    pathOf("/chat/completions", model),
  );
  const embeddings = vectorDialect(openAiEmbeddings, (model) => pathOf("/embeddings", model));
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    ...(options["api"] === "responses"
      ? responses
      : { respond: (call, signal) => completeChat(endpoint, chat, call, signal) }),
    // It lists what could be deployed, and not the deployments.
    check: async (signal, credential) => {
      const { doubt } = await checkModels(
        endpoint,
        pathOf("/models", undefined),
        signal,
        credential,
      );
      return doubt === undefined ? {} : { doubt };
    },
  };
}

const azureDialect: ChatDialect = dialect({
  maxTokens: "max_completion_tokens",
  leaveOut: leavingOut("top_k"),
  verbosity: true,
  refusedBy: refusedByOpenAi,
  callId: shortCallId,
});
/** The addresses without a version take all that OpenAI does. */
const azureDialectOfToday: ChatDialect = {
  ...azureDialect,
  caching: { key: true, retention: true },
};
const azureDialectWithoutUsage: ChatDialect = {
  ...azureDialect,
  maxTokens: "max_tokens",
  leaveOut: new Set([...azureDialect.leaveOut, "stream_options" as const]),
};

function dialectOf(version: string | undefined): ChatDialect {
  if (version === undefined) return azureDialectOfToday;
  return withUsage(version) ? azureDialect : azureDialectWithoutUsage;
}

/** https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle */
function withUsage(version: string): boolean {
  return !/^\d/.test(version) || version >= "2024-09";
}

interface Addresses {
  readonly baseUrl: string;
  pathOf(path: string, deployment: string | undefined): string;
}

/** Takes the resource's address with or without the path that people copy along with it. */
function addressesOf(given: string, version: string | undefined): Addresses {
  const resource = given.replace(/\/openai(\/v1)?$/, "");
  if (version === undefined) return { baseUrl: `${resource}/openai/v1`, pathOf: (path) => path };

  const query = `?api-version=${encodeURIComponent(version)}`;
  if (resource.endsWith("/models"))
    return { baseUrl: resource, pathOf: (path) => `${path}${query}` };

  return {
    baseUrl: `${resource}/openai`,
    pathOf: (path, deployment) =>
      deployment === undefined
        ? `${path}${query}`
        : `/deployments/${encodeURIComponent(deployment)}${path}${query}`,
  };
}

/** A key, or a token of Entra ID, which is a JWT. */
function authorize(credential: string): Readonly<Record<string, string>> {
  return /^eyJ[\w-]+\.[\w-]+\./.test(credential) ? bearer(credential) : { "api-key": credential };
}
