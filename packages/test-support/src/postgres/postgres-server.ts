import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { unprivileged, writeReadable } from "./unprivileged.ts";

export interface PostgresServer {
  readonly url: string;
  readonly data: string;
  start(): Promise<void>;
  /** In good order; does nothing where it does not run. */
  stop(): Promise<void>;
  /** As if it had crashed: the next start recovers from the log. */
  kill(): Promise<void>;
}

export interface PostgresServerOptions {
  readonly binaries: PostgresBinaries;
  /** The user that the server runs as can write here. */
  readonly folder: string;
  readonly port: number;
  readonly fsync: boolean;
  /** The server to follow as a standby; it is not running now. */
  readonly primary?: PostgresServer;
}

const user = "portico";
const mostTries = 300;

/** Makes a database cluster in the folder; it does not run yet. */
export async function createPostgresServer(
  options: PostgresServerOptions,
): Promise<PostgresServer> {
  const { binaries, folder, port } = options;
  const data = join(folder, options.primary === undefined ? "data" : "standby");
  // In a folder that its user can enter: neither program runs where it cannot say where it is.
  const run = (program: string, parameters: readonly string[]) =>
    spawn(program, parameters, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], ...unprivileged });
  if (options.primary === undefined) await initialise(run, binaries.initdb, { folder, data });
  else await follow(run, options.primary, data);
  let server: ChildProcess | null = null;
  return {
    url: `postgres://${user}:${user}@127.0.0.1:${port}`,
    data,
    async start() {
      // What a killed server leaves behind holds its shared memory until it has noticed.
      for (let tries = 1; ; tries += 1) {
        server = run(binaries.postgres, ["-D", data, "-p", String(port), ...settings(options)]);
        const problem = await untilReady(server);
        if (problem === null) return;
        if (tries === mostTries || !problem.includes("shared memory block"))
          throw new Error(problem);
        await sleep(100);
      }
    },
    async stop() {
      if (server === null || isOver(server)) return;
      // A fast stop: it does not wait for connections to end.
      await end(server, "SIGINT");
    },
    async kill() {
      if (server !== null && !isOver(server)) await end(server, "SIGKILL");
    },
  };
}

type Run = (program: string, parameters: readonly string[]) => ChildProcess;

async function initialise(
  run: Run,
  initdb: string,
  { folder, data }: { readonly folder: string; readonly data: string },
): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeReadable(passwordFile, `${user}\n`);
  const child = run(initdb, [
    `--pgdata=${data}`,
    `--username=${user}`,
    "--auth=password",
    `--pwfile=${passwordFile}`,
    // The same on every machine, whichever languages it speaks.
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  const said = gather(child);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`initdb ended with ${code}.\n${said()}`);
}

/** A copy of its files that goes on with what it writes. */
async function follow(run: Run, primary: PostgresServer, data: string): Promise<void> {
  const line = `primary_conninfo = '${primary.url}/postgres'`;
  const script = `cp -a "$0" "$1" && touch "$1/standby.signal" && echo "$2" >> "$1/postgresql.auto.conf"`;
  const child = run("sh", ["-c", script, primary.data, data, line]);
  const said = gather(child);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The primary was not copied.\n${said()}`);
}

function settings({ fsync }: PostgresServerOptions): readonly string[] {
  const chosen = {
    // Only a power cut could lose what the operating system was told to keep, and no test cuts the power.
    fsync: fsync ? "on" : "off",
    listen_addresses: "127.0.0.1",
    // Its usual place is for the user that the system has set up for it.
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "64MB",
    // The databases of tests live for seconds: to tidy them, or to compile for them, takes longer than it saves.
    autovacuum: "off",
    jit: "off",
  };
  return Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Null, or what it said in place of being ready. */
function untilReady(server: ChildProcess): Promise<string | null> {
  const said = gather(server);
  return new Promise((resolve) => {
    server.stderr?.on("data", () => {
      if (/ready to accept (read-only )?connections/.test(said())) resolve(null);
    });
    server.once("close", () => resolve(`PostgreSQL has not started.\n${said()}`));
  });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
}

/** All that it says until the newest of it is enough; the pipes are emptied for as long as it lives. */
function gather(child: ChildProcess): () => string {
  const mostCharacters = 100_000;
  let said = "";
  const take = (stream: Readable | null) =>
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-mostCharacters);
    });
  take(child.stdout);
  take(child.stderr);
  return () => said;
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
