import { type Behaviour, type Call, examplesOf, type OperationPack } from "@portico/mock/gateway";
import { askedOf, isMaker } from "./asked.ts";

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
