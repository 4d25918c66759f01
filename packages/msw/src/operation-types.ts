import type { FaultName } from "@portico/mock/gateway";
import type { HttpHandler } from "msw";
import type { CheckedRequest, EventOf, OperationId, ReplyBody } from "./wire.ts";

/** The names of an operation's examples by status. */
export type ExamplesByStatus = Readonly<Record<number, string>>;

/** A request handler of MSW, with what a test may want to be different about it. Each call gives another handler. */
export interface PorticoHandler extends HttpHandler {
  /**
   * Waits so many milliseconds before the reply; `"infinite"` never replies, for a story of what is shown meanwhile.
   * @example server.use(portico.listModels().delay("infinite"));
   */
  delay(milliseconds: number | "infinite"): PorticoHandler;
  /**
   * Waits so many milliseconds between two events of a stream (20 unless said).
   * @example server.use(portico.createResponse().pace(200));
   */
  pace(milliseconds: number): PorticoHandler;
  /**
   * Answers one request; the next goes to the handler behind this one.
   * @example server.use(portico.createResponse.reply("429").once());
   */
  once(): PorticoHandler;
  /**
   * Answers at another address than any that ends in `/api/v1`.
   * @example server.use(portico.listModels().at("https://gateway.example/api/v1"));
   */
  at(baseUrl: string): PorticoHandler;
}

/** A body, or what makes it of what was asked. */
export type BodyOrMaker<Id extends OperationId, Body> =
  | Body
  | ((asked: CheckedRequest<Id>) => Body | Promise<Body>);

/** The statuses of an operation, as a number or as a text. */
export type StatusOf<Examples> = (keyof Examples & number) | `${keyof Examples & number}`;

type NumberOf<Status> = Status extends `${infer Digits extends number}` ? Digits : Status;

/** What a reply of the contract is chosen by: an example by its name, of this status where several have the name. */
export interface Choice<Examples, Status extends keyof Examples> {
  readonly example: Examples[Status];
  readonly status?: Status;
}

export interface ReplyOptions {
  /** Beside those that the gateway sends. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a handler that gives the reply of a status, by the contract's example or with a body of the test's own. */
export interface Reply<Id extends OperationId, Examples> {
  /**
   * The contract's first example of the status.
   * @example server.use(portico.createResponse.reply("429"));
   */
  (status: StatusOf<Examples>): PorticoHandler;
  /**
   * A body of your own, which has the type of the status.
   * @example server.use(portico.getCredits.reply(200, { data: { total_credits: 5, total_usage: 5 } }));
   */
  <Status extends StatusOf<Examples>>(
    status: Status,
    body: BodyOrMaker<Id, ReplyBody<Id, NumberOf<Status>>>,
    options?: ReplyOptions,
  ): PorticoHandler;
  /**
   * One example of the contract by its name.
   * @example server.use(portico.createResponse.reply({ example: "function-call" }));
   */
  <Status extends keyof Examples & number>(choice: Choice<Examples, Status>): PorticoHandler;
}

/**
 * The handlers of one operation. Called, it gives the usual one: the simulated model's answer to a call of a model, the
 * state of the simulated gateway where the operation reads or changes it, and else the contract's first example. Each
 * handler checks a request as the gateway does, so what the contract refuses gets 400, 401 or 404 with the reason.
 */
export interface Operation<Id extends OperationId, Examples> {
  (): PorticoHandler;
  /** Gives a reply of the contract by its status or its name, or a body of your own. */
  readonly reply: Reply<Id, Examples>;
  /**
   * A fault that a page has to live with.
   * @example server.use(portico.createResponse.fault("cut"));
   */
  fault(name: FaultName): PorticoHandler;
}

/** The handlers of an operation that may stream its reply. */
export interface StreamingOperation<Id extends OperationId, Examples>
  extends Operation<Id, Examples> {
  /**
   * These events, one after another, for a request with `stream: true`.
   * @example server.use(portico.createResponse.events([created, delta, completed]));
   */
  events(events: BodyOrMaker<Id, readonly EventOf<Id>[]>): PorticoHandler;
}
