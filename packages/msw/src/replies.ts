import { type Behaviour, type Call, examplesOf, type OperationPack } from "@portico/mock/gateway";
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

/** The events of the test's own, written as the contract's example of a stream of this operation is. */
export function streamAnswer(pack: OperationPack, events: unknown): Behaviour {
  const form = formOf(pack);
  return {
    async answer(call: Call) {
      if (Reflect.get(Object(call.body), "stream") !== true) return refused(pack);
      const given: unknown = isMaker(events) ? await events(askedOf(call)) : events;
      const list: unknown[] = Array.isArray(given) ? given : [];
      return { status: 200, frames: framesOf(list, form) };
    },
  };
}

function refused({ facts: { id } }: OperationPack) {
  const message = `portico.${id}.events() answers with a stream: send "stream": true.`;
  return { status: 400, json: { error: { code: 400, message } } };
}

interface Form {
  /** A line `event:` in front of the data. */
  readonly isNamed: boolean;
  readonly isNumbered: boolean;
  readonly end: string;
}

function formOf(pack: OperationPack): Form {
  const text = String(examplesOf(pack, 200, "text/event-stream")[0]?.value ?? "");
  return {
    isNamed: text.startsWith("event:"),
    isNumbered: text.includes('"sequence_number"'),
    end: /(?:^|\n)(data: \[DONE\])/.exec(text)?.[1] ?? "",
  };
}

function framesOf(events: readonly unknown[], { isNamed, isNumbered, end }: Form): string[] {
  const frames = events.map((event, index) => {
    const whole = isNumbered ? { sequence_number: index, ...Object(event) } : event;
    const name = isNamed ? `event: ${Reflect.get(Object(event), "type")}\n` : "";
    return `${name}data: ${JSON.stringify(whole)}\n\n`;
  });
  return end === "" ? frames : [...frames, `${end}\n\n`];
}

/** What the test's own function is called with. */
function askedOf({ params, query, headers, body }: Call) {
  return { params, query, headers, body };
}

/** A function of the test's own; what the contract has as a body is never one. */
function isMaker(body: unknown): body is (asked: unknown) => unknown {
  return typeof body === "function";
}
