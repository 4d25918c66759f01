import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gatewayProgram } from "@portico/test-support/gateway-program";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { isProof } from "@portico/test-support/proof";
import { afterEach, expect, it } from "vitest";
import { answers, startChatUpstream } from "../responses/chat-upstream.ts";
import { jsonHeaders } from "../support/gateway.ts";

const ending: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

interface Node {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startNode(environment: Readonly<Record<string, string>>): Promise<Node> {
  const child = spawn(process.execPath, [await gatewayProgram()], {
    cwd: environment["PORTICO_DATA"],
    env: { ...process.env, PORT: "0", PORTICO_LOG_LEVEL: "warn", ...environment },
  });
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk));
  child.stderr?.on("data", (chunk: Buffer) => (printed += chunk));
  ending.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  for (;;) {
    const [url] = /http:\/\/[\d.:]+/.exec(printed) ?? [];
    if (url !== undefined) return { child, url: `${url}/api/v1` };
    if (child.exitCode !== null) throw new Error(printed);
    await sleep(20);
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "portico-changes-"));
  ending.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const keysIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8")) as {
    readonly api_key: string;
    readonly management_key: string;
  };

/** Each version has a price of its own, by which its rows are known. */
const yamlOf = (url: string, version: number) => `
providers:
  acme: { kind: openai-compatible, base_url: "${url}", api_key: "sk-${version % 2}" }
models:
  - { id: acme/quick, kind: text, context_length: 1000, endpoints: [ { provider: acme, upstream_model: quick, price: { input: "${version}", output: "${version}" } } ] }
`;

async function call(url: string, key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: jsonHeaders(key),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

interface Row {
  readonly configuration_version: number;
  readonly total_cost: number;
}

/** Prices are for a million tokens. */
const perToken = 1e-6;
const changes = isProof ? 1000 : 40;
/** Ends what hangs. */
const mostMs = isProof ? 3_600_000 : 600_000;
/** The scripted upstream's answer: 11 tokens in and 3 out. */
const tokens = 14;

async function changeUnderLoad(nodes: readonly Node[], folder: string) {
  const { api_key: key, management_key: management } = keysIn(folder);
  const upstream = await startChatUpstream({ quick: answers(["Good"]) });
  ending.push(() => upstream.close());
  const at = (index: number) => nodes[index % nodes.length]?.url ?? "";
  const first = await call(at(0), management, "PUT", "/configuration", {
    ...{ yaml: yamlOf(upstream.url, 1), parent: 0 },
  });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  // All nodes have it within moments.
  const ask = (index: number) =>
    call(at(index), key, "POST", "/responses", {
      ...{ model: "acme/quick", input: "Hi", max_output_tokens: 9 },
    });
  for (let index = 0; index < nodes.length * 8; index += 1)
    await expect.poll(async () => (await ask(index)).status).toBe(200);
  let isDone = false;
  const statuses = new Map<number, number>();
  const load = Array.from({ length: 6 }, async (_, worker) => {
    for (let index = worker; !isDone; index += 1) {
      const { status } = await ask(index);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  for (let version = 2; version <= changes; version += 1) {
    const put = await call(at(version), management, "PUT", "/configuration", {
      ...{ yaml: yamlOf(upstream.url, version), parent: version - 1 },
    });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    expect(put.body.data.version).toBe(version);
  }
  isDone = true;
  await Promise.all(load);
  expect([...statuses.keys()]).toEqual([200]);
  return { key, management, at, requests: statuses.get(200) ?? 0 };
}

async function rowsOf(url: string, management: string): Promise<readonly Row[]> {
  const { body } = await call(url, management, "GET", "/generations?limit=1000");
  return body.data;
}

/** A row of half a version would have one version's number and another one's price. */
function expectWhole(rows: readonly Row[]): void {
  expect(rows.length).toBeGreaterThan(20);
  for (const { configuration_version: version, total_cost: cost } of rows)
    expect(cost).toBeCloseTo(version * tokens * perToken, 9);
}

it(
  "changes under load on SQLite with four workers: no request fails, and each row is of one version",
  async () => {
    const folder = temporaryFolder();
    const config = { PORTICO_DATA: folder, WORKERS: "4" };
    const node = await startNode(config);
    const { management } = await changeUnderLoad([node], folder);
    expectWhole(await rowsOf(node.url, management));
  },
  mostMs,
);

it(
  "changes under load on PostgreSQL with three nodes, and is whole after kill -9",
  async () => {
    const database = await temporaryDatabase();
    ending.push(database.drop);
    const secret = "q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5";
    const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const nodes: Node[] = [];
    for (const folder of folders)
      nodes.push(
        await startNode({
          ...{ PORTICO_DATA: folder },
          ...{ DATABASE_URL: database.url, PORTICO_SECRET: secret },
        }),
      );
    const { management, at } = await changeUnderLoad(nodes, folders[0] ?? "");
    expectWhole(await rowsOf(at(0), management));
    // A process that is killed in the middle of a change leaves one version in use, the one before or the next.
    const [first, second] = nodes;
    void call(at(0), management, "PUT", "/configuration", {
      yaml: "sandbox: all",
      parent: changes,
    }).catch(() => undefined);
    await sleep(5);
    first?.child.kill("SIGKILL");
    const { body } = await call(
      second?.url ?? "",
      management,
      "GET",
      "/configuration/versions?limit=5",
    );
    expect(body.data.filter(({ active }: { active: boolean }) => active)).toHaveLength(1);
    expect([changes, changes + 1]).toContain(body.data[0].version);
  },
  mostMs,
);
