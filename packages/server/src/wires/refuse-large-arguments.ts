import type { Turn as ConversationTurn } from "@portico/core/model-call/respond-call";
import { GatewayError } from "../errors.ts";
import { inTurns, TimeSlice } from "../in-turns.ts";
import { JsonScan } from "../json/json-scan.ts";

/** More than any model reads. */
const mostCharacters = 4 * 1024 * 1024;
/** For the arguments of all calls together: they are JSON inside strings, which the body's own limits do not count. */
const mostValues = 100_000;
const maxDepth = 64;

/**
 * Refuses a conversation whose call arguments are expensive to parse: most dialects need them as objects. Does not check
 * whether they are JSON.
 */
export function refuseLargeArguments(
  conversation: readonly ConversationTurn[],
  field: string,
): Promise<void> | undefined {
  return conversation.some(({ type }) => type === "call")
    ? measureArguments(conversation, field)
    : undefined;
}

async function measureArguments(
  conversation: readonly ConversationTurn[],
  field: string,
): Promise<void> {
  const tooLarge = (what: string) => refusal(field, what);
  const turn = new TimeSlice();
  let characters = 0;
  let values = 0;
  for (const item of conversation) {
    if (item.type !== "call") continue;
    characters += item.arguments.length;
    if (characters > mostCharacters)
      throw tooLarge(`have more than ${mostCharacters} characters in all`);
    const scan = new JsonScan(Buffer.from(item.arguments), {
      maxDepth,
      maxValues: mostValues - values,
    });
    const excess = await inTurns(scan);
    if (excess === "depth") throw tooLarge(`nest deeper than ${maxDepth} levels`);
    if (excess === "values") throw tooLarge(`hold more than ${mostValues} values in all`);
    values += scan.values;
    if (turn.isOver) await turn.pass();
  }
}

function refusal(field: string, what: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${field} is too large: the arguments of its function calls ${what}.`,
    metadata: { field },
  });
}
