import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { configurationChanged, noSuchProvider } from "@portico/core/rules/configuration";
import { toIso } from "@portico/core/rules/dates";
import { acting, type Given } from "../world/acting.ts";
import { recordChange } from "../world/audit.ts";
import type { WorldData } from "../world/data.ts";
import { cursorPage } from "../world/page.ts";
import { addedIn, placesIn, textInUse, withoutSecrets } from "../world/yaml-places.ts";
import { checked } from "./providers.ts";

type Version = Schema<"ConfigurationVersionText">;

export const getConfiguration = acting<"getConfiguration">(200, ({ world: { data } }) => ({
  data: shown(data),
}));

/** Any text is taken: of what it says, the names of tags alone have an effect here. */
export const updateConfiguration = acting<"updateConfiguration">(200, (given) => {
  const { body, world, caller } = given;
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
    changes: changesOf(textInUse(world.data), body.yaml),
    yaml: withoutSecrets(body.yaml, version),
  };
  world.data.configuration = { versions: [...versions, made], inUse: version };
  record(given, made, inUse);
  return { data: shown(world.data) };
});

export const planConfiguration = acting<"planConfiguration">(200, (given) => {
  const { body, world } = given;
  const [before, after] = [textInUse(world.data), body.yaml];
  return {
    data: {
      changes: changesOf(before, after),
      waiting: [],
      models: addedIn("models", before, after),
      providers: addedIn("providers", before, after),
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
  text: string,
  provider: string,
): Schema<"ProviderCheck"> {
  const places = placesIn(text);
  const place = `providers.${provider}`;
  const isThere =
    provider === "sandbox" ||
    [...places.keys()].some((one) => one === place || one.startsWith(`${place}.`));
  if (!isThere) throw noSuchProvider(provider);
  const address = places.get(`${place}.base_url`)?.replaceAll(/["']/g, "") ?? "";
  const { host } = URL.parse(address) ?? { host: null };
  return checked(given, {
    slug: provider,
    isRefused: places.get(`${place}.api_key`)?.startsWith("sk-refused") === true,
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

export const activateConfiguration = acting<"activateConfiguration">(200, (given) => {
  const { params, body, world } = given;
  const found = find(world.data, params.version);
  const { versions, inUse } = configurationOf(world.data);
  if (body.parent !== undefined && body.parent !== inUse) throw configurationChanged(inUse);
  const activated = { ...found, activated_at: toIso(Date.now()) };
  world.data.configuration = {
    versions: versions.map((one) => (one === found ? activated : one)),
    inUse: found.version,
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

function changesOf(before: string, after: string): string[] {
  const [old, now] = [placesIn(before), placesIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (place) => old.get(place) !== now.get(place),
  );
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
