import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  everyDialect,
  startDialectsUpstream,
  type WorstRequest,
  worstRequests,
} from "@portico/server/proof/worst";
import { type Running, residentKilobytes, start } from "./processes.ts";
import type { Section } from "./report.ts";

/** What is asked beside each of them, again and again, on connections of its own. */
const probeModel = "embed/openai";
const longestMs = 60_000;
const settleMs = 150;
/** Others on the machine take its cores for as long as this now and then: the same is measured with nothing to do. */
const quietMs = 5_000;
/** Rows of the report. */
const longestShown = 10;

interface Gateway extends Running {
  readonly apiKey: string;
  /** The longest turn since the last time, by the CPU that it took. */
  longestTurnMs(): Promise<number>;
}

interface Row {
  readonly name: string;
  readonly sentBytes: number;
  readonly status: string;
  readonly ms: number;
  readonly healthMs: number;
  readonly embeddingsMs: number;
  readonly turnMs: number;
  readonly before: number;
  readonly during: number;
  readonly after: number;
}

/** The worst requests that we know, one after the other, and how long everybody else waited meanwhile. */
export async function measureWorstRequests(): Promise<Section> {
  await using upstream = await startDialectsUpstream();
  const { gateway, folder } = await startGateway(upstream.url);
  try {
    const probes = [new Probe(gateway, "GET", "/healthz"), new Probe(gateway, "POST", embeddings)];
    await warmUp(gateway);
    const quiet = await measured("nothing at all", gateway, probes, async () => {
      await pause(quietMs);
      return { status: "", sentBytes: 0 };
    });
    const rows = [quiet];
    for (const worst of worstRequests(1)) {
      rows.push(await measured(worst.name, gateway, probes, () => send(gateway, worst)));
      if (gateway.child.exitCode !== null) throw new Error(`${worst.name} has ended the gateway.`);
    }
    return sectionOf(rows);
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startGateway(upstreamUrl: string): Promise<{ gateway: Gateway; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "portico-worst-"));
  const configuration = join(folder, "portico.yaml");
  writeFileSync(configuration, everyDialect(upstreamUrl));
  const turnFile = join(folder, "longest-turn");
  const settings = {
    PORT: "0",
    PORTICO_DATA: folder,
    PORTICO_CONFIG: configuration,
    PORTICO_LOG_LEVEL: "error",
    PORTICO_LONGEST_TURN: turnFile,
  };
  const watched = ["--import", join(import.meta.dirname, "longest-turn.ts")];
  const running = await start("../../server/src/main.ts", [], settings, watched);
  const keys = JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8"));
  const longestTurnMs = () => readTurn(running, turnFile);
  return { gateway: { ...running, apiKey: keys.api_key, longestTurnMs }, folder };
}

async function readTurn({ child }: Running, file: string): Promise<number> {
  rmSync(file, { force: true });
  child.kill("SIGUSR2");
  while (!existsSync(file)) await pause(5);
  await pause(5);
  return Number(readFileSync(file, "utf8"));
}

/** Code is compiled and tokenizers are loaded, as after a minute of service. */
async function warmUp(gateway: Gateway): Promise<void> {
  const small = worstRequests(1 / 1_000);
  for (const worst of small.filter((_, index) => index % 5 === 0)) await send(gateway, worst);
  for (const worst of small.filter(({ name }) => name.includes("to count")))
    await send(gateway, worst);
}

async function measured(
  name: string,
  gateway: Gateway,
  probes: readonly Probe[],
  work: () => Promise<{ readonly status: string; readonly sentBytes: number }>,
): Promise<Row> {
  const before = residentKilobytes(gateway);
  let during = before;
  const watch = setInterval(() => {
    during = Math.max(during, residentKilobytes(gateway));
  }, 20);
  const running = probes.map((probe) => probe.run());
  await pause(settleMs);
  for (const probe of probes) probe.reset();
  await gateway.longestTurnMs();
  const startedAt = performance.now();
  const { status, sentBytes } = await work();
  const ms = performance.now() - startedAt;
  // What is left to do when it has been answered holds up others as well.
  await pause(settleMs);
  for (const probe of probes) probe.stop();
  await Promise.all(running);
  clearInterval(watch);
  const [healthMs = 0, embeddingsMs = 0] = probes.map(({ longest }) => longest);
  const turnMs = await gateway.longestTurnMs();
  const after = residentKilobytes(gateway);
  return { name, sentBytes, status, ms, healthMs, embeddingsMs, turnMs, before, during, after };
}

