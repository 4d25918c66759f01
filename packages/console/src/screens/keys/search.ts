import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

/** What the address of this screen holds. A key is named by its hash. */
export const keysSearch = z.object({
  key: text,
  /** Opens the form: the palette leads there. */
  create: z.catch(z.optional(z.union([z.boolean(), z.stringbool()])), undefined),
  search: text,
  workspace: text,
  kind: z.catch(z.optional(z.enum(["ordinary", "management"])), undefined),
  show: z.catch(z.optional(z.enum(["exposed", "enabled"])), undefined),
  sort: z.catch(z.optional(z.enum(["newest", "most_spent", "least_left"])), undefined),
});
