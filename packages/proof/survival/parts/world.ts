import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorePlace } from "@portico/server/proof/store";
import {
  type PostgresProxy,
  startPostgresProxy,
} from "@portico/test-support/postgres/postgres-proxy";
import { createDriver, type Driver, type SurvivalKey } from "./driver.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { upstreamPrices } from "./journal.ts";
import type { Laboratory } from "./laboratory.ts";
import { type JournalingUpstream, startUpstream } from "./upstream.ts";

export interface WorldOptions {
  readonly engine: "sqlite" | "postgres";
  /** How many gateway processes; two by default. */
  readonly gateways?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Puts something between the gateways and their PostgreSQL, and gives its address. */
  readonly between?: (databaseUrl: string) => Promise<AsyncDisposable & { readonly url: string }>;
  /** Makes the data folder something special, and gives what undoes it. */
  readonly prepareFolder?: (folder: string) => Promise<() => Promise<void>>;
}

export interface World extends AsyncDisposable {
  readonly folder: string;
  /** Straight to the store, past whatever stands between. */
  readonly place: StorePlace;
  readonly databaseUrl: string;
  readonly proxy: PostgresProxy | null;
  readonly fleet: Fleet;
  readonly upstream: JournalingUpstream;
  readonly driver: Driver;
  readonly keys: readonly SurvivalKey[];
  readonly managementKey: string;
}

const secret = "q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5";

/** Real gateway processes, a store, two upstreams that keep a journal, and callers. */
export async function makeWorld(laboratory: Laboratory, options: WorldOptions): Promise<World> {
  const undo = new AsyncDisposableStack();
  try {
    return await build(laboratory, options, undo);
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}

async function build(
  laboratory: Laboratory,
  options: WorldOptions,
  undo: AsyncDisposableStack,
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "portico-survival-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const upstream = undo.use(await startUpstream());
  const isPostgres = options.engine === "postgres";
  const databaseUrl = isPostgres ? await laboratory.database() : "";
  const proxy = isPostgres ? undo.use(await startPostgresProxy(databaseUrl)) : null;
  const between = options.between && proxy ? undo.use(await options.between(proxy.url)) : proxy;
  const dataFolders = await makeFolders(folder, options);
  const undoFolder = await options.prepareFolder?.(dataFolders[0] ?? folder);
  if (undoFolder !== undefined) undo.defer(undoFolder);
  const configuration = join(folder, "portico.json");
  await writeFile(configuration, JSON.stringify(configurationFor(upstream.url)));
  const fleet = await startFleet({
    dataFolders,
    environment: {
      PORTICO_CONFIG: configuration,
      PORTICO_SECRET: secret,
      PORTICO_LOG_LEVEL: "error",
      ...(between && { DATABASE_URL: between.url }),
      ...options.environment,
    },
  });
  undo.defer(async () => {
    for (const member of fleet.members) member.signal("SIGCONT");
    await fleet.stop();
  });
  const { managementKey, keys } = await makeKeys(dataFolders, fleet);
  return {
    folder,
    databaseUrl,
    proxy,
    fleet,
    upstream,
    keys,
    managementKey,
    place: isPostgres ? { databaseUrl } : { dataFolder: dataFolders[0] ?? folder },
    driver: createDriver({
      urls: fleet.urls,
      keys,
    }),
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  };
}

/** Processes on one SQLite share a folder; on PostgreSQL each has its own, as on machines of their own. */
async function makeFolders(folder: string, { engine, gateways = 2 }: WorldOptions) {
  const names = Array.from({ length: gateways }, (_, index) =>
    join(folder, engine === "sqlite" ? "data" : `data-${index}`),
  );
  for (const name of names) await mkdir(name, { recursive: true });
  return names;
}

function configurationFor(upstream: string) {
  const endpoints = Object.entries(upstreamPrices).map(([name, { input, output }]) => ({
    provider: name,
    upstream_model: "model",
    price: { input, output },
  }));
  const provider = (name: string) => ({
    kind: "openai-compatible",
    base_url: `${upstream}/${name}`,
    timeouts: { connect_ms: 1000, first_byte_ms: 3000, idle_ms: 3000, total_ms: 90_000 },
  });
  const shared = { context_length: 4_000_000, endpoints };
  return {
    sandbox: false,
    providers: { north: provider("north"), south: provider("south") },
    models: [
      { id: "survival/embed", kind: "embedding", dimensions: 8, ...shared },
      { id: "survival/text", kind: "text", max_output_tokens: 256, ...shared },
    ],
    routing: { open_ms: 500 },
    // Every request is held against them and against a budget, of which processes have shares on PostgreSQL.
    credits: { enforce: true, grants: "management" },
  };
}

const wanted = [
  { name: "open" },
  { name: "ample", limit: 1 },
  // These run out while a scenario runs, at whatever instant that is.
  { name: "small", limit: 0.00012 },
  { name: "smaller", limit: 0.00006 },
  { name: "daily", limit: 0.00009, limit_reset: "daily" as const },
  { name: "rated", requests_per_minute: 240, tokens_per_minute: 60_000 },
];

const budget = { scope: "workspace", name: "survival", limit: 1000, limit_reset: "monthly" };

async function makeKeys(dataFolders: readonly string[], fleet: Fleet) {
  const [folder = ""] = dataFolders;
  const [url = ""] = fleet.urls();
  const kept = JSON.parse(await readFile(join(folder, "bootstrap.json"), "utf8"));
  const managementKey: string = kept.management_key;
  const make = async (path: string, body: object) => {
    const reply = await fetch(`${url}/api/v1/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${managementKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`Nothing was made of ${path}: ${text}`);
    return JSON.parse(text);
  };
  await make("credits", { amount: 1000 });
  await make("budgets", budget);
  const keys: SurvivalKey[] = [];
  for (const body of wanted) {
    const made: { readonly key: string; readonly data: { readonly id: number } } = await make(
      "keys",
      body,
    );
    keys.push({
      id: made.data.id,
      key: made.key,
      limitNanousd: body.limit === undefined ? null : Math.round(body.limit * 1e9),
      limitReset: body.limit_reset ?? null,
    });
  }
  return { managementKey, keys };
}
