import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Output } from "@portico/contract";
import { failToStart } from "@portico/test-support/gateway-process";
import { gatewayProgram } from "@portico/test-support/gateway-program";
import { afterEach, beforeEach, expect, it } from "vitest";

/** A request that no process has is never answered: it ends the test with its reason, not with the time of the test. */
const longestAnswerMs = 100_000;
let folder: string;
let child: ChildProcess;
let url: string;
let printed: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-cluster-"));
  printed = "";
  writeFileSync(join(folder, "portico.yaml"), "{}\n");
  child = spawn(process.execPath, [await gatewayProgram()], {
    env: {
      ...process.env,
      PORT: "0",
      PORTICO_DATA: folder,
      PORTICO_CONFIG: join(folder, "portico.yaml"),
      WORKERS: "2",
      PORTICO_LOG_LEVEL: "info",
    },
  });
  const seen = (chunk: Buffer): void => {
    printed += chunk;
  };
  child.stdout?.on("data", seen);
  child.stderr?.on("data", seen);
  url = await until(() => /http:\/\/[\d.:]+/.exec(printed)?.[0]);
  await until(() => workersSeen().size === 2 || ask().then(() => false));
});

afterEach(async () => {
  if (child.exitCode === null) {
    child.kill();
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

async function until<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
}

/** Which processes have answered, by the log. */
function workersSeen(since = 0): Set<number> {
  const ids = [...printed.slice(since).matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid));
  return new Set(ids);
}

async function ask(): Promise<number> {
  return (await embed()).status;
}

async function embed(): Promise<Response> {
  const { api_key: key } = JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8"));
  const reply = await fetch(`${url}/api/v1/embeddings`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Connection: "close",
    },
    body: JSON.stringify({ model: "sandbox/embed", input: "hello" }),
    signal: AbortSignal.timeout(longestAnswerMs),
  });
  await reply.arrayBuffer();
  return reply;
}

/** Why there was no answer, as Node says it. */
function describeFailure(error: unknown): string {
  return error instanceof Error ? String(error.cause ?? error) : String(error);
}

async function status(): Promise<Output<"getStatus">["data"]> {
  const { management_key: key } = JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8"));
  const reply = await fetch(`${url}/api/v1/status`, {
    headers: { Authorization: `Bearer ${key}`, Connection: "close" },
  });
  const { data }: Output<"getStatus"> = JSON.parse(await reply.text());
  return data;
}

it("serves from several processes, prints its keys once, and replaces one that is killed", async () => {
  expect(printed.match(/This is the first start/g)).toHaveLength(1);
  await until(async () => (await status()).overhead);
  const { processes, requests_in_flight, overhead } = await status();
  expect(new Set(processes.map(({ pid }) => pid))).toEqual(workersSeen());
  expect(requests_in_flight).toBe(1);
  const asked = [await ask(), await ask(), await ask()].length;
  // Whichever process has answered, every process tells of all.
  await expect
    .poll(async () => (await status()).overhead?.requests)
    .toBe((overhead?.requests ?? 0) + asked);
  const [victim = 0] = workersSeen();
  process.kill(victim, "SIGKILL");
  await until(() => printed.includes(`Process ${victim} ended (SIGKILL)`));
  expect(await ask()).toBe(200);
  const since = printed.length;
  await until(() => workersSeen(since).size === 2 || ask().then(() => false));
  expect(workersSeen(since).has(victim)).toBe(false);
});

it("keeps the processes that serve when those that should follow them cannot start", async () => {
  const before = workersSeen();
  const file = join(folder, "portico.yaml");
  writeFileSync(file, "nonsense: 1\n");
  child.kill("SIGHUP");
  await until(() => printed.includes("A gateway process ended with 1 before it listened."));
  writeFileSync(file, "{}\n");
  const since = printed.length;
  await until(() => workersSeen(since).size === 2 || ask().then(() => false));
  expect(workersSeen(since)).toEqual(before);
});

it("ends where its first process cannot start, and says why", async () => {
  const broken = join(folder, "broken.yaml");
  writeFileSync(broken, "nonsense: 1\n");
  const { port } = new URL(url);
  const [file, metrics] = await Promise.all([
    failToStart(folder, { PORTICO_CONFIG: broken, WORKERS: "2" }),
    // Its own port is free: it counts as started only with both.
    failToStart(folder, { METRICS_PORT: port, WORKERS: "2" }),
  ]);
  expect(file).toEqual({ code: 1, message: expect.stringContaining('Unknown key "nonsense"') });
  expect(metrics).toEqual({
    code: 1,
    message: expect.stringMatching(
      `^portico: Port ${port} is in use: [^\n]* METRICS_PORT to a free one\\.\nportico: A gateway process ended with 1 [^\n]*\n$`,
    ),
  });
});

