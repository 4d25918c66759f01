import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startMock } from "@portico/mock";
import { gatewayProgram } from "@portico/test-support/gateway-program";
import { samplesOf } from "../src/sample.ts";

const run = promisify(execFile);
const guide = join(import.meta.dirname, "../guides/first-call.md");

/** Something that samples run against, with what they find in their environment. */
export interface SampleTarget extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the thing that a variable of this name is the id of, for a sample. */
  readonly things: Readonly<Record<string, (source: string) => Promise<string>>>;
}

export async function mockTarget(): Promise<SampleTarget> {
  const mock = await startMock({ rehearsal: { paceMs: 0 } });
  const environment = {
    PORTICO_BASE_URL: mock.url,
    PORTICO_API_KEY: "ptc_any",
    PORTICO_MANAGEMENT_KEY: "ptcm_any",
  };
  const { GENERATION_ID: other, ...made } = guideThings(environment);
  if (other === undefined) throw new Error("The guide makes no generation.");
  const abandoned = () => abandonedGeneration(mock.url);
  return {
    environment,
    things: {
      ...made,
      GENERATION_ID: (source) => (/refund/.test(source) ? abandoned() : other(source)),
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

/** Puts a generation whose process died into the mock's state: no request makes one. */
async function abandonedGeneration(url: string): Promise<string> {
  const place = new URL("/_mock/state", url);
  const state = await (await fetch(place)).json();
  const [any] = state.generations;
  const id = `gen-abandoned-${state.generations.length}`;
  const record = { ...any.record, id, state: "abandoned" };
  const generations = [...state.generations, { ...any, record }];
  const reply = await fetch(place, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...state, generations }),
  });
  if (!reply.ok) throw new Error(`The mock's state was not taken: ${await reply.text()}`);
  return id;
}

/** The gateway as `npm start` runs it, on an empty data folder, with the sandbox's models. */
export async function gatewayTarget(): Promise<SampleTarget> {
  const folder = mkdtempSync(join(tmpdir(), "portico-docs-"));
  const configuration = join(folder, "portico.yaml");
  writeFileSync(
    configuration,
    "providers:\n  openai: { kind: openai }\ncredits: { grants: management }\n",
  );
  const process_ = spawn(process.execPath, [await gatewayProgram()], {
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
