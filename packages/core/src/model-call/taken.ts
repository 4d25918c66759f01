import type { ForeignPart, JsonObject, RespondCall, ToolDefinition } from "./respond-call.ts";

/** What decides how much of a caller's own wire an upstream is sent. */
export type OwnWireCall = Pick<
  RespondCall,
  "model" | "tools" | "passThrough" | "credential" | "paidTools"
>;

/** What an upstream is sent of a call's own wire beyond its neutral form. All else is left out. */
export interface Taken {
  /** The names of fields. */
  readonly fields: ReadonlySet<string>;
  readonly tools: readonly JsonObject[];
  /** Whether a function keeps a field that only this wire has. */
  takesToolField(tool: ToolDefinition, name: string): boolean;
  /** Values of the header `anthropic-beta`. */
  readonly betas: readonly string[];
  takesBlock(part: ForeignPart): boolean;
  /** What is left out inside of these fields and tools, and of headers. */
  readonly without: readonly string[];
}
