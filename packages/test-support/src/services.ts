import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gatewayProgram } from "./gateway-program.ts";

const root = join(import.meta.dirname, "../../..");

/** What a program needs to call a gateway, or the mock in its place. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly managementKey: string;
}

/** The mock, which takes any key. `arguments` are those of its command line. */
export async function mockService(...given: readonly string[]): Promise<Service> {
  const mock = await childServer(join(root, "packages/mock/src/main.ts"), {}, [
    "--port",
    "0",
    ...given,
  ]);
  return {
    url: mock.url,
    apiKey: "any-key",
    managementKey: "any-management-key",
    [Symbol.asyncDispose]: () => mock[Symbol.asyncDispose](),
  };
}

/** A gateway with nothing but the sandbox's models, and the two keys of its first start. */
export async function gatewayService(): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), "portico-service-"));
  const gateway = await childServer(await gatewayProgram(), {
    PORTICO_DATA: data,
    PORTICO_LOG_LEVEL: "silent",
  });
  const keys: unknown = JSON.parse(readFileSync(join(data, "bootstrap.json"), "utf8"));
  return {
    url: gateway.url,
    apiKey: textIn(keys, "api_key"),
    managementKey: textIn(keys, "management_key"),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Both, by the names that a test shows. */
export const services = [
  ["the mock", () => mockService("--pace", "0")],
  ["a gateway", gatewayService],
] as const;

function textIn(value: unknown, name: string): string {
  const found = Object.entries(value ?? {}).find(([key]) => key === name)?.[1];
  if (typeof found !== "string") throw new Error(`There is no ${name}.`);
  return found;
}

interface ChildServer extends AsyncDisposable {
  readonly url: string;
}

/** A server of the project in a process of its own, as its user starts it; ready when it has said its address. */
async function childServer(
  script: string,
  environment: Readonly<Record<string, string>>,
  given: readonly string[] = [],
): Promise<ChildServer> {
  const child = spawn(process.execPath, [script, ...given], {
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
