import { lastUserMessage, type Question } from "./question.ts";
import { isSigned, numberIn } from "./thoughts.ts";

/** Only so many thoughts are recalled: the latest. */
const mostRecalled = 32;
const longestMessage = 8_000;

const question =
  /\b(?:what|which)\b[^.?!\n]{0,60}\b(?:did you think|have you thought|were you thinking|you thought|your thoughts?)\b/iu;

/** Whether the user asks what the model thought. */
export function askedForThoughts({ thinks, conversation }: Question): boolean {
  return thinks === true && question.test(lastUserMessage(conversation).slice(0, longestMessage));
}

/** The numbers of the model's thoughts, read from those that came back to it. */
export function recalledThoughts({ conversation }: Question): string {
  const numbers = conversation
    .filter((turn) => turn.type === "thought")
    .slice(-mostRecalled)
    .filter(isSigned)
    .flatMap((thought) => numberIn(thought) ?? []);
  const [only] = numbers;
  if (only === undefined) return "None of my thoughts came back to me.";

  return numbers.length === 1
    ? `I thought of the number ${only}.`
    : `I thought of the numbers ${numbers.join(", ")}.`;
}
