import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@portico/test-support/free-port";
import {
  type Contender,
  compare,
  gatewayContender,
  orderOf,
  type Rounds,
  startReferences,
} from "./contenders.ts";
import { sourcesOf, startGateway } from "./gateway.ts";
import { type ByPlace, connectInspector, type Inspector } from "./inspector.ts";
import { load, start } from "./processes.ts";
import { expressReference, type Figure, reference, type Section } from "./report.ts";
import { type Workload, workloads } from "./workloads.ts";

interface RoomsOrder extends Rounds {
  readonly isWanted: (name: string) => boolean;
  /** An older commit, measured in the same rounds. */
  readonly against?: string | undefined;
  readonly top: number;
}

interface Profiled extends Contender {
  readonly inspector: Inspector;
}

const measured = [
  "embeddings 1×8 float, openai",
  "responses JSON",
  "chat JSON",
  "messages through Anthropic",
  ...workloads.map(({ name }) => name).filter((name) => name.includes("stream")),
];
const root = resolve(import.meta.dirname, "../../..");

/** Where the CPU time and the garbage of a small request or a stream come from, beside both references in the same rounds. */
export async function measureRooms({ isWanted, against, top, ...rounds }: RoomsOrder) {
  const upstream = await start("fake-upstream.ts", []);
  const older = against === undefined ? null : checkOut(against);
  const gateways = [await startProfiled("Portico", upstream.url, root)];
  if (older !== null) gateways.push(await startProfiled(`at ${against}`, upstream.url, older));
  const contenders = [...(await startReferences(upstream.url)), ...gateways];
  const sections: Section[] = [];
  try {
    for (const workload of workloads)
      if (measured.includes(workload.name) && isWanted(workload.name))
        sections.push(...(await sectionsOf(workload, contenders, gateways, rounds, top)));
  } finally {
    // A process with a debugger waits for it before it ends.
    for (const { inspector } of gateways) inspector.close();
    for (const { running } of [...contenders, { running: upstream }]) await running.stop();
    if (older !== null)
      execFileSync("git", ["worktree", "remove", "--force", older], { cwd: root });
  }
  return sections;
}

async function startProfiled(name: string, upstream: string, tree: string): Promise<Profiled> {
  const port = await freePort();
  const environment = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
  const running = await startGateway(upstream, environment, undefined, {}, sourcesOf(tree));
  return { ...gatewayContender(running, name), inspector: await connectInspector(port) };
}

/** With the libraries of this one: its own packages are its own. */
function checkOut(commit: string): string {
  const tree = mkdtempSync(join(tmpdir(), "portico-rooms-"));
  execFileSync("git", ["worktree", "add", "--detach", tree, commit], { cwd: root });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  for (const name of readdirSync(join(tree, "packages"))) {
    const folder = join("packages", name, "node_modules");
    cpSync(join(root, folder), join(tree, folder), { recursive: true, verbatimSymlinks: true });
  }
  return tree;
}

/** µs and kilobytes of one gateway. */
interface Weighed {
  readonly name: string;
  readonly cpu: number;
  readonly time: ByPlace;
  readonly garbage: ByPlace;
}

async function sectionsOf(
  workload: Workload,
  contenders: readonly Contender[],
  gateways: readonly Profiled[],
  rounds: Rounds,
  top: number,
): Promise<Section[]> {
  const figures = await compare(contenders, workload, rounds);
  const weighed: Weighed[] = [];
  for (const gateway of gateways) {
    const { name, inspector } = gateway;
    const order = { ...orderOf(gateway, workload), durationMs: rounds.seconds * 2000 };
    const time = await inspector.profile(() => load(order));
    const garbage = await inspector.sampleGarbage(() => load(order));
    weighed.push({ name, cpu: cpuOf(figures, name), time, garbage });
  }
  const section = { title: workload.name, note: noteOf(figures, gateways) };
  const rooms = { ...section, ...tableOf("rooms", weighed, Number.POSITIVE_INFINITY) };
  const title = `${workload.name}: functions`;
  const functions = { ...section, title, ...tableOf("functions", weighed, top) };
  return top === 0 ? [rooms] : [rooms, functions];
}

function tableOf(places: keyof ByPlace, weighed: readonly Weighed[], most: number) {
  const weightOf = (name: string) =>
    weighed.flatMap(({ cpu, time, garbage }) => [
      (time[places].get(name) ?? 0) * cpu,
      (garbage[places].get(name) ?? 0) / 1024,
    ]);
  const names = weighed.flatMap(({ time, garbage }) => [
    ...time[places].keys(),
    ...garbage[places].keys(),
  ]);
  const rows = [...new Set(names)]
    .map((name) => ({ name, weights: weightOf(name) }))
    .filter(({ weights }) => weights.some((weight) => weight >= 0.5))
    .toSorted((one, other) => (other.weights[0] ?? 0) - (one.weights[0] ?? 0))
    .slice(0, most)
    .map(({ name, weights }) => [name, ...weights.map((weight) => weight.toFixed(1))]);
  return { head: ["", ...weighed.flatMap(({ name }) => [`${name}, µs`, "kB"])], rows };
}

function cpuOf(figures: readonly Figure[], name: string): number {
  return figures.find(({ contender }) => contender === name)?.cpuMicrosecondsPerRequest ?? 0;
}

function noteOf(figures: readonly Figure[], gateways: readonly Contender[]): string {
  const express = cpuOf(figures, expressReference);
  const ratios = gateways.map(({ name }) => {
    const cpu = cpuOf(figures, name);
    return `${name} ${cpu.toFixed(0)} µs, ${(cpu / express).toFixed(2)} of it`;
  });
  return `CPU a request: ${reference} ${cpuOf(figures, reference).toFixed(0)} µs, ${expressReference} ${express.toFixed(0)} µs; ${ratios.join("; ")}.`;
}
