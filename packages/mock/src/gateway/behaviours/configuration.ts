import type { Schema } from "@portico/contract/facts";
import { placesChanged } from "@portico/core/configuration/places-changed";
import { absent, GatewayError } from "@portico/core/failures";
import { type Fields, fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import { configurationChanged, noSuchProvider } from "@portico/core/rules/configuration";
import { toIso } from "@portico/core/rules/dates";
import { acting, type Given } from "../world/acting.ts";
import { recordChange } from "../world/audit.ts";
import type { CallSettings, WorldData } from "../world/data.ts";
import { cursorPage } from "../world/page.ts";
import { checked } from "./providers.ts";

type Version = Schema<"ConfigurationVersionText">;

export const getConfiguration = acting<"getConfiguration">(200, ({ world: { data } }) => ({
  data: shown(data),
}));

/** Any YAML is taken: of what it says, tags and canaries alone have an effect here. */
export const updateConfiguration = acting<"updateConfiguration">(200, async (given) => {
  const { body, world, caller } = given;
  const reader = await yamlReader();
  const after = reader.read(body.yaml);
  const { versions, inUse } = configurationOf(world.data);
  if (body.parent !== inUse) throw configurationChanged(inUse);
  const version = Math.max(0, ...versions.map((one) => one.version)) + 1;
  const now = toIso(Date.now());
  const made: Version = {
    version,
    active: true,
    parent: inUse,
    source: "store",
    note: body.note ?? null,
    created_by: caller.row === null ? "user" : `key:${caller.row.record.id}`,
    created_at: now,
    activated_at: now,
    changes: [...placesChanged(reader.read(textInUse(world.data)), after)],
    yaml: reader.shown(body.yaml, version),
  };
  world.data.configuration = {
    versions: [...versions, made],
    inUse: version,
    settings: settingsOf(after),
  };
  record(given, made, inUse);
  return { data: shown(world.data) };
});

export const planConfiguration = acting<"planConfiguration">(200, async (given) => {
  const { body, world } = given;
  const { read } = await yamlReader();
  const [before, after] = [read(textInUse(world.data)), read(body.yaml)];
  return {
    data: {
      changes: [...placesChanged(before, after)],
      waiting: [],
      models: addedIn(modelIds(before), modelIds(after)),
      providers: addedIn(providerNames(before), providerNames(after)),
      without_credential: [],
      prices: [],
      keys: [],
      check: body.check === undefined ? null : checkIn(given, after, body.check),
    },
  };
});

/** The sandbox is there although no text has it. */
function checkIn(
  given: Given<"planConfiguration">,
  settings: Fields,
  provider: string,
): Schema<"ProviderCheck"> {
  if (provider !== "sandbox" && !providerNames(settings).includes(provider))
    throw noSuchProvider(provider);
  const { base_url, api_key } = fieldsOf(fieldsOf(settings["providers"])[provider]);
  const { host } = URL.parse(textOf(base_url) ?? "") ?? { host: null };
  return checked(given, {
    slug: provider,
    isRefused: textOf(api_key)?.startsWith("sk-refused") === true,
    byokId: null,
    workspaceId: null,
    more: { host },
  });
}

export const listConfigurationVersions = acting<"listConfigurationVersions">(
  200,
  ({ query, world: { data } }) => {
    const { versions } = configurationOf(data);
    const rows = versions.toReversed().map((version) => ({ id: version.version, version }));
    const page = cursorPage(rows, "/configuration/versions", query, ({ id }) => id);
    return {
      ...page,
      data: page.data.map(({ version: { yaml: _, ...version } }) => withState(data, version)),
    };
  },
);

export const getConfigurationVersion = acting<"getConfigurationVersion">(
  200,
  ({ params, world: { data } }) => ({ data: withState(data, find(data, params.version)) }),
);

export const activateConfiguration = acting<"activateConfiguration">(200, async (given) => {
  const { params, body, world } = given;
  const { read } = await yamlReader();
  const found = find(world.data, params.version);
  const { versions, inUse } = configurationOf(world.data);
  if (body.parent !== undefined && body.parent !== inUse) throw configurationChanged(inUse);
  const activated = { ...found, activated_at: toIso(Date.now()) };
  world.data.configuration = {
    versions: versions.map((one) => (one === found ? activated : one)),
    inUse: found.version,
    settings: settingsOf(read(found.yaml)),
  };
  record(given, activated, inUse);
  return { data: shown(world.data) };
});

function configurationOf(data: WorldData): NonNullable<WorldData["configuration"]> {
  return data.configuration ?? { versions: [], inUse: 0 };
}

function find(data: WorldData, version: string): Version {
  const found = configurationOf(data).versions.find((one) => one.version === Number(version));
  if (found === undefined) throw absent("version", version);
  return found;
}

function withState<One extends Schema<"ConfigurationVersion">>(data: WorldData, version: One): One {
  return { ...version, active: version.version === configurationOf(data).inUse };
}

function shown(data: WorldData): Schema<"Configuration"> {
  const { versions, inUse } = configurationOf(data);
  const found = versions.find(({ version }) => version === inUse);
  const { active: _, changes: __, ...version } = found ?? presets;
  const running = { in_use: inUse, read_only: false, waiting: [], problem: null };
  return { ...version, source: found === undefined ? "presets" : "store", ...running };
}

const presets = {
  version: 0,
  active: true,
  parent: 0,
  note: null,
  yaml: "",
  changes: [],
  created_by: null,
  created_at: null,
  activated_at: null,
};

/** Of the version of the configuration in use. */
function textInUse({ configuration }: WorldData): string {
  const found = configuration?.versions.find(({ version }) => version === configuration.inUse);
  return found?.yaml ?? "";
}

/** Loaded when a text comes: pages whose calls send none do without it. */
async function yamlReader() {
  const [source, secrets] = await Promise.all([
    import("@portico/core/configuration/source"),
    import("@portico/core/configuration/secret-places"),
  ]);
  return {
    read(text: string): Fields {
      const parsed = source.parseSource(unnumbered(text));
      const value = source.contentOf(parsed);
      const { problems } = parsed;
      if (problems.length === 0) return fieldsOf(value);
      const message = source.problemsAs("configuration", problems);
      throw new GatewayError("badRequest", { message, metadata: { problems } });
    },
    /** With a mark in place of each secret. */
    shown: (text: string, version: number) => secrets.withoutSecrets(unnumbered(text), version),
  };
}

/** The mark of a secret has another number in each version. */
function unnumbered(text: string): string {
  return text.replaceAll(/\bsealed:\d+\.\d+\b/g, "sealed");
}

function settingsOf({ tags, canaries }: Fields): CallSettings {
  return { tags, canaries };
}

/** The names that come and go. */
function addedIn(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

function modelIds({ models }: Fields): string[] {
  return listOf(models).flatMap((model) => textOf(fieldsOf(model)["id"]) ?? []);
}

function providerNames({ providers }: Fields): string[] {
  return Object.keys(fieldsOf(providers));
}

function record(
  given: Given<"updateConfiguration"> | Given<"activateConfiguration">,
  { version, note, changes }: Version,
  before: number,
): void {
  recordChange(given, {
    target: { type: "configuration", id: String(version) },
    workspaceId: null,
    before: { version: before },
    after: { version, note, changes },
  });
}
