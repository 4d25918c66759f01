import type { Behaviour, Call, OperationPack } from "@portico/mock/gateway";
import { askedOf, isMaker } from "./asked.ts";
import type { Choice, ExamplesByStatus } from "./operation-types.ts";

/** What the simulated gateway is to prefer, for a status or an example by its name. */
export function chosen(
  pack: OperationPack,
  choice: number | `${number}` | Choice<ExamplesByStatus, number>,
): { readonly code?: number; readonly example?: string } {
  if (typeof choice !== "object") return { code: Number(choice) };
  const { example, status = statusOf(pack, example) } = choice;
  return { code: status, example };
}

/** The status of an example: of the reply that it stands at, or else that of the failure which it shows. */
function statusOf({ facts, replies }: OperationPack, name: string): number {
  for (const [status, types] of Object.entries(replies))
    for (const example of Object.values(types).flat())
      if (example.name === name)
        return Number(status === "default" ? codeOf(example.value) : status);
  throw new Error(`${facts.id} has no example "${name}".`);
}

function codeOf(value: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(value), "error")), "code");
}

/** A reply with a body of the test's own. */
export function answerOf(status: number, body: unknown): Behaviour {
  return {
    answer: async (call: Call) => ({
      status,
      json: isMaker(body) ? await body(askedOf(call)) : body,
    }),
  };
}
