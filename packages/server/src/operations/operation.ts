import type { Input, OperationId, Output } from "@portico/contract";
import type { Signer } from "../access/signatures.ts";
import type { Caller } from "../caller.ts";
import type { RequestTiming } from "../routing/trial.ts";
import type { Actor } from "../store/ports/actor.ts";
import type { WorkspaceRecord } from "../store/ports/workspaces.ts";
import type { DoneGeneration, Gateway } from "./gateway.ts";

/** One operation of the contract: gets the validated input and the request's context, and returns a reply. */
export type Operation<Id extends OperationId> = (
  input: Input<Id>,
  context: Context,
) => Promise<Reply<Output<Id>>>;

/** A table that lacks an operation of the contract does not compile. */
export type Operations = { readonly [Id in OperationId]: Operation<Id> };

/** The facts of a request beside its validated input. */
export interface Context {
  readonly gateway: Gateway;
  /** Throws where there is a `signer`, and in operations that need no key. */
  readonly caller: Caller;
  /**
   * Reads the caller again where it is older than this revision of its workspace. Throws a GatewayError (401, 403) where
   * the key may not be used any more, or not from here.
   */
  renewCaller(atLeastRevision: number): Promise<void>;
  /** The signer of the body, in operations that accept a signature in place of a key; null where a key was sent. */
  readonly signer: Signer | null;
  /** The caller as the store records it with a change. Made on first use. */
  readonly actor: Actor;
  /** The browser's side of the request, for signing in and out. */
  readonly visit: Visit;
  /** The value of `X-Request-Id`. It may be the caller's own, so the store does not use it. */
  readonly requestId: string;
  /** The gateway's own id of the request, of its hold, of its ledger row and of the reply. */
  readonly generationId: string;
  /** Makes a further id, where the first has been used. The reply's header has it from then on. */
  newGenerationId(): string;
  /** The reply is that of an earlier request, whose id its header has. */
  repeat(generationId: string): void;
  readonly receivedAtMs: number;
  readonly course: RequestTiming;
  readonly app: AppAttribution;
  readonly rights: Rights;
  /**
   * Aborts when the caller hangs up, and, with a GatewayError as its reason, when the gateway ends the request
   * (`stopReason`). Made on first use, because most operations do not need it.
   */
  readonly signal: AbortSignal;
  /** Learns of the request's hold, where its caller has named the request; null for all others. */
  readonly holding: Holding | null;
  /** From now on the request goes on to its end when its caller hangs up. */
  outlive(holding: Holding): void;
  header(name: string): string | undefined;
  /** All headers whose names begin with a prefix. */
  headersOf(prefix: string): Headers;
  /** The `traceparent` for the upstreams of this request; undefined without tracing. */
  traceparent(
    workspace: Pick<WorkspaceRecord, "isObservabilityBroadcastEnabled">,
  ): string | undefined;
  /** Called with the booking, for the request's own log line and span. */
  booked(done: DoneGeneration): void;
}

/** What binds a hold to the name that its caller has given the request. */
export interface Holding {
  /** Before the hold is made under this id. Throws where the request may not go on. */
  opening(generationId: string): Promise<void>;
  /** The hold is there. Throws where no provider may be asked. */
  opened(): Promise<void>;
  booked(done: DoneGeneration): void;
}

export interface Visit {
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The values of the session's cookie that were sent, whether they count or not. */
  readonly sentTokens: readonly string[];
  /** A browser says that a page of another site has sent the request. */
  readonly isForeign: boolean;
  /** Whether a trusted proxy names the person whose browser it is. */
  isNamed(): boolean;
  /** The header of a reply that sets the session's cookie. */
  sessionCookie(token: string, maxAgeSeconds: number): Headers;
  /** The header that removes it. */
  noSessionCookie(): Headers;
}

/** The store's answers about the request's key so far. */
export interface Rights {
  /** It has been asked. */
  isDecided: boolean;
  /** The request has been counted in its minute. */
  isCounted: boolean;
}

/** The application named by the caller, for rankings: `HTTP-Referer`, and `X-Service-Title` or its synonyms. */
export interface AppAttribution {
  readonly url: string | null;
  readonly title: string | null;
}

export type Headers = Readonly<Record<string, string>>;

export type Reply<Body> = JsonReply<Body> | PiecesReply | EventsReply;

/** A JSON body in pieces. Each was checked where it was made, so they need no further check. */
export interface PiecesReply {
  readonly type: "pieces";
  readonly pieces: readonly Uint8Array[];
  readonly headers?: Headers;
}

export interface JsonReply<Body> {
  readonly type: "json";
  readonly status: 200 | 201;
  readonly body: Body;
  readonly headers?: Headers;
}

/** Strings of events; `hasEnded` is true once the last one was returned. */
export interface EventStrings extends AsyncIterable<string> {
  readonly hasEnded: boolean;
}

/**
 * A stream of server-sent events. Each string is one or more whole frames (`data: …`, blank line). The head of the reply is sent when the first string is there: a failure before
 * it becomes an error reply. Leaving early (the caller hung up) calls the iterator's `return`.
 */
export interface EventsReply {
  readonly type: "events";
  readonly events: EventStrings;
  /** Written after a long silence of the stream; a comment where this is absent. */
  readonly keepAlive?: string;
  /** Once it is aborted, the end of the stream does not wait for a slow reader. */
  readonly signal?: AbortSignal;
  /** Read after the first string is there. */
  headers?(): Headers;
}

export function ok<Body>(body: Body, headers?: Headers): JsonReply<Body> {
  return headers === undefined
    ? { type: "json", status: 200, body }
    : { type: "json", status: 200, body, headers };
}

export function created<Body>(body: Body, headers?: Headers): JsonReply<Body> {
  return headers === undefined
    ? { type: "json", status: 201, body }
    : { type: "json", status: 201, body, headers };
}
