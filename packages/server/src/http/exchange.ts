import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Reply } from "../operations/operation.ts";
import type { Contract } from "./contract/contract.ts";
import type { Route } from "./contract/located-operation.ts";
import { csvReply, sendCsv } from "./reply/csv.ts";
import { sendFailure } from "./reply/failure.ts";
import { sendReply } from "./reply/reply.ts";

/** What is known of a reply that is on its way: of Node's own, or of a message of a WebSocket. */
export interface ReplyState {
  readonly closed: boolean;
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  once(event: "close", listener: () => void): unknown;
}

/** A request for an operation, and where its reply goes. */
export interface Asked<Response extends ReplyState> {
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: Response;
}

/** The way on which requests come and replies go. */
export interface Exchange<Response extends ReplyState> {
  /** Makes the operation's body of what was sent, where they differ. */
  readonly toBody?: (sent: unknown, context: Context) => Promise<unknown>;
  send(contract: Contract, asked: Asked<Response>, reply: Reply<unknown>): Promise<void> | void;
  fail(asked: Asked<Response>, error: unknown): void;
}

export const overHttp: Exchange<ServerResponse> = {
  send({ document }, { route, request, response }, reply) {
    const table = reply.type === "json" ? csvReply(document, route.id, request, reply) : null;
    return table === null ? sendReply(request, response, reply) : sendCsv(request, response, table);
  },
  fail({ request, response }, error) {
    sendFailure(request, response, error);
  },
};
