import type { Schema } from "@portico/contract/facts";
import type { Question, Answer as Simulated } from "@portico/core/simulated-model";
import type { OperationPack } from "./pack.ts";
import type { FaultName, Preference } from "./rehearsal.ts";
import type { Caller } from "./world/callers.ts";
import type { World } from "./world/world.ts";

/** One request that has found its operation. Its body is what the contract allows once a behaviour sees it. */
export interface Call {
  readonly pack: OperationPack;
  /** As the contract has it, with the query. */
  readonly address: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** undefined where the operation takes none. */
  readonly body: unknown;
  readonly requestId: string;
  readonly seed: number;
  readonly preference: Preference;
  readonly fault: FaultName | null;
  /** Between two events of a stream. */
  readonly paceMs: number;
  /** The attempts that failed before the one that answers. */
  readonly failed?: readonly Schema<"GenerationAttempt">[];
  readonly world: World;
  readonly caller: Caller;
  /** As it came, without its body. */
  readonly request: Request;
  /** All operations that this gateway knows. */
  readonly packs: readonly OperationPack[];
  /** What `onReply` gets to know of the request. */
  readonly heard: Heard;
  /** What a script has decided: the answer in place of the simulated one, and headers. */
  readonly said?: (question: Question) => Simulated;
  readonly headersToSend?: Readonly<Record<string, string>>;
}

/** What is known of a request when its reply is decided. */
export interface Heard {
  /** Once the contract has allowed it; its `check` may still refuse it. */
  call?: Call;
  behaviour?: Behaviour | undefined;
  operation?: string;
  body?: unknown;
  /** The rule of a script that has decided. */
  rule?: string;
  fault?: FaultName | null;
}

/** Decides beforehand what a call meets; rejects with what its caller gets in place of an answer. */
export type Direct = (call: Call, behaviour: Behaviour | undefined) => Promise<Call>;

/** A body with the model that it asks for. */
export type Named<Body> = Body & { readonly model: string };

export type Answer =
  | {
      readonly status: number;
      readonly json: unknown;
      /** Beside those that every reply has. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: number; readonly csv: string }
  | {
      readonly status: number;
      readonly frames: readonly string[];
      /** What the frames say in the end, as one reply. */
      readonly reply?: object;
    };

/** What an operation does beyond its examples. */
export interface Behaviour {
  /** Refuses what no schema can express. */
  check?(body: unknown): void;
  /** What the simulated model is asked, for calls of a model that speaks. The body has passed `check`. */
  question?(body: unknown): Question;
  /** Failures are thrown. */
  answer(call: Call): Answer | Promise<Answer>;
}

export function isStreamBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && "stream" in body && body.stream === true;
}
