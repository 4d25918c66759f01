import * as z from "zod/mini";

/** What the address of this screen holds. */
export const requestsSearch = z.object({ id: z.optional(z.string()) });
