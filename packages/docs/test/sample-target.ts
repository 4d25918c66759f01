import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadDocument } from "@portico/contract";
import { startMock } from "@portico/mock";
import { samplesOf } from "../src/sample.ts";

const run = promisify(execFile);
const guide = join(import.meta.dirname, "../guides/first-call.md");

/** Something that samples run against, with what they find in their environment. */
export interface SampleTarget extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the thing that a variable of this name is the id of. */
  readonly things: Readonly<Record<string, () => Promise<string>>>;
}

export async function mockTarget(): Promise<SampleTarget> {
  const mock = await startMock({ document: loadDocument(), rehearsal: { paceMs: 0 } });
  const fixed = (value: string) => () => Promise.resolve(value);
  return {
    environment: {
      PORTICO_BASE_URL: mock.url,
      PORTICO_API_KEY: "ptc_any",
      PORTICO_MANAGEMENT_KEY: "ptcm_any",
    },
    things: {
      WORKSPACE_ID: fixed("5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d"),
      CREDENTIAL_ID: fixed("8d5e2f10-94c7-4b3a-a6e1-7c0b9d8e1f2a"),
      BUDGET_ID: fixed("3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10"),
      KEY_HASH: fixed("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
      GENERATION_ID: fixed("resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9"),
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

const gatewayMain = join(import.meta.dirname, "../../server/src/main.ts");

/** The gateway as `npm start` runs it, on an empty data folder, with the sandbox's models. */
export async function gatewayTarget(): Promise<SampleTarget> {
  const folder = mkdtempSync(join(tmpdir(), "portico-docs-"));
  const configuration = join(folder, "portico.yaml");
  writeFileSync(
    configuration,
    "providers:\n  openai: { kind: openai }\ncredits: { grants: management }\n",
  );
  const process_ = spawn(process.execPath, [gatewayMain], {
    env: {
      ...process.env,
      PORT: "0",
      PORTICO_DATA: join(folder, "data"),
      PORTICO_CONFIG: configuration,
      PORTICO_LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => process_.once("exit", resolve));
    if (process_.exitCode === null && process_.kill("SIGTERM")) await gone;
    rmSync(folder, { recursive: true });
  };
  const url = await listeningUrl(process_).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const keys = JSON.parse(readFileSync(join(folder, "data/bootstrap.json"), "utf8")) as {
    readonly api_key: string;
    readonly management_key: string;
  };
  const baseUrl = `${url}/api/v1`;
  const environment = {
    PORTICO_BASE_URL: baseUrl,
    PORTICO_API_KEY: keys.api_key,
    PORTICO_MANAGEMENT_KEY: keys.management_key,
  };
  return {
    environment,
    things: guideThings(environment),
    [Symbol.asyncDispose]: stop,
  };
}

/** A reader's own way to them: the lines of the guide, each run whenever a sample needs what it makes. */
function guideThings(environment: Readonly<Record<string, string>>): SampleTarget["things"] {
  const samples = samplesOf(readFileSync(guide, "utf8"), "guides/first-call.md");
  const block = samples.find(({ source }) => source.includes("export KEY_HASH="))?.source ?? "";
  const helpers = block.split("\n").filter((line) => !line.startsWith("export "));
  const lines = [...block.matchAll(/^export (\w+)=.*$/gm)];
  return Object.fromEntries(
    lines.map(([line, name = ""]) => [
      name,
      async () => {
        const script = [...helpers, line, `printf %s "$${name}"`].join("\n");
        const env = { ...process.env, ...environment };
        const { stdout } = await run("bash", ["--norc", "-euo", "pipefail", "-c", script], { env });
        if (!/^[\w-]+$/.test(stdout))
          throw new Error(`The guide's line for ${name} gave ${stdout}`);
        return stdout;
      },
    ]),
  );
}

/** The gateway says where it listens once it does. */
function listeningUrl(gateway: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const url = /listening on (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    };
    gateway.stdout?.on("data", listen);
    gateway.stderr?.on("data", listen);
    gateway.once("exit", (code) => reject(new Error(`The gateway ended with ${code}:\n${said}`)));
  });
}
