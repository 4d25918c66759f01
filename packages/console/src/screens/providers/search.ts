import * as z from "zod/mini";

/** What the address of this screen holds. */
export const providersSearch = z.object({});
