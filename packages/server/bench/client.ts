import { connect, type Socket } from "node:net";

/** One connection that shows when bytes come; for what is measured one stream at a time, or a thousand slow ones. */
export interface Ask {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
}

export function ask(
  { url, path, key, body }: Ask,
  onData: (chunk: Buffer, socket: Socket) => void,
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.on("data", (chunk) => onData(chunk, socket));
    socket.once("connect", () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
      resolve(socket);
    });
  });
}

/** From the request's first byte to the first event's. */
export function firstEventMs(order: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    let startedMs = performance.now();
    ask(order, (chunk, socket) => {
      if (!chunk.includes("data: ")) return;
      socket.destroy();
      resolve(performance.now() - startedMs);
    }).then(() => {
      startedMs = performance.now();
    }, reject);
  });
}
