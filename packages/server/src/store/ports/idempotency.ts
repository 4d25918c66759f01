import type { LedgerState } from "./generation.ts";

/** A request under the name that its caller has given it with `Idempotency-Key`. */
export interface NamedRequest {
  readonly keyId: number;
  readonly workspaceId: string;
  /** A hash of what the caller has sent. */
  readonly name: Uint8Array;
  /** Of its operation and body. */
  readonly fingerprint: Uint8Array;
  readonly processId: string;
  /** Of its hold, known before the hold is made. */
  readonly generationId: string;
}

/** The request that has had the name first. */
export interface FirstRequest extends Pick<NamedRequest, "processId" | "generationId"> {
  readonly fingerprint: Uint8Array;
  /** Its hold was made, and it has asked a provider since. */
  readonly isHeld: boolean;
  readonly isAnswered: boolean;
  /** Sealed; null as long as there is none, and where it was too large to keep. */
  readonly answer: string | null;
  /** Its hold is open. */
  readonly isOpen: boolean;
  /** How its hold was closed. */
  readonly booked: LedgerState | null;
  readonly isProcessAlive: boolean;
}

/**
 * The requests that are to be paid once. A row is written before its request's hold, so that after a crash in between the next
 * request of the name finds out whether anything was held.
 */
export interface IdempotencyStore {
  /** Null: the name is this request's from now on. A row from before that time counts as none. */
  claim(request: NamedRequest, beforeMs: number): Promise<FirstRequest | null>;
  /** Gives the name of a request that is lost to another. False where a third one was faster, or the lost one goes on. */
  takeOver(
    request: NamedRequest,
    lost: Pick<FirstRequest, "generationId" | "isHeld">,
  ): Promise<boolean>;
  /** The request is planned again, under another id. False where it has lost its name. */
  rename(request: NamedRequest, generationId: string): Promise<boolean>;
  /** Its hold is there. False where it has lost its name: then no provider may be asked. */
  confirm(request: NamedRequest): Promise<boolean>;
  /** Keeps the answer, or that it is too large. */
  answer(request: NamedRequest, sealed: string | null): Promise<void>;
  /** The request has no answer: the next one of the name runs. */
  release(request: NamedRequest): Promise<void>;
  /** Drops the oldest answers of a key until the rest has at most this many characters. That they were given stays. */
  trim(keyId: number, maxCharacters: number): Promise<void>;
  forget(workspaceId: string): Promise<number>;
  prune(beforeMs: number): Promise<number>;
}
