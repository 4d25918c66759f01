import * as z from "zod/mini";

/** What the address of this screen holds. */
export const keysSearch = z.object({ key: z.optional(z.string()) });