const embeddings = "/api/v1/embeddings";
const embeddingsBody = JSON.stringify({ model: probeModel, input: ["somebody else's text"] });

/** Asks the same again and again, and knows how long it waited at most. */
class Probe {
  longest = 0;
  readonly #gateway: Gateway;
  readonly #method: "GET" | "POST";
  readonly #path: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #isStopped = false;

  constructor(gateway: Gateway, method: "GET" | "POST", path: string) {
    this.#gateway = gateway;
    this.#method = method;
    this.#path = path;
  }

  reset(): void {
    this.longest = 0;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    this.#isStopped = false;
    while (!this.#isStopped) {
      const startedAt = performance.now();
      const body = this.#method === "POST" ? embeddingsBody : "";
      await exchange(this.#gateway, this.#method, this.#path, Buffer.from(body), this.#agent);
      this.longest = Math.max(this.longest, performance.now() - startedAt);
      await pause(1);
    }
  }
}

async function send(gateway: Gateway, worst: WorstRequest) {
  const body = worst.body();
  const headers = worst.isCompressed ? { "content-encoding": "gzip" } : {};
  const path = `/api/v1${worst.path}`;
  const status = await exchange(gateway, "POST", path, body, undefined, headers);
  return { status, sentBytes: body.length };
}

/** Resolves with the status when the whole reply has been read; a connection that is cut is told in its place. */
async function exchange(
  { url, apiKey }: Gateway,
  method: string,
  path: string,
  body: Buffer,
  agent?: Agent,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const asking = ask(`${url}${path}`, {
    method,
    ...(agent && { agent }),
    timeout: longestMs,
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      ...(body.length > 0 && { "content-length": body.length }),
      ...headers,
    },
  });
  asking.on("timeout", () => asking.destroy(new Error("timeout")));
  // A refusal may come before the whole body is sent, and its connection is closed then.
  asking.on("error", () => {});
  asking.end(body);
  try {
    const [response] = await once(asking, "response");
    response.resume();
    await once(response, "end");
    return String(response.statusCode);
  } catch (error) {
    return error instanceof Error ? error.message : "cut";
  }
}

function sectionOf(rows: readonly Row[]): Section {
  const worst = (of: (row: Row) => number) => Math.max(...rows.slice(1).map(of)).toFixed(0);
  const waited = (row: Row) => Math.max(row.healthMs, row.embeddingsMs);
  const worstFirst = rows.slice(1).toSorted((one, other) => waited(other) - waited(one));
  const over = worstFirst.filter((row) => waited(row) > 100);
  const megabytes = (kilobytes: number) => (kilobytes / 1024).toFixed(0);
  return {
    title: "Worst requests",
    note: [
      `${rows.length - 1} requests, one after the other, each as large as may be sent; beside each of them one caller asks`,
      "`/healthz` and another one for an embedding, again and again. The longest that these waited: ",
      `${worst(({ healthMs }) => healthMs)} and ${worst(({ embeddingsMs }) => embeddingsMs)} ms;`,
      `${over.length} requests made them wait for more than 100 ms. The longest that the process worked without looking up,`,
      `by the CPU that it was given: ${worst(({ turnMs }) => turnMs)} ms. Load of the machine (1 minute): ${loadavg()[0]?.toFixed(1)}.`,
      "Where others use its cores, they are waited for as well: the first row has what is waited with nothing to do.",
      `The others are the ${longestShown} for which others waited longest.`,
    ].join(" "),
    head: [
      "request",
      "sent, kB",
      "status",
      "ms",
      "`/healthz` waited, ms",
      "embeddings waited, ms",
      "longest turn, ms of CPU",
      "RSS before, during, after, MB",
    ],
    rows: [...rows.slice(0, 1), ...worstFirst.slice(0, longestShown)].map((row) => [
      row.name.replaceAll("|", "\\|"),
      (row.sentBytes / 1000).toFixed(1),
      row.status,
      row.ms.toFixed(0),
      row.healthMs.toFixed(0),
      row.embeddingsMs.toFixed(0),
      row.turnMs.toFixed(0),
      [row.before, row.during, row.after].map(megabytes).join(", "),
    ]),
  };
}
