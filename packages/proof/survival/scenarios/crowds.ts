import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SurvivalKey } from "../parts/driver.ts";
import { again, underLoad } from "../parts/under-load.ts";
import type { World } from "../parts/world.ts";
import type { Effort, Scenario, Told } from "../scenario.ts";

/** A caller down to its socket: it asks, and what it does with the answer is its own affair. */
function openSocket(url: string, bytes: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(bytes);
  return socket;
}

function streamRequest(url: string, key: SurvivalKey, marker: string): string {
  const body = JSON.stringify({
    model: "survival/text",
    input: `${marker} ${"x".repeat(60)}`,
    max_output_tokens: 64,
    stream: true,
  });
  return [
    "POST /api/v1/responses HTTP/1.1",
    `host: ${new URL(url).host}`,
    `authorization: Bearer ${key.key}`,
    `x-title: ${marker}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

/** Opens a stream, is written down as a caller who has seen nothing, and reads nothing. */
function openDeafStream({ driver, fleet, keys }: World): Socket {
  const [key] = keys;
  const [url] = fleet.urls();
  if (key === undefined || url === undefined) throw new Error("There is no gateway to ask.");
  const marker = driver.nextMarker();
  driver.saw({
    marker,
    isTitled: true,
    keyId: key.id,
    end: "lost",
    reason: "reads nothing",
    status: null,
    generationId: null,
    costNanousd: null,
  });
  const socket = openSocket(url, streamRequest(url, key, marker));
  socket.pause();
  return socket;
}

/** Those who behave must not notice those who do not. */
function unnoticed({ driver }: World, since: number): readonly string[] {
  const lost = driver.sightings
    .slice(since)
    .filter(({ end, reason }) => end === "lost" && reason !== "reads nothing");
  return lost
    .slice(0, 3)
    .map(({ marker, reason }) => `${marker}: an innocent caller lost: ${reason}`);
}

/** Streams that nobody reads, and at last their callers vanish. */
async function deafReaders(world: World, { seconds, crowd }: Effort): Promise<Told> {
  const since = world.driver.sightings.length;
  world.upstream.behave({ paceMs: 5, words: 60 });
  const sockets: Socket[] = [];
  await underLoad(world, {}, async () => {
    for (let count = 0; count < crowd; count += 1) {
      sockets.push(openDeafStream(world));
      if (count % 20 === 0) await sleep(20);
    }
    await sleep(seconds * 1000);
    for (const socket of sockets) socket.resetAndDestroy();
  });
  return { faults: crowd, failures: unnoticed(world, since) };
}

type Flood = (url: string) => Socket;

const post = "POST /api/v1/embeddings HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

const floods: readonly Flood[] = [
  // Headers without an end.
  (url) => {
    const socket = openSocket(url, "GET /api/v1/models HTTP/1.1\r\nhost: x\r\n");
    const timer = setInterval(
      () => socket.write(`x-${Math.random()}: ${"y".repeat(2000)}\r\n`),
      50,
    );
    return socket.on("close", () => clearInterval(timer));
  },
  // One header that is too large.
  (url) => openSocket(url, `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${"z".repeat(200_000)}\r\n\r\n`),
  // A body of a stranger, as large as he can.
  (url) => {
    const socket = openSocket(url, `${post}content-length: 900000000\r\n\r\n`);
    const timer = setInterval(() => socket.write("x".repeat(100_000)), 50);
    return socket.on("close", () => clearInterval(timer));
  },
  // Chunks without an end.
  (url) => {
    const socket = openSocket(url, `${post}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `${(50_000).toString(16)}\r\n${"x".repeat(50_000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 50);
    return socket.on("close", () => clearInterval(timer));
  },
  // No HTTP at all, and connections that say nothing.
  (url) => openSocket(url, "\0\x01\x02 rubbish\r\n\r\n"),
  (url) => openSocket(url, "POST"),
];

async function flood(world: World, { seconds, crowd }: Effort): Promise<Told> {
  const since = world.driver.sightings.length;
  const sockets = new Set<Socket>();
  let opened = 0;
  await underLoad(world, { lanes: 6 }, async () => {
    await again(seconds, [5, 20], () => {
      const make = floods[opened % floods.length];
      const [url] = world.fleet.urls();
      if (make === undefined || url === undefined || sockets.size >= crowd) return;
      const socket = make(url);
      sockets.add(socket.on("close", () => sockets.delete(socket)));
      opened += 1;
    });
    for (const socket of sockets) socket.destroy();
  });
  return { faults: opened, failures: unnoticed(world, since) };
}

export const crowdScenarios: readonly Scenario[] = [
  {
    name: "deaf-readers",
    fault: "streams that nobody reads",
    world: { engine: "sqlite", gateways: 1 },
    run: deafReaders,
  },
  {
    name: "floods",
    fault: "floods of headers, bodies, chunks, rubbish",
    world: { engine: "sqlite", gateways: 1 },
    run: flood,
  },
];
