import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bareEnvironment } from "@portico/test-support/gateway-process";

const main = join(import.meta.dirname, "../../src/cli/main.ts");

export interface Finished {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** Variables that a test must not inherit from its environment. */
function environmentOf(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...bareEnvironment(), HOME: process.env["HOME"], ...own };
}

/** `portico …` in a process of its own. */
export async function portico(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<Finished> {
  const child = spawn(process.execPath, [main, ...words], { env: environmentOf(environment) });
  child.stdin.end(input);
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { exitCode: child.exitCode, out, err };
}

export interface RunningGateway {
  readonly url: string;
  stop(): Promise<number | null>;
}

/** `portico serve`, once it says where it listens. */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
): Promise<RunningGateway> {
  const child = spawn(process.execPath, [main, "serve"], {
    env: environmentOf({ PORT: "0", PORTICO_LOG_LEVEL: "silent", ...environment }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await urlOf(child);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      return child.exitCode;
    },
  };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = "";
    const read = (chunk: unknown) => {
      seen += String(chunk);
      const url = /listening on (\S+)/.exec(seen)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`The gateway ended before it listened: ${seen}`)));
  });
}
