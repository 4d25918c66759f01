import { once } from "node:events";
import { WebSocket } from "ws";

export interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface OpenSocket {
  readonly socket: WebSocket;
  ask(body: object): void;
  /** The messages up to one of this type. */
  until(...types: string[]): Promise<Message[]>;
  /** The number with which it was closed. */
  readonly closed: Promise<number>;
}

export const ends = ["response.completed", "response.incomplete", "response.failed"];

/** Opens a WebSocket at `/responses`, and keeps what comes. */
export async function openSocket(api: string, key: string): Promise<OpenSocket> {
  const socket = new WebSocket(`${api.replace("http", "ws")}/responses`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const messages: Message[] = [];
  let wake = (): void => undefined;
  socket.on("message", (data) => {
    messages.push(JSON.parse(String(data)) as Message);
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await once(socket, "open");
  return {
    socket,
    closed,
    ask: (body) => socket.send(JSON.stringify({ type: "response.create", ...body })),
    async until(...types) {
      const found: Message[] = [];
      for (;;) {
        const next = messages.shift();
        if (next === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else found.push(next);
        if (next !== undefined && types.includes(next.type)) return found;
      }
    },
  };
}

/** The status with which an upgrade is refused, and the body of the refusal. */
export async function refusal(api: string, headers: Record<string, string>) {
  const socket = new WebSocket(`${api.replace("http", "ws")}/responses`, { headers });
  socket.on("error", () => undefined);
  const [, response] = await once(socket, "unexpected-response");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode as number, body: JSON.parse(text) as unknown };
}
