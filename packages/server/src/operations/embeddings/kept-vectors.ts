import type { EmbedInput } from "../../model-call/embed-call.ts";
import type { Vector } from "../../vectors/vector.ts";
import type { Context } from "../operation.ts";
import type { WorkspaceFacts } from "../paid-call/workspace-facts.ts";
import { atFault, type EmbeddingsRequest } from "./read-embeddings.ts";

/** The vectors that the workspace has kept for a request. */
export interface KeptVectors {
  readonly state: "hit" | "partial" | "miss";
  /** The inputs without a vector, in their order. */
  readonly missing: readonly EmbedInput[];
  /** All vectors in the order of the inputs, with those of the missing ones filled in. */
  filled(vectors: readonly Vector[]): readonly Vector[];
  /** Keeps the vectors of the missing inputs for later requests. */
  keep(vectors: readonly Vector[]): void;
}

/** Null where neither the workspace nor the request has asked to keep vectors, or the request has asked not to. */
export function lookUp(
  context: Context,
  request: EmbeddingsRequest,
  dimensions: number | undefined,
): Promise<KeptVectors | null> | null {
  const wanted = isWanted(context);
  return wanted === false ? null : find(context, request, dimensions, wanted);
}

async function find(
  { caller, gateway }: Context,
  request: EmbeddingsRequest,
  dimensions: number | undefined,
  wanted: true | Promise<boolean>,
): Promise<KeptVectors | null> {
  if (!(await wanted)) return null;
  const { inputs, model, inputType, encoding } = request;
  const subject = { workspaceId: caller.workspaceId, model, dimensions, inputType, encoding };
  const found = await gateway.vectorCache.find(subject, inputs);
  const missing = inputs.filter((_, index) => found[index] === null);
  return {
    state: stateOf(missing.length, inputs.length),
    missing,
    filled(vectors) {
      const rest = vectors.values();
      return found.flatMap((kept) => kept ?? rest.next().value ?? []);
    },
    keep: (vectors) => gateway.vectorCache.keep(subject, missing, vectors),
  };
}

function isWanted(context: Context): boolean | Promise<boolean> {
  const asked = context.header("x-portico-cache");
  if (asked === "on" || asked === "off") return asked === "on";
  if (asked !== undefined) throw atFault("X-Portico-Cache", 'must be "on" or "off"');
  const { caller, gateway } = context;
  const { workspaces } = gateway;
  const isEnabled = ({ settings }: WorkspaceFacts) => settings.isEmbeddingsCacheEnabled;
  const known = workspaces.known(caller);
  return known === null ? workspaces.atLeast(0, caller).then(isEnabled) : isEnabled(known);
}

function stateOf(missing: number, all: number): KeptVectors["state"] {
  if (missing === 0) return "hit";
  return missing === all ? "miss" : "partial";
}
