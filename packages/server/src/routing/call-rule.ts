import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../upstream/upstream-error.ts";

type OfferedTools = Pick<RespondCall, "tools" | "toolChoice">;

/**
 * The functions that a model may call: those of `tools`, only the one that `tool_choice` names, none where
 * `tool_choice` forbids calls. An answer with any other call is malformed, from every upstream.
 */
export class CallRule {
  readonly #provider: string;
  readonly #asked: OfferedTools;
  /** Built at the first call, because most answers have none. */
  #allowed: ReadonlySet<string> | undefined;

  constructor(provider: string, asked: OfferedTools) {
    this.#provider = provider;
    this.#asked = asked;
  }

  /** The place of the first part that breaks the rule, or -1. */
  breachIn(parts: readonly Part[]): number {
    // An index loop: this runs for every few bytes of a stream.
    for (let place = 0; place < parts.length; place += 1) {
      const part = parts[place];
      if (part?.type === "call" && !this.#allows(part.name)) return place;
    }
    return -1;
  }

  /** Throws at the first breach. */
  enforce(parts: readonly Part[]): void {
    const place = this.breachIn(parts);
    if (place >= 0) throw this.failure(parts[place]);
  }

  failure(part: Part | undefined): UpstreamError {
    const name = part?.type === "call" ? JSON.stringify(part.name.slice(0, 100)) : "a function";
    return new UpstreamError("malformed", `${this.#provider} called ${name}, ${this.#reason()}.`, {
      status: 200,
    });
  }

  #allows(name: string): boolean {
    this.#allowed ??= new Set(allowedBy(this.#asked));
    return this.#allowed.has(name);
  }

  #reason(): string {
    const { toolChoice } = this.#asked;
    if (toolChoice === "none") return "although tool_choice forbids calls";
    return typeof toolChoice === "object"
      ? `although tool_choice demands ${JSON.stringify(toolChoice.name)}`
      : "which tools does not define";
  }
}

function allowedBy({ tools, toolChoice }: OfferedTools): readonly string[] {
  if (toolChoice === "none") return [];
  const names = tools.map(({ name }) => name);
  return typeof toolChoice === "object" ? names.filter((name) => name === toolChoice.name) : names;
}
