import type { IncomingMessage, ServerResponse as Response } from "node:http";
import { KeyRefused } from "../../access/invalid-token.ts";
import { GatewayError } from "../../errors.ts";
import type { Route } from "../contract/located-operation.ts";
import { sendFailure } from "../reply/failure.ts";
import { clientIpOf } from "../request/client-ip.ts";
import { received } from "../request/received.ts";
import { recordOf } from "../request/request-record.ts";
import { authenticated } from "../serve-operation.ts";
import type { WebSockets } from "../server.ts";
import { lacksHost, noHost } from "../sign-in/asked-origin.ts";
import type { Connection, ConnectionParts, Opening } from "./connection.ts";
import { requestOf } from "./request-of.ts";

export interface WebSocketsParts extends ConnectionParts {
  readonly basePath: string;
}

/** All that they need is loaded with the first of them: most gateways serve none. */
export function createWebSockets(parts: WebSocketsParts): WebSockets {
  const route = parts.contract.routes.find(({ id }) => id === "createResponse");
  if (route === undefined) throw new Error("The contract has no createResponse.");
  const open = new Set<Connection>();
  const receive = received(parts);
  const accept = async (request: IncomingMessage, head: Buffer): Promise<void> => {
    const response = replyOn(request);
    receive(request, response);
    try {
      if (lacksHost(request)) throw noHost();
      const opening = await enter(parts, route, request);
      await connect(parts, { opening, response, head, open });
    } catch (error) {
      if (error instanceof KeyRefused) recordOf(request).caller = error.caller;
      sendFailure(request, response, error);
    }
  };
  return {
    takes: ({ method, url = "", headers: { upgrade = "" } }) =>
      method === "GET" &&
      url.split("?", 1)[0] === parts.basePath + route.path &&
      upgrade.toLowerCase() === "websocket",
    accept: (request, head) => void accept(request, head),
    drain() {
      for (const connection of open) connection.drain();
    },
  };
}

/** The key is checked as for any request: a refusal is an ordinary reply, before the upgrade. */
async function enter(
  parts: WebSocketsParts,
  route: Route,
  upgrade: IncomingMessage,
): Promise<Opening> {
  const record = recordOf(upgrade);
  record.operation = route.id;
  if (parts.isDraining())
    throw new GatewayError("unavailable", { message: "The gateway is stopping." });
  const clientIp = clientIpOf(upgrade, parts.trustedProxies);
  const request = requestOf(upgrade, Buffer.alloc(0));
  const caller = await authenticated(parts, { route, request }, clientIp, 0);
  record.caller = caller;
  return { route, upgrade, entry: parts.inFlight.enter(caller, clientIp) };
}

interface Connecting {
  readonly opening: Opening;
  readonly response: Response;
  readonly head: Buffer;
  readonly open: Set<Connection>;
}

async function connect(
  parts: WebSocketsParts,
  { opening, response, head, open }: Connecting,
): Promise<void> {
  const { upgrade, entry } = opening;
  const { socket } = upgrade;
  const leave = () => entry.leave();
  socket.once("close", leave);
  if (socket.destroyed) return entry.leave();
  const { Connection, createHandshake } = await import("./connection.ts");
  const handshake = createHandshake(parts.limits.maxBytes);
  handshake.once("wsClientError", ({ message }) => {
    entry.leave();
    sendFailure(upgrade, response, new GatewayError("badRequest", { message }));
  });
  handshake.handleUpgrade(upgrade, socket, head, (webSocket) => {
    response.detachSocket(socket);
    socket.off("close", leave);
    const connection = new Connection(parts, webSocket, opening);
    open.add(connection);
    webSocket.once("close", () => open.delete(connection));
    if (parts.isDraining()) connection.drain();
  });
}

/** Node hands an upgrade over without a reply. */
function replyOn(request: IncomingMessage): Response {
  const { ServerResponse } = process.getBuiltinModule("node:http");
  const { socket } = request;
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  socket.on("error", () => undefined);
  response.once("finish", () => socket.end());
  return response;
}
