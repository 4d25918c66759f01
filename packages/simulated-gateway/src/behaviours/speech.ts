import { RefusedQuestion } from "@portico/core/simulated-model";
import { type Answer, type Behaviour, type Call, isStreamBody } from "../call.ts";
import { refusal } from "../failure.ts";

/** What a spoken answer depends on, beside the request's body. */
export interface Occasion {
  readonly headers: Headers;
  readonly requestId: string;
  /** As if the tokens had run out after half of the answer. */
  readonly isCutInHalf: boolean;
}

/** An answer in the form of one operation. */
interface Spoken {
  readonly reply: object;
  events(): readonly object[];
  /** The events of the same answer where the provider breaks off in its middle. */
  failingEvents(): readonly object[];
}

/** How an operation's answers are made from what the simulated model says. The body keeps the operation's schema. */
interface Speech<Body> {
  /** Refuses what no schema can express. */
  check(body: Body): void;
  speak(body: Body, occasion: Occasion): Spoken;
  /** Events as they are sent. */
  framesOf(events: readonly object[]): string[];
}

export const brokeOff = "The provider's stream broke off.";

/** The behaviour of an operation whose answers are spoken, at once or in a stream. */
export function behaviourOfSpeech<Body>(speech: Speech<Body>): Behaviour {
  return {
    check: (body) => speech.check(body as Body),
    answer: (call) => spokenAnswer(speech, call),
  };
}

function spokenAnswer<Body>(speech: Speech<Body>, call: Call): Answer {
  const spoken = said(speech, call);
  if (!isStreamBody(call.body)) return { status: 200, json: spoken.reply };
  const events = call.fault === "fail" ? spoken.failingEvents() : spoken.events();
  return { status: 200, frames: speech.framesOf(events), reply: spoken.reply };
}

/** What the simulated model says. Its refusals are the request's fault, in its words. */
function said<Body>(speech: Speech<Body>, { headers, body, requestId, fault }: Call): Spoken {
  try {
    const isCutInHalf = fault === "incomplete";
    return speech.speak(body as Body, { headers, requestId, isCutInHalf });
  } catch (cause) {
    throw cause instanceof RefusedQuestion ? refusal(400, cause.message) : cause;
  }
}
