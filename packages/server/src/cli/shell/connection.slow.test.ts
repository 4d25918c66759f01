import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeGateway, startFakeGateway } from "../../../test/cli/fake-gateway.ts";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import {
  portico,
  type RunningGateway,
  startGatewayProcess,
} from "../../../test/cli/portico-process.ts";
import { answerAs, isAnswerOf } from "../../secrets/installation.ts";
import { run } from "../program.ts";

let folder: string;
let data: string;
const running: RunningGateway[] = [];
const strangers: FakeGateway[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-own-"));
  data = join(folder, "data");
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.stop()));
  await Promise.all(strangers.splice(0).map((stranger) => stranger.close()));
  await rm(folder, { recursive: true });
});

async function start(dataFolder = data): Promise<RunningGateway> {
  const gateway = await startGatewayProcess({ PORTICO_DATA: dataFolder });
  running.push(gateway);
  return gateway;
}

async function startStranger(): Promise<FakeGateway> {
  const stranger = await startFakeGateway();
  stranger.answers.set("GET /api/v1/keys", { status: 200, body: { data: [], total_count: 0 } });
  strangers.push(stranger);
  return stranger;
}

interface Settings {
  readonly url?: string;
  readonly managementKey?: string;
  /** The address in the form of HOST and PORT. */
  readonly at?: string;
}

async function listKeys({ url, managementKey, at }: Settings = {}, words = "keys list --json") {
  const terminal = fakeTerminal();
  const exitCode = await run(words.split(" "), {
    terminal,
    environment: {
      ...{ url, managementKey, dataFolder: data, host: "127.0.0.1" },
      ...{
        port: at === undefined ? 1 : Number(new URL(at).port),
        isAddressGiven: at !== undefined,
      },
    },
  });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

it("finds the gateway of its data folder at any address", async () => {
  const { url } = await start();
  const { exitCode, out, err } = await listKeys();
  expect(exitCode, err).toBe(0);
  expect(JSON.parse(out)).toHaveLength(2);
  expect(JSON.parse(await readFile(join(data, "gateway.json"), "utf8"))).toEqual({ url });
  if (process.platform !== "win32")
    expect((await stat(join(data, "gateway.json"))).mode & 0o777).toBe(0o600);
  expect((await readdir(data)).filter((name) => name.startsWith("gateway.json."))).toEqual([]);
});

it("sends no key to another program at the gateway's address", async () => {
  const { url, stop } = await start();
  await stop();
  const stranger = await startStranger();
  await writeFile(join(data, "gateway.json"), JSON.stringify({ url: stranger.url }));
  for (const settings of [{}, { at: stranger.url }, { managementKey: "ptcm_explicit" }]) {
    const { exitCode, err } = await listKeys(settings);
    expect(exitCode).toBe(1);
    expect(err).toContain(
      `The program that listens at ${stranger.url} is not the gateway of ${data}`,
    );
  }
  expect(stranger.seen.map(({ authorization }) => authorization)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await listKeys({ at: url })).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining(`No gateway answers at ${url}`),
  });
});

it("sends no key to a program that passes the question on to the gateway", async () => {
  const { url } = await start();
  const keys: unknown[] = [];
  const relay = createServer(async (request, response) => {
    keys.push(request.headers.authorization);
    response.end(await (await fetch(`${url}${request.url}`)).text());
  });
  await new Promise<void>((listening) => relay.listen(0, "127.0.0.1", listening));
  const at = url.replace(/\d+$/, String(Object(relay.address()).port));
  const { exitCode, err } = await listKeys({ at });
  relay.close();
  expect([exitCode, keys]).toEqual([1, [undefined]]);
  expect(err).toContain(`The program that listens at ${at} is not the gateway of ${data}`);
});

it("sends no key to another installation's gateway, and reports it in doctor", async () => {
  const other = await start(join(folder, "other"));
  const own = await start();
  const refused = await listKeys({ at: other.url });
  expect(refused).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("is not the gateway"),
  });
  expect(await listKeys({ at: own.url })).toMatchObject({ exitCode: 0 });
  const at = { PORTICO_DATA: data, PORT: new URL(other.url).port };
  const { out } = await portico(["doctor"], at);
  expect(out).toMatch(/failed +port +a gateway of another data folder than/);
  const rotation = await portico(["secrets", "rotate", "--yes"], { ...at, PORT: "1" });
  expect(rotation.err).toContain(`A gateway is running at ${own.url}: stop it first.`);
});

it("asks the address of --url, and names that address in a refusal", async () => {
  await start();
  const stranger = await startStranger();
  expect(await listKeys({ url: stranger.url })).toMatchObject({ exitCode: 0 });
  expect(await listKeys({}, `keys list --json --url ${stranger.url}`)).toMatchObject({
    exitCode: 0,
  });
  stranger.answers.set("GET /api/v1/keys", {
    status: 401,
    body: { error: { code: 401, message: "The API key is not valid." } },
  });
  expect((await listKeys({ url: stranger.url })).err).toContain(
    `(401 from ${stranger.url}, request`,
  );
});

it("gives an identity answer that holds for its own key and that question alone", async () => {
  const { url } = await start();
  const { management_key: key } = JSON.parse(await readFile(join(data, "bootstrap.json"), "utf8"));
  const ask = (question: string) => fetch(`${url}/identity?question=${question}`);
  const question = "0123456789abcdef0123456789abcdef";
  const { answer }: { answer: string } = JSON.parse(await (await ask(question)).text());
  const asked = { question, port: Number(new URL(url).port) };
  expect(isAnswerOf(key, asked, answer)).toBe(true);
  expect(isAnswerOf(key, { ...asked, question: question.replace("0", "f") }, answer)).toBe(false);
  expect(isAnswerOf(key, { ...asked, port: asked.port + 1 }, answer)).toBe(false);
  expect(answerAs(`${key}x`, asked)).not.toBe(answer);
  expect((await ask("short")).status).toBe(404);
});

describe("the client", () => {
  const hook = `import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) {
  if (url.includes("/packages/client/")) throw new Error("The client was loaded.");
  return next(url, context);
} });`;
  const environment = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  };

  it("is loaded by a command that asks a gateway, and by no other", async () => {
    const asking = await portico(["credits", "show"], {
      ...environment,
      ...{ PORTICO_URL: "http://127.0.0.1:1", PORTICO_MANAGEMENT_KEY: "ptcm_y" },
    });
    expect(asking.err).toContain("The client was loaded.");
    expect(await portico(["--help"], environment)).toMatchObject({ exitCode: 0, err: "" });
  });

  it("is not loaded by the gateway", async () => {
    const gateway = await startGatewayProcess({ ...environment, PORTICO_DATA: data });
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
  });
});
