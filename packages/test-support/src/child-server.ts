import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

export interface ChildServer extends AsyncDisposable {
  readonly url: string;
}

/** A server of the project in a process of its own, as its user starts it; ready when it has said its address. */
export async function childServer(
  script: string,
  environment: Readonly<Record<string, string>>,
  given: readonly string[] = [],
): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(root, script), ...given], {
    env: { ...process.env, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}:\n${said}`)));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}
