import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface RunningPostgres {
  /** Without a database's name: `${url}/postgres` is always there. */
  readonly url: string;
  /** An orderly stop, a crash, and what comes after either: the data stay. */
  command(command: "stop" | "kill" | "start"): Promise<void>;
  /** A standby that follows it, for as long as it is there. */
  follow(): Promise<string>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL("postgres-process.ts", import.meta.url));

/** A real PostgreSQL on a free port, with a folder of its own. It ends with this process, however that ends. */
export async function startPostgres(
  options: { readonly fsync?: boolean } = {},
): Promise<RunningPostgres> {
  const child = spawn(process.execPath, [program], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, PORTICO_TEST_FSYNC: options.fsync === true ? "on" : "off" },
  });
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const exited = once(child, "exit");
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([
    once(lines, "line"),
    exited.then((): [undefined] => [undefined]),
  ]);
  if (typeof line !== "string")
    throw new Error(`PostgreSQL has not started: ${Buffer.concat(complaints).toString()}`);
  const command = async (text: string): Promise<string> => {
    const answered = once(lines, "line");
    child.stdin.write(`${text}\n`);
    const [answer] = await answered;
    if (String(answer).startsWith("failed"))
      throw new Error(`PostgreSQL did not ${text}: ${answer}`);
    return String(answer);
  };
  return {
    url: line,
    async command(text) {
      await command(text);
    },
    follow: () => command("follow"),
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
