import type { PassThrough } from "@portico/core/model-call/respond-call";
import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";

/**
 * The tools that run at OpenAI, with their fields, for a workspace that pays OpenAI itself: they cost more than tokens.
 * Undefined where none go on.
 */
export function passedTo(
  { passThrough, credential }: OwnWireCall,
  family: string,
): PassThrough | undefined {
  const isOwn = family === "openai" && passThrough?.family === family;
  return isOwn && credential !== undefined ? passThrough : undefined;
}

/** The same for the notices of a reply. */
export function takenBy(call: OwnWireCall, family: string): Taken | undefined {
  const passed = passedTo(call, family);
  return (
    passed && {
      fields: new Set(Object.keys(passed.fields)),
      tools: passed.tools ?? [],
      takesToolField: () => false,
      betas: [],
      takesBlock: () => false,
      without: [],
    }
  );
}
