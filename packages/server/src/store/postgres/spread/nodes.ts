import { StoreUnavailable } from "../../ports/errors.ts";
import type { Connections } from "../connections.ts";
import { type DatabaseHost, DatabaseHosts, hostBeside, hostsIn } from "../database-hosts.ts";
import { type HostFound, lookAtHost } from "../host-pools.ts";

interface NodesSettings {
  readonly connectTimeoutMs: number;
  readonly onWarning: (message: string) => void;
}

/** The hosts of a URL: which of them take everything, and which have a part of tables that are spread. */
export interface Nodes {
  /** The coordinator, if the database has Citus; otherwise all hosts. */
  readonly main: DatabaseHosts;
  /** Undefined if the URL does not name that worker. */
  workerOf(group: number): DatabaseHost | undefined;
}

/** A worker is asked for directly again so long after it could not be reached. */
const returnAfterMs = 10_000;
/** Ids that a worker gives out begin with its group: from here on a double does not hold them. */
const groupsWithIds = 32;

/**
 * The URL may name the nodes of Citus in any order, and need not name the coordinator: the workers know it. Batches go to
 * the worker that has their workspaces. Small tables, changes of tables and what concerns several workspaces go by the coordinator.
 */
export async function findNodes(databaseUrl: string, settings: NodesSettings): Promise<Nodes> {
  const hosts = hostsIn(databaseUrl);
  const found = await lookAt(hosts, settings);
  if (found.every(({ node }) => node === null))
    return { main: new DatabaseHosts(hosts, settings), workerOf: () => undefined };
  const workers = new Map<number, DatabaseHost>();
  for (const { host, node, isStandby } of found)
    if (node !== null && !isStandby && node.group > 0 && node.group < groupsWithIds)
      workers.set(node.group, host);
  return {
    main: new DatabaseHosts(coordinatorsIn(found), settings),
    workerOf: (group) => workers.get(group),
  };
}

/** Only the first host that answers, unless it is a node of Citus. */
async function lookAt(
  hosts: readonly DatabaseHost[],
  { connectTimeoutMs }: NodesSettings,
): Promise<readonly HostFound[]> {
  const found: HostFound[] = [];
  for (const host of hosts) {
    const one = await lookAtHost(host, connectTimeoutMs);
    found.push(one);
    if (one.problem === null && one.node === null) break;
    if (one.problem !== null) continue;
    const others = hosts.slice(found.length);
    found.push(...(await Promise.all(others.map((each) => lookAtHost(each, connectTimeoutMs)))));
    break;
  }
  return found;
}

/** Behind those that are known to be it, hosts that do not answer now may be. */
function coordinatorsIn(found: readonly HostFound[]): readonly DatabaseHost[] {
  const known = found.filter(({ node }) => node?.group === 0).map(({ host }) => host);
  const unknown = found.filter(({ problem }) => problem !== null).map(({ host }) => host);
  if (known.length > 0) return [...known, ...unknown];
  const worker = found.find(({ node }) => node !== null);
  const name = worker?.node?.coordinator ?? null;
  if (worker === undefined || name === null)
    throw new StoreUnavailable(
      "DATABASE_URL names workers of Citus that do not know their coordinator: name it too, or run select citus_set_coordinator_host('its name') there.",
    );
  const others = unknown.filter((host) => host.name !== name);
  return [hostBeside(worker.host, name), ...others];
}

export interface NodeConnections {
  /** To the worker of that number, or the coordinator's. */
  of(group: number): Connections;
  /** Those to workers. */
  close(): Promise<void>;
}

/** A batch goes to the worker itself, and by the coordinator while that cannot be reached from here. */
export function createNodeConnections(
  { main, workerOf }: Nodes,
  { onWarning }: Pick<NodesSettings, "onWarning">,
  toMain: Connections,
  connect: (hosts: DatabaseHosts) => Connections,
): NodeConnections {
  const opened = new Map<DatabaseHost, Connections>();
  return {
    of(group) {
      const worker = workerOf(group);
      if (worker === undefined) return toMain;
      const known = opened.get(worker);
      if (known !== undefined) return known;
      const all = [{ ...worker, isWorker: true as const }, ...main.all];
      const options = { mayBeWorker: true, returnAfterMs, onWarning };
      const made = connect(new DatabaseHosts(all, options));
      opened.set(worker, made);
      return made;
    },
    async close() {
      await Promise.all([...opened.values()].map((each) => each.close()));
    },
  };
}
