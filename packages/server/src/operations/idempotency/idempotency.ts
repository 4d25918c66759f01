import { createHash, createHmac } from "node:crypto";
import type { Configuration } from "../../configuration/configuration.ts";
import type { ThoughtSeals } from "../../secrets/thought-seal.ts";
import type {
  FirstRequest,
  IdempotencyStore,
  NamedRequest,
} from "../../store/ports/idempotency.ts";
import { TrimmedRoom } from "../trimmed-room.ts";

/** The requests that callers have named, and their answers. */
export interface Idempotency {
  /** What is longer is not kept. */
  readonly maxCharacters: number;
  name(subject: Subject): NamedRequest;
  /** Null: the request has its name to itself, and must be `answered` or `release`d. */
  claim(request: NamedRequest): Promise<FirstRequest | null>;
  takeOver(request: NamedRequest, first: FirstRequest): Promise<boolean>;
  /** The same request under another id; null where it has lost its name. */
  rename(request: NamedRequest, generationId: string): Promise<NamedRequest | null>;
  confirm(request: NamedRequest): Promise<boolean>;
  /** Neither rejects: where the store is away, the caller gets its answer all the same. */
  answered(request: NamedRequest, reply: KeptReply | null): Promise<void>;
  release(request: NamedRequest): Promise<void>;
  /** Null where the seal does not open any more. */
  open(request: NamedRequest, sealed: string): KeptReply | null;
}

/** A reply as it is kept. */
export interface KeptReply {
  readonly type: "body" | "events";
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Subject extends Omit<NamedRequest, "name" | "fingerprint" | "processId"> {
  /** As the caller has sent it. */
  readonly key: string;
  readonly operation: string;
  readonly body: unknown;
}

interface IdempotencyParts {
  readonly store: IdempotencyStore;
  readonly seals: ThoughtSeals;
  readonly settings: Configuration["idempotency"];
  readonly processId: string;
  readonly onProblem: (error: unknown) => void;
}

const hourMs = 3_600_000;

/** Null where the operator has switched it off. */
export function createIdempotency(parts: IdempotencyParts): Idempotency | null {
  return parts.settings.hours === 0 ? null : new NamedRequests(parts);
}

class NamedRequests implements Idempotency {
  readonly maxCharacters: number;
  readonly #parts: IdempotencyParts;
  /** The ids of the requests that this process works on. */
  readonly #running = new Set<string>();
  readonly #room: TrimmedRoom<number>;

  constructor(parts: IdempotencyParts) {
    this.#parts = parts;
    this.maxCharacters = parts.settings.answerBytes;
    this.#room = new TrimmedRoom(parts.store, parts.settings.bytesPerKey);
  }

  name({ key, operation, body, ...request }: Subject): NamedRequest {
    const text = `${operation}\n${JSON.stringify(body)}`;
    return {
      ...request,
      processId: this.#parts.processId,
      name: createHash("sha256").update(key).digest(),
      // Keyed by what is not stored: a reader of the table cannot guess the body.
      fingerprint: createHmac("sha256", key).update(text).digest(),
    };
  }

  async claim(request: NamedRequest): Promise<FirstRequest | null> {
    const first = await this.#claim(request);
    if (first === null || !this.#isEnded(first)) return first;
    // It may have ended after its row was read, so that the row is read once more.
    const again = await this.#claim(request);
    if (again === null || again.generationId !== first.generationId) return again;
    // What this process does not work on any more never ends by itself.
    return { ...again, isProcessAlive: false };
  }

  #claim(request: NamedRequest): Promise<FirstRequest | null> {
    const { store, settings } = this.#parts;
    const beforeMs = Date.now() - settings.hours * hourMs;
    return this.#own(
      request,
      () => store.claim(request, beforeMs),
      (found) => found === null,
    );
  }

  #isEnded({ processId, generationId }: FirstRequest): boolean {
    return processId === this.#parts.processId && !this.#running.has(generationId);
  }

  takeOver(request: NamedRequest, first: FirstRequest): Promise<boolean> {
    const { store } = this.#parts;
    return this.#own(
      request,
      () => store.takeOver(request, first),
      (isTaken) => isTaken,
    );
  }

  async rename(request: NamedRequest, generationId: string): Promise<NamedRequest | null> {
    const renamed = { ...request, generationId };
    const isOwn = await this.#own(
      renamed,
      () => this.#parts.store.rename(request, generationId),
      (isRenamed) => isRenamed,
    );
    this.#running.delete(request.generationId);
    return isOwn ? renamed : null;
  }

  confirm(request: NamedRequest): Promise<boolean> {
    return this.#parts.store.confirm(request);
  }

  async answered(request: NamedRequest, reply: KeptReply | null): Promise<void> {
    const { store, seals } = this.#parts;
    const sealed =
      reply === null ? null : seals.sealThought(placeOf(request), JSON.stringify(reply));
    await this.#ended(request, async () => {
      await store.answer(request, sealed);
      await this.#room.wrote(request.keyId, sealed?.length ?? 0);
    });
  }

  release(request: NamedRequest): Promise<void> {
    return this.#ended(request, () => this.#parts.store.release(request));
  }

  open(request: NamedRequest, sealed: string): KeptReply | null {
    const opened = this.#parts.seals.openThought(request.workspaceId, sealed);
    const isIts = opened?.family === placeOf(request).family;
    return isIts ? JSON.parse(opened.thought) : null;
  }

  /** Known before the store is asked: another request may see the row before this one learns of it. */
  async #own<Result>(
    { generationId }: NamedRequest,
    ask: () => Promise<Result>,
    isOwn: (result: Result) => boolean,
  ): Promise<Result> {
    this.#running.add(generationId);
    let owns = false;
    try {
      const result = await ask();
      owns = isOwn(result);
      return result;
    } finally {
      if (!owns) this.#running.delete(generationId);
    }
  }

  async #ended({ generationId }: NamedRequest, write: () => Promise<void>): Promise<void> {
    await write().catch(this.#parts.onProblem);
    this.#running.delete(generationId);
  }
}

function nameIn({ keyId, name }: NamedRequest): string {
  return `${keyId} ${Buffer.from(name).toString("base64")}`;
}

/** Bound to its row: an answer that is moved elsewhere does not open. */
function placeOf(request: NamedRequest) {
  return { workspaceId: request.workspaceId, family: `answer ${nameIn(request)}` };
}
