import { connect, type Socket } from "node:net";

/** One connection that shows when bytes come; for what is measured one stream at a time, or a thousand slow ones. */
export interface Ask {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
}

export async function ask(order: Ask, onData: (chunk: Buffer) => void): Promise<Socket> {
  const socket = await connected(order);
  socket.on("data", onData);
  socket.write(requestText(order));
  return socket;
}

function connected({ url }: Ask): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket));
  });
}

/** What the libraries of OpenAI and Anthropic for Node send beside it. */
const libraryHeaders = {
  accept: "application/json",
  "accept-encoding": "br, gzip, deflate",
  "accept-language": "*",
  connection: "keep-alive",
  "sec-fetch-mode": "cors",
  "user-agent": "OpenAI/JS 7.55.0",
  "x-stainless-arch": "x64",
  "x-stainless-lang": "js",
  "x-stainless-os": "Linux",
  "x-stainless-package-version": "7.55.0",
  "x-stainless-retry-count": "0",
  "x-stainless-runtime": "node",
  "x-stainless-runtime-version": "v24.21.0",
};

export function requestText({ url, path, key, body }: Ask): string {
  const text = JSON.stringify(body);
  const others = Object.entries(libraryHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${others.join("")}\r\n${text}`;
}

const lastChunk = Buffer.from("0\r\n\r\n");

export interface KeptConnection {
  /** From the request's first byte to the first one of the content; the stream is read to its end. */
  firstContentMs(content: string): Promise<number>;
  close(): void;
}

/** Asks again on one connection, as clients do. */
export async function keepConnected(order: Ask): Promise<KeptConnection> {
  const socket = await connected(order);
  const request = requestText(order);
  return {
    firstContentMs: (content) =>
      new Promise((resolve) => {
        const startedMs = performance.now();
        let foundMs: number | null = null;
        const read = (chunk: Buffer) => {
          if (foundMs === null && chunk.includes(content)) foundMs = performance.now() - startedMs;
          if (foundMs === null || !chunk.subarray(-lastChunk.length).equals(lastChunk)) return;
          socket.off("data", read);
          resolve(foundMs);
        };
        socket.on("data", read);
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}
