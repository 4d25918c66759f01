import type { Input, OperationId, Output } from "@portico/contract/facts";
import type { Behaviour, Call } from "../call.ts";
import { examplesOf } from "../pack.ts";
import type { Change } from "./audit.ts";

/** What an operation over the world gets, as the contract has it. */
export interface Given<Id extends OperationId> extends Input<Id>, Change {
  readonly call: Call;
  /** The contract's first example of this reply. */
  readonly example: () => Output<Id>;
  /** Of the reply, beside those that every reply has. */
  readonly replyHeaders: Record<string, string>;
}

/** The behaviour of an operation over the world. The contract has checked its input. */
/* @__NO_SIDE_EFFECTS__ */
export function acting<Id extends OperationId>(
  status: number,
  act: (given: Given<Id>) => Output<Id> | Promise<Output<Id>>,
): Behaviour {
  return {
    async answer(call) {
      const { params, world, caller, requestId, pack } = call;
      const input = {
        params,
        body: wellFormed(call.body),
        query: typedQuery(call),
      } as unknown as Input<Id>;
      const change = { world, caller, requestId, action: pack.facts.id };
      const replyHeaders: Record<string, string> = {};
      const example = () => examplesOf(pack, status)[0]?.value as Output<Id>;
      const json = await act({ ...input, ...change, call, example, replyHeaders });
      return { status, json, headers: replyHeaders };
    },
  };
}

/** Half a pair of surrogates is no character, and the gateway's database keeps none. */
function wellFormed(body: unknown): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
}

/** The values that the texts of a query mean. */
function typedQuery({ pack, query }: Call): Record<string, unknown> {
  const types = new Map(pack.parameters.map(({ name, schema }) => [name, schema?.type]));
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, typed(types.get(name), text)]),
  );
}

function typed(type: unknown, text: string): unknown {
  if (type === "integer" || type === "number") return Number(text);
  if (type === "boolean") return text === "true";
  return type === "array" ? text.split(",") : text;
}
