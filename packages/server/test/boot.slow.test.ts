import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failToStart, startGatewayProcess } from "@portico/test-support/gateway-process";
import { mountSmallDisk, noSmallDisk, takeWhatIsLeft } from "@portico/test-support/small-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, jsonHeaders } from "./support/gateway.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-boot-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Keys {
  readonly api_key: string;
  readonly management_key: string;
  readonly workspace_id: string;
}

const keysIn = async (): Promise<Keys> =>
  JSON.parse(await readFile(join(folder, "bootstrap.json"), "utf8"));

it("serves from an empty folder, with a curl to paste and keys that are kept for their owner alone", async () => {
  await using gateway = await startGatewayProcess(folder);
  const keys = await keysIn();
  expect(Object.keys(keys).sort()).toEqual(["api_key", "management_key", "workspace_id"]);
  // A pipe is no terminal: what is printed may end in a log.
  expect(gateway.printed()).toContain(join(folder, "bootstrap.json"));
  expect(gateway.printed() + gateway.logged()).not.toContain(keys.api_key);
  expect(gateway.printed() + gateway.logged()).not.toContain(keys.management_key);
  for (const name of ["bootstrap.json", "master.key", "portico.db"])
    expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);

  const curl = gateway
    .printed()
    .split("\n")
    .find((line) => line.startsWith("curl "));
  const pasted = spawnSync("sh", ["-c", `${curl} --silent`], { encoding: "utf8" });
  expect(JSON.parse(pasted.stdout)).toMatchObject({ object: "list", data: [{ index: 0 }] });

  const workspace = await fetch(`${gateway.url}/api/v1/workspaces/default`, {
    headers: bearer(keys.management_key),
  });
  expect(await workspace.json()).toMatchObject({ data: { id: keys.workspace_id } });
  for (const page of ["/healthz", "/readyz", "/metrics", "/openapi.json", "/robots.txt"])
    expect([page, (await fetch(gateway.url + page)).status]).toEqual([page, 200]);
  // Built by `npm start`, which need not have been said in this checkout.
  expect((await fetch(`${gateway.url}/docs/`)).status).toBeOneOf([200, 503]);
});

it("says on later starts where the keys are, and shows them no more", async () => {
  const first = await startGatewayProcess(folder);
  expect(await first.stop()).toBe(0);
  const keys = await keysIn();
  await using second = await startGatewayProcess(folder);
  expect(second.printed()).toContain(join(folder, "bootstrap.json"));
  expect(second.printed() + second.logged()).not.toContain(keys.api_key);
  const response = await fetch(`${second.url}/api/v1/models`, { headers: bearer(keys.api_key) });
  expect(response.status).toBe(200);
});

it("takes its changed file at a SIGHUP, goes on, and finishes its running requests when it is stopped", async () => {
  await using upstream = await startWaitingUpstream();
  await writeFile(join(folder, "portico.yaml"), configurationFor(upstream.url));
  const gateway = await startGatewayProcess(folder);
  await writeFile(join(folder, "portico.yaml"), `${configurationFor(upstream.url)}\n# Changed.\n`);
  gateway.child.kill("SIGHUP");
  await expect.poll(gateway.logged).toContain("the configuration has changed, and is in use");
  const { api_key: key } = await keysIn();
  const response = await fetch(`${gateway.url}/api/v1/responses`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "vendor/text", input: "Hi", stream: true }),
  });
  const stopped = gateway.stop();
  await expect.poll(gateway.printed).toContain("Portico is stopping, 1 request under way\n");
  upstream.finish();
  expect(await response.text()).toMatch(/data: \[DONE\]\n\n$/);
  expect(await stopped).toBe(0);
  await expect
    .poll(gateway.printed)
    .toContain("Portico is stopping, 1 request under way\nPortico has stopped\n");
});

const configurationFor = (url: string) => `
providers: { vendor: { kind: openai-compatible, base_url: "${url}", api_key: sk-x } }
models:
  - id: vendor/text
    kind: text
    context_length: 1000
    endpoints: [ { provider: vendor, upstream_model: t, price: { input: "1", output: "1" } } ]
`;

