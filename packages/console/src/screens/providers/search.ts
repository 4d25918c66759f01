import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

/** What the address of this screen holds: what is searched, and the provider in the drawer. */
export const providersSearch = z.object({ search: text, provider: text });
