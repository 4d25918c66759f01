import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

export const wires = ["responses", "chat", "messages"] as const;
export type WireName = (typeof wires)[number];

/** What the address of this screen holds. The request itself is not in it: it may be long, and it may be private. */
export const playgroundSearch = z.object({
  wire: z.catch(z.optional(z.enum(wires)), undefined),
  model: text,
  /** The id of a request that is asked again, with its content where that was kept. */
  again: text,
});
