import * as z from "zod/mini";

/** What the address of this screen holds. */
export const modelsSearch = z.object({ model: z.optional(z.string()) });
