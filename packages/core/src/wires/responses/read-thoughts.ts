import type { Schema } from "@portico/contract/facts";
import type { RespondCall } from "../../model-call/respond-call.ts";

/** What a request asks to see of the model's thoughts: `reasoning.summary` for words, `include` for what carries them on. */
export function readThoughts(body: Schema<"ResponseRequest">): RespondCall["thoughts"] {
  const summary = body.reasoning?.["summary"];
  const text = typeof summary === "string" && summary !== "" && summary !== "none";
  const carriers = body.include?.includes("reasoning.encrypted_content") === true;
  return text || carriers ? { text, carriers } : undefined;
}
