import type { Schema } from "@portico/client";
import type { WireName } from "../searches.ts";
import { parsed, type Question, questionOf, textOf, wireFacts } from "./wire.ts";

export type Model = Pick<Schema<"Model">, "id" | "name" | "kind">;

export interface ModelGroups {
  /** They answer without a provider. */
  readonly simulated: readonly Model[];
  /** They do wrong what real ones do wrong. */
  readonly rehearsals: readonly Model[];
  readonly real: readonly Model[];
}

export function groupsOf(models: readonly Model[]): ModelGroups {
  const texts = models.filter(({ kind }) => kind === undefined || kind === "text");
  const simulated = texts.filter(isSimulated);
  return {
    simulated: simulated.filter((model) => !isRehearsal(model)),
    rehearsals: simulated.filter(isRehearsal),
    real: texts.filter((model) => !isSimulated(model)),
  };
}

/** The one to begin with: it needs no provider and costs next to nothing. */
function usualModel({ simulated, real }: ModelGroups): string {
  const usual = simulated.find(({ id }) => id.endsWith("/text")) ?? simulated[0] ?? real[0];
  return usual?.id ?? "";
}

export function isSimulated({ id }: Pick<Model, "id">): boolean {
  return /^(sandbox|mock)\//.test(id);
}

export function isRehearsal({ id }: Pick<Model, "id">): boolean {
  return isSimulated({ id }) && /\/(fail|cut|stall|slow)/.test(id);
}

/** What is about to be asked. */
export interface Draft {
  readonly wire: WireName;
  readonly question: Question;
  /** The whole body where it is written by hand; null while the form writes it. */
  readonly byHand: string | null;
}

interface Beginning {
  readonly wire?: WireName | undefined;
  readonly model?: string | undefined;
}

/** From the address, and from the body of a request that is asked again. */
export function beginning(
  { wire = "responses", model }: Beginning,
  logged: string | null,
  groups: ModelGroups,
): Draft {
  const usual: Question = {
    model: model ?? usualModel(groups),
    instructions: "",
    prompt: "Count from 1 to 10",
    maxTokens: 500,
    temperature: undefined,
    topP: undefined,
    effort: undefined,
  };
  if (logged === null) return { wire, question: usual, byHand: null };
  const question = questionOf(wire, logged);
  if (question !== null) return { wire, question, byHand: null };
  const body = parsed(logged);
  return { wire, question: usual, byHand: body === null ? logged : textOf(body) };
}

/** The body as it is sent. */
export function bodyOf({ wire, question, byHand }: Draft): string {
  return byHand ?? textOf(wireFacts[wire].bodyOf(question));
}

/** The same question on another wire: what was written by hand speaks one wire only. */
export function onWire({ question }: Draft, wire: WireName): Draft {
  return { wire, question, byHand: null };
}
