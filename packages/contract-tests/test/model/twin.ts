import type { OperationId } from "@portico/contract";
import type { Bench, Reply } from "../../src/suite/bench.ts";
import type { Sending } from "../../src/suite/request-to.ts";
import { isRecord } from "../properties/shape.ts";

/** Things that a sequence has made, by the order in which it did. */
export type Noun = "key" | "workspace" | "budget" | "credential";

/** One step of a sequence: a request that names what was made by its number. */
export interface Step {
  readonly operation: OperationId;
  /** The number of the thing that the path names; one too high names nothing. */
  readonly of?: { readonly noun: Noun; readonly at: number };
  /** The noun that a success makes. */
  readonly makes?: Noun;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent with a key that was made. */
  readonly byKey?: number;
}

interface Made {
  readonly id: string;
  readonly secret: string | null;
}

/** One of the two services that are asked the same. */
export class Twin {
  readonly bench: Bench;
  /** Tells one run's names from the next one's. */
  readonly #run: number;
  readonly #made: Record<Noun, Made[]> = { key: [], workspace: [], budget: [], credential: [] };
  /** The names of this side's things in what both say. */
  readonly #names = new Map<string, string>();

  constructor(bench: Bench, run: number) {
    this.bench = bench;
    this.#run = run;
  }

  /** Takes a step, and says what came of it without what differs from service to service. */
  async take(step: Step): Promise<unknown> {
    const reply = await this.bench.send(step.operation, this.#sendingOf(step));
    if (step.makes !== undefined && reply.status < 300) this.#keep(step.makes, reply);
    if (step.operation === "rotateApiKey" && reply.status < 300) this.#renew(step, reply);
    return { status: reply.status, body: this.#plain(reply) };
  }

  #sendingOf({ operation, of, body, query, byKey }: Step): Sending {
    const id = of === undefined ? null : (this.#at(of.noun, of.at)?.id ?? absent[of.noun]);
    const place = of?.noun === "key" ? "hash" : "id";
    const key = byKey === undefined ? null : this.#at("key", byKey)?.secret;
    const filled = this.#filled(operation, body);
    return {
      ...(id !== null && { params: { [place]: id } }),
      ...(filled !== undefined && { body: filled }),
      ...(query !== undefined && { query: this.#inOwnWorkspace(query) }),
      ...(key && { key: { value: key } }),
    };
  }

  /** The newest of the things comes first, so that a sequence mostly names what is there. */
  #at(noun: Noun, at: number): Made | undefined {
    return this.#made[noun].at(-1 - at);
  }

  #filled(operation: OperationId, body: Step["body"]): Step["body"] {
    if (body === undefined) return undefined;
    const { workspace_id, slug, provider, ...others } = body;
    return {
      ...others,
      ...(workspace_id !== undefined && { workspace_id: this.#ownWorkspace() }),
      ...(slug !== undefined && { slug: `twin-${this.#run}-${String(slug)}` }),
      ...(provider !== undefined && { provider: this.bench.target.byokProvider }),
      ...(operation === "createEmbeddings" && { model: "sandbox/embed" }),
    };
  }

  #inOwnWorkspace(query: Readonly<Record<string, string | number>>) {
    return "workspace_id" in query ? { ...query, workspace_id: this.#ownWorkspace() } : query;
  }

  /** The first workspace that the sequence made. */
  #ownWorkspace(): string {
    return this.#made.workspace[0]?.id ?? "absent";
  }

  #keep(noun: Noun, { body }: Reply): void {
    const { data, key } = Object(body);
    const { id, hash } = Object(data);
    const name = String(noun === "key" ? hash : id);
    this.#made[noun].push({ id: name, secret: typeof key === "string" ? key : null });
    this.#names.set(name, `${noun} ${this.#made[noun].length}`);
    if (noun === "key") this.#names.set(`"${String(id)}"`, `"key ${this.#made.key.length}"`);
  }

  #renew({ of }: Step, { body }: Reply): void {
    const { key } = Object(body);
    const hash = String(Object(Object(body).data).hash);
    const { key: keys } = this.#made;
    const place = keys.length - 1 - (of?.at ?? 0);
    keys[place] = { id: hash, secret: String(key) };
    this.#names.set(hash, `key ${place + 1}`);
  }

  #plain({ text, body }: Reply): unknown {
    let named = text
      .replace(/it is \S+ now/, "it is later now")
      // The gateway needs its worst case to fit, the mock what the call costs; its gate has shorter words.
      .replace(/Insufficient credits: [^"]*/, "Insufficient credits");
    for (const [id, name] of this.#names) named = named.replaceAll(id, name);
    return typeof body === "object" ? plain(JSON.parse(named)) : named;
  }
}

const absent: Readonly<Record<Noun, string>> = {
  key: "a".repeat(64),
  workspace: "5f0c1a52-0000-4c8e-9a57-0d6f1a2b3c4d",
  budget: "5f0c1a52-0000-4c8e-9a57-0d6f1a2b3c4d",
  credential: "5f0c1a52-0000-4c8e-9a57-0d6f1a2b3c4d",
};

/** What each service gives by itself: ids, times, hashes, and what its first records are called. */
const own = new Set([
  ...[
    "id",
    "hash",
    "label",
    "key",
    "service_metadata",
    "links",
    "actor",
    "client_ip",
    "request_id",
  ],
  ...["created_at", "updated_at", "rotated_at", "previous_secret_expires_at", "created_by"],
  "required",
  ...["creator_user_id", "embedding", "model", "provider", "default_guardrail_id", "target"],
]);

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !own.has(name));
  return Object.fromEntries(
    kept.map(([name, one]) => [name, name === "next_cursor" ? hasMore(one) : plain(one)]),
  );
}

/** Each service writes its own cursors; that there is a next page is what both must say. */
function hasMore(cursor: unknown): boolean {
  return cursor !== null;
}
