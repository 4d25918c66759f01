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

const vendorsByName: Readonly<Record<string, string>> = {
  ollama: "ollama",
  sgl: "openai-compatible",
};

/** Of a key's own parts, Portico's settings of the provider. */
const keySettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  azure_key_config: { endpoint: "base_url", api_version: "api_version" },
  bedrock_key_config: {
    access_key: "access_key_id",
    secret_key: "secret_access_key",
    session_token: "session_token",
    region: "region",
  },
  vertex_key_config: { project_id: "project", region: "location" },
};

/** https://docs.getbifrost.ai: `config.json`. Callers ask for `provider/model`, as here. */
export function readBifrost(file: unknown): Imported {
  const { providers, ...sections } = fieldsIn(file);
  const notes = Object.keys(sections)
    .filter((name) => !name.startsWith("$"))
    .map((name) => `${name}: has no equal in portico.yaml.`);
  const deployments = Object.entries(fieldsIn(providers)).flatMap(([name, provider]) =>
    readProvider(name, fieldsIn(provider), notes),
  );
  return { deployments, aliases: new Map(), notes };
}

function readProvider(name: string, provider: Fields, notes: string[]): readonly Deployment[] {
  const { keys, network_config: network, custom_provider_config: custom, ...others } = provider;
  const base = textIn(fieldsIn(network)["base_url"]);
  const unread = [
    ...Object.keys(others),
    ...Object.keys(fieldsIn(network)).filter((one) => one !== "base_url"),
  ];
  if (unread.length > 0) notes.push(`${name}: ${unread.join(", ")} has no equal.`);
  const isCustom = custom !== undefined;
  const vendor = isCustom ? "openai-compatible" : (vendorsByName[name] ?? name);
  const settings = base === undefined ? {} : { base_url: resolved(base) };
  // A server of one's own may have no key at all.
  const all = listIn(keys).length === 0 ? [{}] : listIn(keys);
  return all.flatMap((key, place) => readKey(fieldsIn(key), { name, vendor, place, settings }));
}

interface Place extends Pick<Deployment, "name" | "vendor" | "settings"> {
  readonly place: number;
}

function readKey(key: Fields, { name, vendor, place, settings }: Place): readonly Deployment[] {
  const own = Object.entries(keySettings).flatMap(([part, names]) =>
    Object.entries(names).flatMap(([from, to]) => {
      const text = textIn(fieldsIn(key[part])[from]);
      return text === undefined ? [] : [[to, resolved(text)] as const];
    }),
  );
  const value =
    textIn(key["value"]) ?? textIn(fieldsIn(key["vertex_key_config"])["auth_credentials"]);
  const weight = numberIn(key["weight"]);
  const shared = {
    vendor,
    settings: { ...settings, ...Object.fromEntries(own) },
    ...(value !== undefined && { apiKey: resolved(value) }),
    keyName: textIn(key["name"]) ?? `key-${place + 1}`,
    ...(weight !== undefined && { keyWeight: weight }),
  };
  return modelsOf(key).map(([model, upstreamModel]) => ({
    ...shared,
    name: `${name}/${model}`,
    upstreamModel,
    kind: /rerank/i.test(model) ? "rerank" : /embed/i.test(model) ? "embedding" : "text",
  }));
}

/** The models of a key, each with the provider's own name; all where it names none. */
function modelsOf(key: Fields): readonly (readonly [model: string, upstreamModel: string])[] {
  const parts = [fieldsIn(key["azure_key_config"]), fieldsIn(key["bedrock_key_config"]), key];
  const deployed = parts.flatMap(({ deployments }) => Object.entries(fieldsIn(deployments)));
  const named = listIn(key["models"]).flatMap((model) => textIn(model) ?? []);
  if (deployed.length > 0) return deployed.map(([model, upstream]) => [model, String(upstream)]);
  return named.length === 0 ? [["*", "*"]] : named.map((model) => [model, model]);
}

function resolved(text: string): string {
  return referenceOf(text, /^env\.([A-Za-z_]\w*)$/);
}
