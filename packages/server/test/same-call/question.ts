import type {
  RespondCall,
  TextFormat,
  ToolDefinition,
  ToolSelection,
} from "@portico/core/model-call/respond-call";
import type { Told } from "./told.ts";

/** A question that each wire can ask, in no wire's own form. */
export interface Question {
  readonly model: string;
  readonly turns: readonly AskedTurn[];
  readonly maxOutputTokens: number;
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: ToolSelection;
  readonly parallelToolCalls?: boolean;
  readonly format?: Extract<TextFormat, { type: "json_schema" }>["schema"];
  readonly stop?: readonly string[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  /** Absent: the model is not asked to think, and its thoughts are not shown. */
  readonly thinking?: NonNullable<RespondCall["reasoning"]>;
}

export type AskedTurn =
  | { readonly role: "system" | "user" | "assistant"; readonly text: string }
  /** An answer as its own wire gave it, with one result for each of its calls. */
  | { readonly answer: Told; readonly result: string };

/** The name of a form where a wire has a name for it: one of the three has none, and this is what it calls each. */
export const formatName = "reply";
