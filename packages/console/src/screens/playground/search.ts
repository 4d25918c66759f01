import { oneOf, searchOf, text } from "../../parts/search.ts";

export const wires = ["responses", "chat", "messages"] as const;
export type WireName = (typeof wires)[number];

/** What the address of this screen holds. The request itself is not in it: it may be long, and it may be private. */
export const playgroundSearch = searchOf({
  wire: oneOf(wires),
  model: text,
  /** The id of a request that is asked again, with its content where that was kept. */
  again: text,
});
