import { searchOf } from "../../parts/search.ts";

/** What the address of this screen holds. */
export const sessionsSearch = searchOf({});
