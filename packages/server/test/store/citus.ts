import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, it } from "vitest";
import { openStore, type StorePlace } from "../../src/store/open-store.ts";
import { localActor } from "../../src/store/ports/actor.ts";
import { at, type TestEngine, type TestPlace } from "./test-place.ts";

/** The nodes of an empty cluster, the coordinator first: postgres://user@a:5432,b:5432,c:5432 */
export const citusUrl = process.env["PORTICO_TEST_CITUS_URL"];

function nodesIn(url: string): readonly URL[] {
  const [, user = "", hosts = ""] = /^postgres:\/\/([^@/]*@)?([^/?]+)/.exec(url) ?? [];
  return hosts.split(",").map((host) => new URL(`postgres://${user}${host}`));
}

/** One that a cluster can do without. */
export function lastNode(): URL {
  const node = nodesIn(citusUrl ?? "").at(-1);
  if (node === undefined) throw new Error("PORTICO_TEST_CITUS_URL names no node.");
  return node;
}

/** The place by each of its nodes alone. */
export function eachNode({ place }: TestPlace): readonly StorePlace[] {
  const database = "databaseUrl" in place ? new URL(place.databaseUrl).pathname : "";
  return nodesIn(citusUrl ?? "").map((node) => ({ databaseUrl: urlOf([node], database) }));
}

async function onNode(node: URL, database: string, statements: readonly string[]) {
  const url = new URL(node);
  url.pathname = database;
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** One database on each node, which tests copy: to spread the tables takes seconds. */
async function makeTemplate(nodes: readonly URL[]): Promise<string> {
  const name = `template_${randomBytes(6).toString("hex")}`;
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) throw new Error("PORTICO_TEST_CITUS_URL names no node.");
  for (const node of nodes) {
    await onNode(node, "postgres", [`create database ${name}`]);
    await onNode(node, name, ["create extension citus"]);
  }
  await onNode(coordinator, name, [
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
    `select citus_set_node_property('${coordinator.hostname}', ${coordinator.port}, 'shouldhaveshards', true)`,
  ]);
  const url = new URL(coordinator);
  url.pathname = name;
  const store = await openStore({ databaseUrl: url.href }, { statementTimeoutMs: 60_000 });
  await store.spreading?.distribute(localActor("none", "distributeStore", "test"), {
    shards: 6,
    tell: () => {},
  });
  await store.close();
  // Nothing may be connected to what is copied, and Citus's own processes come again.
  for (const node of nodes)
    await onNode(node, "postgres", [
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    ]);
  return name;
}

let template: Promise<string> | undefined;

/** Removes what `citus` has made. */
export async function dropCitusTemplate(): Promise<void> {
  if (citusUrl === undefined || template === undefined) return;
  await dropDatabase(nodesIn(citusUrl), await template);
}

async function dropDatabase(nodes: readonly URL[], name: string): Promise<void> {
  for (const node of nodes)
    await onNode(node, "postgres", [`drop database if exists ${name} with (force)`]);
}

/** PostgreSQL with its tables spread over the nodes of a cluster. */
export const citus: TestEngine = {
  engine: "postgres",
  isSpread: true,
  makePlace: makeSpread,
  makeEmptyPlace: makeSpread,
};

async function makeSpread(): Promise<TestPlace> {
  const nodes = nodesIn(citusUrl ?? "");
  template ??= makeTemplate(nodes);
  const from = await template;
  const name = `test_${randomBytes(8).toString("hex")}`;
  for (const node of nodes)
    await onNode(node, "postgres", [
      `create database ${name} template ${from}`,
      `alter database ${name} set citus.multi_shard_modify_mode to 'sequential'`,
    ]);
  return at({ databaseUrl: urlOf(nodes.slice(0, 1), name) }, () => dropDatabase(nodes, name), [
    // Workers alone know their coordinator.
    { databaseUrl: urlOf(nodes.slice(1), name) },
    { databaseUrl: urlOf(nodes.toReversed(), name) },
    { databaseUrl: urlOf(nodes.slice(0, 1), name) },
  ]);
}

/** One URL with all of these hosts. */
function urlOf([first, ...others]: readonly URL[], database: string): string {
  const url = new URL(first ?? "");
  url.pathname = database;
  return url.href.replace(url.host, [first, ...others].map((node) => node?.host).join(","));
}

/** For a mock of engines.ts: its cases run on the cluster alone. */
export async function onCitusAlone(load: <Module>() => Promise<Module>) {
  return { ...(await load<typeof import("./engines.ts")>()), engines: [citus] };
}

/** Defines the cases where there is a cluster, and says so where there is none. */
export async function casesOnCitus(define: () => Promise<void>): Promise<void> {
  if (citusUrl === undefined) {
    it.skip("PORTICO_TEST_CITUS_URL names no cluster: nothing was run on Citus", () => {});
    return;
  }
  await define();
  afterAll(dropCitusTemplate);
}
