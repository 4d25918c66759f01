import { connect, type Socket } from "node:net";
import type { SurvivalKey } from "./driver.ts";
import type { World } from "./world.ts";

/** A caller down to its socket: it asks, and what it does with the answer is its own affair. */
export function openSocket(url: string, bytes: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(bytes);
  return socket;
}

export function streamRequest(url: string, key: SurvivalKey, marker: string): string {
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
export function openDeafStream({ driver, fleet, keys }: World): Socket {
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
