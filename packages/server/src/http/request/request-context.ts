import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { OperationId } from "@portico/contract";
import type { Place } from "../../access/entry.ts";
import type { Signer } from "../../access/signatures.ts";
import type { Caller } from "../../caller.ts";
import { HungUp } from "../../errors.ts";
import type { DoneGeneration, Gateway } from "../../operations/gateway.ts";
import { generationHeader } from "../../operations/lists/reply-forms.ts";
import type {
  AppAttribution,
  Context,
  Headers,
  Holding,
  Rights,
  Visit,
} from "../../operations/operation.ts";
import { partyOf } from "../../operations/sessions/start-session.ts";
import type { SignIn } from "../../sign-in/sign-in.ts";
import type { Actor } from "../../store/ports/actor.ts";
import type { Intake } from "../body/body-bytes.ts";
import { waitsForLeave } from "../body/unread-body.ts";
import type { Route } from "../contract/located-operation.ts";
import type { ReplyState } from "../exchange.ts";
import { browserRequestOf } from "../sign-in/visit-of.ts";
import { idsOf, newUniqueName, type RequestRecord } from "./request-record.ts";
import { traceparentFor } from "./trace-context.ts";

export interface Message {
  readonly route: Pick<Route, "id">;
  readonly request: IncomingMessage;
  readonly response: ReplyState & Partial<Pick<ServerResponse, "writeContinue">>;
}

/** The caller of a request, and the way to read its facts again. */
export interface Access {
  /** Null: the request is signed, or its operation needs no key. */
  readonly caller: Caller | null;
  readonly clientIp: string | null;
  /** Rejects with a GatewayError where the key may not be used any more. */
  readonly renew: (atLeastRevision: number) => Caller | Promise<Caller>;
  readonly trustsForwarded: boolean;
  readonly signIn: SignIn;
}

/** The request as its operation sees it, and the checks for the reading of its body. */
export class RequestContext implements Context, Intake {
  readonly gateway: Gateway;
  /** Set when a signed body has been read. */
  signer: Signer | null = null;
  readonly requestId: string;
  readonly generationId: string;
  readonly receivedAtMs: number;
  readonly course: Context["course"];
  readonly rights: Rights = { isDecided: false, isCounted: false };
  holding: Holding | null = null;
  readonly #record: RequestRecord;
  readonly #action: OperationId;
  readonly #access: Access;
  #caller: Caller | null;
  readonly #request: IncomingMessage;
  readonly #response: Message["response"];
  readonly #entry: Place;
  #ending: AbortController | undefined;
  #app: AppAttribution | undefined;

  constructor(
    gateway: Gateway,
    access: Access,
    record: RequestRecord,
    { route, request, response }: Message,
    entry: Place,
  ) {
    this.gateway = gateway;
    this.#access = access;
    this.#caller = access.caller;
    this.#record = record;
    const { requestId, generationId } = idsOf(record);
    this.requestId = requestId;
    this.generationId = generationId;
    this.receivedAtMs = record.receivedAtMs;
    this.course = record.course;
    this.#action = route.id;
    this.#request = request;
    this.#response = response;
    this.#entry = entry;
  }

  get caller(): Caller {
    if (this.#caller === null)
      throw new Error("The request has no caller: it was signed, or its operation needs none.");
    return this.#caller;
  }

  async renewCaller(atLeastRevision: number): Promise<void> {
    if (this.caller.revision >= atLeastRevision) return;
    this.#caller = await this.#access.renew(atLeastRevision);
    this.#record.caller = this.#caller;
  }

  newGenerationId(): string {
    const id = `gen-${newUniqueName(Date.now())}`;
    this.repeat(id);
    return id;
  }

  repeat(generationId: string): void {
    this.#record.headers = { ...this.#record.headers, [generationHeader]: generationId };
  }

  get actor(): Actor {
    return {
      organisationId: this.caller.organisationId,
      action: this.#action,
      by: partyOf(this.caller),
      clientIp: this.#access.clientIp,
      requestId: this.requestId,
    };
  }

  get app(): AppAttribution {
    this.#app ??= readAppAttribution(this.#request.headers);
    return this.#app;
  }

  get signal(): AbortSignal {
    this.#ending ??= this.#watchEnding();
    return this.#ending.signal;
  }

  get visit(): Visit {
    return browserRequestOf(this.#request, this.#access);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === "string" ? value : undefined;
  }

  headersOf(prefix: string): Headers {
    const found: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.#request.headers))
      if (name.startsWith(prefix) && typeof value === "string") found[name] = value;
    return found;
  }

  traceparent(workspace: {
    readonly isObservabilityBroadcastEnabled: boolean;
  }): string | undefined {
    const { trace } = this.#record;
    return trace === null
      ? undefined
      : traceparentFor(trace, workspace.isObservabilityBroadcastEnabled);
  }

  booked(done: DoneGeneration): void {
    this.#record.generation = done;
    this.holding?.booked(done);
  }

  outlive(holding: Holding): void {
    this.holding = holding;
  }

  checkRoom(bytes: number): void {
    this.#entry.checkRoom(bytes);
  }

  take(bytes: number): void {
    this.#entry.take(bytes);
  }

  begin(): void {
    if (waitsForLeave(this.#request)) this.#response.writeContinue?.();
  }

  /** The operation has ended. The request's room is freed when its reply has been sent or its caller has left. */
  leave(): void {
    if (this.#response.closed) this.#entry.leave();
    else this.#response.once("close", () => this.#entry.leave());
  }

  #watchEnding(): AbortController {
    const ending = new AbortController();
    const response = this.#response;
    this.#entry.whenStopped((reason) => ending.abort(reason));
    const hangUp = () => {
      if (this.holding !== null) return;
      const stopped = new AbortController();
      ending.abort(new HungUp(stopped.signal));
      this.#entry.whenStopped((reason) => stopped.abort(reason));
    };
    if (response.destroyed) hangUp();
    else
      response.once("close", () => {
        if (!response.writableFinished) hangUp();
      });
    return ending;
  }
}

const noApp: AppAttribution = { url: null, title: null };
/** Long enough for any site and title, because the record of a request must stay small. */
const maxCharacters = 200;
const titles = ["x-service-title", "x-title", "x-openrouter-title"] as const;

export function readAppAttribution(headers: IncomingHttpHeaders): AppAttribution {
  const url = text(headers["http-referer"]);
  let title: string | null = null;
  for (const name of titles) title ??= text(headers[name]);
  return url === null && title === null ? noApp : { url, title };
}

function text(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || value === "") return null;
  // C0 and C1 codes would steer the terminal that lists them.
  const plain = value.replaceAll(/\p{Cc}/gu, "").slice(0, maxCharacters);
  return plain === "" ? null : plain;
}
