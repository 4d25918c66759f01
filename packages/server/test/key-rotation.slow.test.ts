import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { run } from "../src/cli/program.ts";
import { fakeTerminal } from "./cli/fake-terminal.ts";
import { type FakeUpstream, startFakeUpstream, vendorEmbedding } from "./cli/fake-upstream.ts";
import { portico, type RunningGateway, startGatewayProcess } from "./cli/portico-process.ts";

/** packages/docs/guides/runbook.md, "Rotation of keys", the master key of several nodes: its steps, on two processes. */
const former = randomBytes(32).toString("base64");
const newer = randomBytes(32).toString("base64");

let folder: string;
let upstream: FakeUpstream;
let nodes: RunningGateway[];
let environment: Record<string, string>;

const start = (secret: string) => startGatewayProcess({ ...environment, PORTICO_SECRET: secret });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-rotation-"));
  upstream = await startFakeUpstream();
  const file = join(folder, "portico.yaml");
  await writeFile(file, vendorEmbedding(upstream));
  environment = { PORTICO_DATA: join(folder, "data"), PORTICO_CONFIG: file };
  nodes = [await start(former)];
  nodes.push(await start(former));
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await upstream.close();
  await rm(folder, { recursive: true });
});

async function restart(place: number, secret: string): Promise<void> {
  expect(await nodes[place]?.stop()).toBe(0);
  nodes[place] = await start(secret);
}

/** At the first node. */
async function operate(words: string, secret = ""): Promise<{ id: string }> {
  const terminal = fakeTerminal({ secret });
  const exitCode = await run([...words.split(" "), "--json"], {
    terminal,
    environment: {
      url: nodes[0]?.url ?? "",
      managementKey: undefined,
      dataFolder: environment["PORTICO_DATA"] ?? "",
      host: "",
      port: 0,
    },
  });
  expect(exitCode, terminal.told.join("\n")).toBe(0);
  return JSON.parse(terminal.written.join("\n"));
}

/** What each node's provider was asked with; the status where it was not asked. */
async function used(): Promise<readonly (string | number | undefined)[]> {
  const path = join(environment["PORTICO_DATA"] ?? "", "bootstrap.json");
  const { api_key: key } = JSON.parse(await readFile(path, "utf8"));
  const seen: (string | number | undefined)[] = [];
  for (const { url } of nodes) {
    const response = await fetch(`${url}/api/v1/embeddings`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "vendor/embed", input: "Hello" }),
    });
    await response.arrayBuffer();
    seen.push(response.ok ? upstream.credentials.at(-1) : response.status);
  }
  return seen;
}

const both = (secret: string) => [`Bearer ${secret}`, `Bearer ${secret}`];

it("leads to a new master key, and at every step every node opens every credential", async () => {
  await operate("workspaces create --name Other --slug other");
  await operate("byok add --provider vendor --workspace other", "sk-other");
  const { id } = await operate("byok add --provider vendor --workspace default", "sk-1");
  expect(await used()).toEqual(both("sk-1"));

  await Promise.all([restart(0, `${former},${newer}`), restart(1, `${former},${newer}`)]);
  await restart(0, `${newer},${former}`);
  await operate(`byok rotate ${id}`, "sk-2");
  expect(await used(), "the second node opens what the first one seals").toEqual(both("sk-2"));
  await restart(1, `${newer},${former}`);

  const settings = { ...environment, PORTICO_SECRET: `${newer},${former}`, PORT: "1" };
  const rotated = await portico(["secrets", "rotate", "--yes", "--json"], settings);
  // That of the other workspace: the new key has sealed this one's already.
  expect(JSON.parse(rotated.out)).toEqual({
    rewrapped: 1,
    rewrapped_io_log: 0,
    rewrapped_configuration: 1,
  });
  await Promise.all([restart(0, newer), restart(1, newer)]);
  expect(await used()).toEqual(both("sk-2"));
});

it("needs every node to know the new key before one seals with it", async () => {
  const { id } = await operate("byok add --provider vendor --workspace default", "sk-1");
  await restart(0, `${newer},${former}`);
  await operate(`byok rotate ${id}`, "sk-2");
  expect(await used()).toEqual(["Bearer sk-2", expect.any(Number)]);
});
