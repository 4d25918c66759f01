import {
  type Deployment,
  type Fields,
  fieldsIn,
  type Imported,
  listIn,
  numberIn,
  referenceOf,
  textIn,
} from "./imported.ts";

/** LiteLLM's words for a vendor, where Portico has another one. https://docs.litellm.ai/docs/providers */
const vendorsByPrefix: Readonly<Record<string, string>> = {
  vertex_ai: "vertex",
  vertex_ai_beta: "vertex",
  bedrock_converse: "bedrock",
  cohere_chat: "cohere",
  fireworks_ai: "fireworks",
  together_ai: "together",
  ollama_chat: "ollama",
  lm_studio: "lmstudio",
  hosted_vllm: "vllm",
  llamafile: "llamacpp",
  nvidia_nim: "nvidia",
  dashscope: "alibaba",
  jina_ai: "jina",
  custom_openai: "openai-compatible",
  openai_like: "openai-compatible",
  litellm_proxy: "openai-compatible",
};

/** By LiteLLM's name of a setting, Portico's. */
const settingsByName: Readonly<Record<string, string>> = {
  api_base: "base_url",
  base_url: "base_url",
  api_version: "api_version",
  organization: "organization",
  aws_region_name: "region",
  vertex_location: "location",
  aws_access_key_id: "access_key_id",
  aws_secret_access_key: "secret_access_key",
  aws_session_token: "session_token",
  vertex_project: "project",
  aws_profile_name: "profile",
};

const prices: Readonly<Record<string, string>> = {
  input_cost_per_token: "input",
  output_cost_per_token: "output",
  cache_read_input_token_cost: "cached_input",
  cache_creation_input_token_cost: "cache_write",
};

const kinds: Readonly<Record<string, Deployment["kind"]>> = {
  chat: "text",
  completion: "text",
  responses: "text",
  embedding: "embedding",
  rerank: "rerank",
};

/** What is read of a deployment, or says nothing that Portico does not do by itself. */
const read: ReadonlySet<string> = new Set([
  ...Object.keys(settingsByName),
  ...Object.keys(prices),
  "model",
  "api_key",
  "vertex_credentials",
  "weight",
  "custom_llm_provider",
  "max_retries",
]);

/** Of the other parts of the file: what stands for them here. */
const elsewhere: Readonly<Record<string, string>> = {
  "general_settings.master_key":
    "Portico makes its own keys: portico keys create. Texts that callers already use can stay (--existing-key -)",
  "general_settings.database_url": "set DATABASE_URL for a PostgreSQL of Portico's own",
  "litellm_settings.fallbacks": "callers name stand-ins in `models`, or write them into an alias",
  "router_settings.fallbacks": "callers name stand-ins in `models`, or write them into an alias",
  "litellm_settings.success_callback": "metrics, traces and the I/O log are Portico's own",
  "litellm_settings.failure_callback": "metrics, traces and the I/O log are Portico's own",
  "litellm_settings.drop_params": "unknown parameters are left out, and a notice says so",
  "litellm_settings.num_retries": "failed requests go on to the next provider by themselves",
  "router_settings.num_retries": "failed requests go on to the next provider by themselves",
  "router_settings.routing_strategy": "callers and workspaces choose an order (`provider.sort`)",
};

const isRead: ReadonlySet<string> = new Set(["router_settings.model_group_alias"]);

export function readLiteLlm(file: unknown): Imported {
  const { model_list: models, ...sections } = fieldsIn(file);
  const notes: string[] = [];
  const deployments = listIn(models).flatMap((entry, place) =>
    readDeployment(fieldsIn(entry), `model_list[${place}]`, notes),
  );
  for (const [section, parts] of Object.entries(sections))
    for (const name of Object.keys(fieldsIn(parts))) {
      const place = `${section}.${name}`;
      if (!isRead.has(place)) notes.push(`${place}: ${elsewhere[place] ?? "has no equal"}.`);
    }
  const named = fieldsIn(fieldsIn(sections["router_settings"])["model_group_alias"]);
  const aliases = Object.entries(named).flatMap(([alias, meant]) => {
    const name = textIn(meant) ?? textIn(fieldsIn(meant)["model"]);
    return name === undefined ? [] : [[alias, name] as const];
  });
  return { deployments, aliases: new Map(aliases), notes };
}

