import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { freePort } from "../free-port.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { createPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { unprivilegedFolder } from "./unprivileged.ts";

/**
 * Runs a real PostgreSQL until standard input ends, which it also does when the parent dies, however that dies.
 * The first line on standard output is the server's address; one more answers each command: `stop`, `kill`, `start`, and
 * `follow`, which starts a standby and says its address.
 */
const folder = await unprivilegedFolder("portico-postgres-");
const removeFolder = () => rm(folder, { recursive: true, force: true });
const started: PostgresServer[] = [];

async function makeServer(primary?: PostgresServer): Promise<PostgresServer> {
  const made = await createPostgresServer({
    folder,
    binaries: await postgresBinaries(folder),
    port: await freePort(),
    fsync: process.env["PORTICO_TEST_FSYNC"] === "on",
    ...(primary !== undefined && { primary }),
  });
  started.unshift(made);
  return made;
}

async function startServer(): Promise<PostgresServer> {
  try {
    const made = await makeServer();
    await made.start();
    return made;
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

const server = await startServer();
process.stdout.write(`${server.url}\n`);

async function follow(): Promise<string> {
  await server.stop();
  const standby = await makeServer(server);
  await server.start();
  await standby.start();
  return standby.url;
}

const done = async (work: () => Promise<void>) => {
  await work();
  return "done";
};
const commands: Readonly<Record<string, () => Promise<string>>> = {
  stop: () => done(server.stop),
  kill: () => done(server.kill),
  start: () => done(server.start),
  follow,
};
createInterface(process.stdin).on("line", (line) => {
  commands[line]?.().then(
    (answer) => process.stdout.write(`${answer}\n`),
    (error: unknown) => process.stdout.write(`failed: ${String(error).replaceAll("\n", " ")}\n`),
  );
});
// A pressed Ctrl-C reaches this process too: the end of the parent's pipe is what counts.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.stdin.once("close", async () => {
  for (const one of started) await one.stop();
  await removeFolder();
  process.exit(0);
});