/** Streams the beginning of an answer at once, and its end when the test says so. */
async function startWaitingUpstream() {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const server = createHttpServer(async (_, response) => {
    const chunk = (content: string, reason: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunk("begun", null));
    await promise;
    response.end(`${chunk(", and ended", "stop")}data: [DONE]\n\n`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    finish,
    async [Symbol.asyncDispose]() {
      finish();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

it("recovers the keys of a first start that was killed before it could say them", async () => {
  const killed = await startGatewayProcess(folder);
  await killed.stop("SIGKILL");
  const keys = await keysIn();
  await rm(join(folder, "bootstrap.json"));
  await writeFile(join(folder, "bootstrap.json.0123456789abcdef"), JSON.stringify(keys));
  await using gateway = await startGatewayProcess(folder);
  expect(gateway.printed()).toContain("This is the first start.");
  expect(await keysIn()).toEqual(keys);
});

it("gives up with a message that says what to do", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const busy = await failToStart(folder, { PORT: String(port) });
  taken.close();
  expect(busy).toEqual({
    code: 1,
    message: expect.stringContaining(`Port ${port} is in use`),
  });
  const wrong = await failToStart(folder, { PORT: "many", DATABASE_URL: "postgres://localhost/x" });
  expect(wrong).toEqual({
    code: 1,
    message: expect.stringMatching(/PORTICO_SECRET is required[\s\S]*PORT must be/),
  });
  const guessable = await failToStart(folder, { PORTICO_SECRET: "passwordpassword" });
  expect(guessable).toEqual({
    code: 1,
    message: expect.stringMatching(/^portico: PORTICO_SECRET .*openssl rand -base64 32/),
  });
  expect(guessable.message).not.toMatch(/\n\s+at /);
  const fresh = join(folder, "fresh");
  await mkdir(fresh, { mode: 0o700 });
  for (const [secret, why] of [
    ["short", "must have at least 16 characters"],
    ["entirely different secret, long enough", "is read as 2 secrets, because it has commas"],
  ] as const) {
    const { code, message } = await failToStart(fresh, { PORTICO_SECRET: secret });
    expect({ code, lines: message.trimEnd().split("\n") }).toEqual({
      code: 1,
      lines: [expect.stringMatching(`^portico: PORTICO_SECRET ${why}`)],
    });
  }
  expect(await readdir(fresh), "no store was made").toEqual(["compiled"]);
  await writeFile(join(folder, "portico.yaml"), "providers:\n  openai: { kind: opnai }\n");
  const misspelt = await failToStart(folder, {});
  expect(misspelt).toEqual({ code: 1, message: expect.stringMatching(/portico\.yaml:2:/) });
});

const obstacle = noSmallDisk();
describe.skipIf(obstacle !== null)(
  `a start on a full disk${obstacle === null ? "" : ` (skipped: ${obstacle})`}`,
  () => {
    let unmount: () => Promise<void>;
    beforeEach(async () => {
      unmount = await mountSmallDisk(folder, 32 * 1024 * 1024);
    });
    afterEach(() => unmount());

    /** What is SQLite's own, and what makes starts quicker. */
    const usual = new Set(["portico.db", "portico.db-wal", "portico.db-shm", "compiled"]);
    const others = async () => (await readdir(folder)).filter((name) => !usual.has(name)).sort();
    const filler = () => join(folder, "filler");
    const sentence =
      /^portico: [^\n]*portico\.db cannot be opened\. [^\n]* is full: make room there[^\n]*\n$/;

    it("says so in a sentence, leaves nothing behind, and is a first start once there is room", async () => {
      for (let tries = 0; tries < 2; tries += 1) {
        await takeWhatIsLeft(folder, filler());
        const { code, message } = await failToStart(folder, {});
        expect({ code, message }).toEqual({ code: 1, message: expect.stringMatching(sentence) });
        expect(await others()).toEqual(["filler"]);
      }
      await rm(filler());
      await using gateway = await startGatewayProcess(folder);
      expect(gateway.printed()).toContain("This is the first start");
    });

    it("leaves the keys of a store that is set up as they are, and writes no others", async () => {
      await (await startGatewayProcess(folder)).stop();
      const keys = await keysIn();
      for (let tries = 0; tries < 2; tries += 1) {
        await takeWhatIsLeft(folder, filler());
        const { code, message } = await failToStart(folder, {});
        expect({ code, message }).toEqual({ code: 1, message: expect.stringMatching(sentence) });
        expect(await others()).toEqual(["bootstrap.json", "filler", "gateway.json", "master.key"]);
      }
      await rm(filler());
      await using gateway = await startGatewayProcess(folder);
      expect(gateway.printed()).not.toContain("This is the first start");
      expect(await keysIn()).toEqual(keys);
    });
  },
);

it("makes no further file on later starts", async () => {
  await (await startGatewayProcess(folder)).stop();
  const before = (await readdir(folder)).sort();
  await (await startGatewayProcess(folder)).stop();
  expect((await readdir(folder)).sort()).toEqual(before);
});