function readDeployment(entry: Fields, place: string, notes: string[]): readonly Deployment[] {
  const params = fieldsIn(entry["litellm_params"]);
  const info = fieldsIn(entry["model_info"]);
  const model = textIn(params["model"]);
  const name = textIn(entry["model_name"]) ?? model;
  const mode = textIn(info["mode"]) ?? (/embed/i.test(model ?? "") ? "embedding" : "chat");
  const kind = kinds[mode];
  if (model === undefined || name === undefined)
    return passedOver(`${place} names no model: left out.`, notes);
  const vendor = vendorOf(model, textIn(params["custom_llm_provider"]), params);
  if (vendor === undefined)
    return passedOver(`${name}: no vendor is known for "${model}": left out.`, notes);
  if (kind === undefined)
    return passedOver(`${name}: models of the mode "${mode}" are not served: left out.`, notes);
  const unread = Object.keys(params).filter((one) => !read.has(one) && params[one] !== null);
  if (unread.length > 0) notes.push(`${name}: ${unread.join(", ")} has no equal.`);
  const apiKey = textIn(params["api_key"]) ?? textIn(params["vertex_credentials"]);
  const price = priceOf({ ...info, ...params });
  return [
    {
      name,
      vendor,
      kind,
      upstreamModel: upstreamModelOf(model, vendor),
      settings: settingsOf(params),
      ...(apiKey !== undefined && { apiKey: resolved(apiKey) }),
      ...(price !== undefined && { price }),
      ...countsOf(params, info),
    },
  ];
}

function passedOver(note: string, notes: string[]): readonly Deployment[] {
  notes.push(note);
  return [];
}

function countsOf(params: Fields, info: Fields) {
  const counts = {
    weight: numberIn(params["weight"]),
    contextLength: numberIn(info["max_input_tokens"]) ?? numberIn(info["max_tokens"]),
    maxOutputTokens: numberIn(info["max_output_tokens"]),
    dimensions: numberIn(info["output_vector_size"]),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/** `openai/…` at another address is a server of that dialect, which may be anyone's. */
function vendorOf(model: string, stated: string | undefined, params: Fields): string | undefined {
  const prefix = stated ?? (model.includes("/") ? model.slice(0, model.indexOf("/")) : undefined);
  const base = textIn(params["api_base"]) ?? textIn(params["base_url"]);
  if (prefix === "openai" || prefix === "text-completion-openai")
    return base === undefined || base.includes("api.openai.com") ? "openai" : "openai-compatible";
  if (prefix !== undefined) return vendorsByPrefix[prefix] ?? prefix.replaceAll("_", "-");
  if (/^(gpt|o\d|chatgpt|text-embedding)/.test(model)) return "openai";
  return /^claude/.test(model) ? "anthropic" : undefined;
}

function upstreamModelOf(model: string, vendor: string): string {
  const plain = model.includes("/") ? model.slice(model.indexOf("/") + 1) : model;
  return vendor === "bedrock" ? plain.replace(/^(converse|invoke)\//, "") : plain;
}

function settingsOf(params: Fields): Record<string, string> {
  const found = Object.entries(settingsByName).flatMap(([name, setting]) => {
    const text = textIn(params[name]);
    return text === undefined ? [] : [[setting, resolved(text)] as const];
  });
  return Object.fromEntries(found);
}

/** https://docs.litellm.ai/docs/proxy/configs */
function resolved(text: string): string {
  return referenceOf(text, /^os\.environ\/([A-Za-z_]\w*)$/);
}

function priceOf(said: Fields): Record<string, string> | undefined {
  const rates = Object.entries(prices).flatMap(([name, rate]) => {
    const perToken = said[name] === 0 ? 0 : numberIn(said[name]);
    return perToken === undefined ? [] : [[rate, perMillion(perToken)] as const];
  });
  return rates.length === 0 ? undefined : Object.fromEntries(rates);
}

function perMillion(perToken: number): string {
  return (perToken * 1_000_000).toFixed(6).replace(/\.?0+$/, "");
}
