import { type ModelGroups, usualModel } from "./models.ts";
import type { WireName } from "./search.ts";
import { parsed, type Question, questionOf, textOf, wireFacts } from "./wire.ts";

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
