import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failToStart } from "@portico/test-support/gateway-process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../src/cli/program.ts";
import { fakeTerminal } from "./cli/fake-terminal.ts";
import { type FakeUpstream, startFakeUpstream, vendorEmbedding } from "./cli/fake-upstream.ts";
import { portico, startGatewayProcess } from "./cli/portico-process.ts";
import { engines, type TestPlace } from "./store/engines.ts";
import { jsonHeaders } from "./support/gateway.ts";

/** packages/docs/guides/runbook.md, "Restored without its master key". */
const secret = randomBytes(32).toString("base64");
const other = randomBytes(32).toString("base64");

let folder: string;
let upstream: FakeUpstream;
let environment: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-lost-key-"));
  upstream = await startFakeUpstream();
  const file = join(folder, "portico.yaml");
  await writeFile(file, vendorEmbedding(upstream));
  environment = { PORTICO_DATA: join(folder, "data"), PORTICO_CONFIG: file };
});
afterEach(async () => {
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** At a gateway that runs for as long as this takes. */
async function whileServing<Result>(
  settings: Record<string, string>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const gateway = await startGatewayProcess(settings);
  try {
    return await work(gateway.url);
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
}

async function operate(url: string, words: string, input = "") {
  const terminal = fakeTerminal({ secret: input });
  const dataFolder = environment["PORTICO_DATA"] ?? "";
  const exitCode = await run([...words.split(" "), "--json"], {
    terminal,
    environment: { url, managementKey: undefined, dataFolder, host: "", port: 0 },
  });
  expect(exitCode, terminal.told.join("\n")).toBe(0);
  return JSON.parse(terminal.written.join("\n"));
}

const addCredential = (url: string) =>
  operate(url, "byok add --provider vendor --workspace default", "sk-own");

async function embed(url: string): Promise<number> {
  const { key } = await operate(url, "keys create --name caller");
  const reply = await fetch(`${url}/api/v1/embeddings`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "vendor/embed", input: "Hello" }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
}

async function doctor(settings: Record<string, string>) {
  const { exitCode, out } = await portico(["doctor", "--json"], { PORT: "0", ...settings });
  const { findings }: { findings: Finding[] } = JSON.parse(out);
  return { exitCode, sealed: findings.filter(({ check }) => check === "sealed secrets") };
}

const refuseToStart = (settings: Record<string, string>) =>
  failToStart(settings["PORTICO_DATA"] ?? "", settings);

it("is noticed at the start of a restored store, and no new key is made in its place", async () => {
  await whileServing(environment, async (url) => {
    await addCredential(url);
    await portico(["backup", join(folder, "b.db")], environment);
  });
  const restored = join(folder, "restored");
  await mkdir(restored, { mode: 0o700 });
  await copyFile(join(folder, "b.db"), join(restored, "portico.db"));
  const settings = { ...environment, PORTICO_DATA: restored };

  const { code, message } = await refuseToStart(settings);
  expect(code).toBe(1);
  expect(message).toContain("holds 1 credential of a workspace");
  expect(message).toContain(`${join(restored, "master.key")}, where it was, is missing`);
  expect(message).toContain("portico secrets discard");
  expect(message).not.toMatch(/^\s+at /m);
  expect(existsSync(join(restored, "master.key"))).toBe(false);
  expect(await doctor(settings)).toMatchObject({
    exitCode: 1,
    sealed: [{ state: "failed", detail: expect.stringContaining("is missing") }],
  });
  const rotated = await portico(["secrets", "rotate", "--yes"], { ...settings, PORT: "1" });
  expect(rotated).toMatchObject({ exitCode: 1, err: expect.stringContaining("no master key") });
  expect(existsSync(join(restored, "master.key"))).toBe(false);

  await copyFile(
    join(environment["PORTICO_DATA"] ?? "", "master.key"),
    join(restored, "master.key"),
  );
  expect(await doctor(settings)).toMatchObject({ sealed: [{ state: "ok" }] });
  await copyFile(
    join(environment["PORTICO_DATA"] ?? "", "bootstrap.json"),
    join(restored, "bootstrap.json"),
  );
  await whileServing(settings, async (url) => expect(await embed(url)).toBe(200));
  expect(upstream.credentials).toEqual(["Bearer sk-own"]);
});

describe.each(engines)("another PORTICO_SECRET, on $engine,", ({ makePlace }) => {
  let place: TestPlace;
  let settings: Record<string, string>;
  beforeEach(async () => {
    place = await makePlace();
    const at = place.place;
    settings = {
      ...environment,
      ...("databaseUrl" in at && { DATABASE_URL: at.databaseUrl }),
      PORTICO_SECRET: secret,
    };
  });
  afterEach(() => place[Symbol.asyncDispose]());
  const wrong = () => ({ ...settings, PORTICO_SECRET: other });

  it("is refused at the start and by doctor, until what it does not open is discarded", async () => {
    await whileServing(settings, addCredential);
    const { code, message } = await refuseToStart(wrong());
    expect(code).toBe(1);
    expect(message).toContain("a master key that PORTICO_SECRET does not hold");
    expect(message).not.toMatch(/^\s+at /m);
    expect(await doctor(wrong())).toMatchObject({ exitCode: 1, sealed: [{ state: "failed" }] });
    expect(await doctor(settings)).toMatchObject({ sealed: [{ state: "ok" }] });

    const asked = await portico(["secrets", "discard", "--json"], wrong());
    expect(asked).toMatchObject({ exitCode: 2, err: expect.stringContaining("--yes") });
    const kept = await portico(["secrets", "discard", "--yes", "--json"], settings);
    expect(JSON.parse(kept.out)).toEqual({ credentials: 0, io_log: 0 });
    const gone = await portico(["secrets", "discard", "--yes", "--json"], wrong());
    expect(JSON.parse(gone.out)).toEqual({ credentials: 1, io_log: 0 });
    await whileServing(wrong(), async (url) => {
      expect(await operate(url, "byok list")).toEqual([]);
      const [event] = await operate(url, "audit --action discardSecrets");
      expect(event).toMatchObject({
        actor: { type: "local" },
        target: { type: "byok_credential" },
      });
    });
  });
});