it("replaces every process on SIGHUP without a failed request", async () => {
  const before = workersSeen();
  const answers: (number | string)[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) answers.push(await ask().catch(describeFailure));
  })();
  child.kill("SIGHUP");
  let since = printed.length;
  await until(async () => {
    await sleep(200);
    const now = workersSeen(since);
    since = printed.length;
    const isReplaced = now.size > 0 && [...now].every((pid) => !before.has(pid));
    return isReplaced || answers.some((answer) => answer !== 200);
  });
  isOver = true;
  await asking;
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(answers.length).toBeGreaterThan(5);
});

it("answers on every connection that was given to a process as it ended", async () => {
  const { hostname, port } = new URL(url);
  const [victim = 0] = workersSeen();
  // The first process hears of these connections before it hears that the other one has closed its port.
  child.kill("SIGSTOP");
  const open = () => connect(Number(port), hostname).on("error", () => {});
  const sockets = Array.from({ length: 4 }, open);
  try {
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    process.kill(victim, "SIGTERM");
    await until(() => printed.includes(`Process ${victim} has stopped`));
  } finally {
    child.kill("SIGCONT");
  }
  const answers = sockets.map(async (socket) => {
    socket.write("GET /healthz HTTP/1.1\r\nHost: portico\r\nConnection: close\r\n\r\n");
    const [answer] = await once(socket, "data", { signal: AbortSignal.timeout(longestAnswerMs) });
    return String(answer).split("\r\n", 1)[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 200 OK"]));
});

it("takes new prices from the file in every process, and keeps them where the file becomes wrong", async () => {
  const file = join(folder, "portico.yaml");
  const entry = `{ provider: sandbox, upstream_model: embed, price: { input: "5" } }`;
  writeFileSync(
    file,
    `models: [ { id: sandbox/embed, kind: embedding, context_length: 8192, dimensions: 384, dimensions_adjustable: true, endpoints: [ ${entry} ] } ]\n`,
  );
  const priced = async () => {
    const reply = await fetch(`${url}/metrics`, { headers: { Connection: "close" } });
    return /^portico_prices_in_use\{version="portico\.yaml:(\w+)"\} 2$/m.exec(
      await reply.text(),
    )?.[1];
  };
  const first = createHash("sha256").update("{}\n").digest("hex").slice(0, 12);
  await until(async () => ((await priced()) ?? first) !== first);
  const costs = new Set<string | null>();
  const since = printed.length;
  const note = async () => void costs.add((await embed()).headers.get("x-portico-cost"));
  await until(() => workersSeen(since).size === 2 || note().then(() => false));
  // "hello" is one token or two, at five dollars a million.
  expect(costs.size).toBe(1);
  expect(Number([...costs][0]) % 0.000005).toBeCloseTo(0, 9);
  writeFileSync(file, "nonsense: 1\n");
  await until(() => printed.match(/the one before stays/g)?.length === 2);
  expect((await embed()).headers.get("x-portico-cost")).toBe([...costs][0]);
});

/** Each line of the log is a request that one of the processes has answered. */
function answered(): number {
  return printed.match(/"operation":"createEmbeddings"/g)?.length ?? 0;
}

/** As one of them says of all. */
async function counted(): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { Connection: "close" } });
  const series = /^portico_requests_total\{operation="createEmbeddings",status="200"\} (\d+)$/m;
  return Number(series.exec(await reply.text())?.[1] ?? 0);
}

/** Lines of the log come a moment later, and so do counts. */
function countsAll(): Promise<boolean> {
  return until(async () => (await counted()) === answered());
}

it("counts the requests of all its processes, and of those that are gone", async () => {
  await countsAll();
  const byEach = workersSeen();
  expect(byEach.size).toBe(2);
  // Connections are given to the processes in turn.
  expect(await Promise.all([counted(), counted()])).toEqual([answered(), answered()]);
  const [victim = 0] = byEach;
  process.kill(victim, "SIGKILL");
  await until(() => printed.includes(`Process ${victim} ended (SIGKILL)`));
  await countsAll();
  child.kill("SIGHUP");
  const since = printed.length;
  const areAllNew = () => [...workersSeen(since)].filter((pid) => !byEach.has(pid)).length === 2;
  await until(() => areAllNew() || ask().then(() => false));
  await countsAll();
});
