import * as z from "zod/mini";
import { abilities } from "./abilities.ts";
import { orders } from "./select-models.ts";

const text = z.catch(z.optional(z.string()), undefined);

/** What the address of this screen holds. `compare` are up to four ids with commas between them. */
export const modelsSearch = z.object({
  search: text,
  kind: z.catch(z.optional(z.enum(["text", "embedding", "rerank"])), undefined),
  ability: z.catch(z.optional(z.enum(abilities)), undefined),
  sort: z.catch(z.optional(z.enum(orders)), undefined),
  model: text,
  compare: text,
});
export type ModelsSearch = z.infer<typeof modelsSearch>;
