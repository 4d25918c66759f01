import { searchOf, text } from "../../parts/search.ts";

/** What the address of this screen holds: what is searched, and the provider in the drawer. */
export const providersSearch = searchOf({ search: text, provider: text });
