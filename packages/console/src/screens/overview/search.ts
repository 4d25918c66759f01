import { periods } from "../../parts/periods.ts";
import { oneOf, searchOf } from "../../parts/search.ts";

/** What the address of this screen holds. */
export const overviewSearch = searchOf({ period: oneOf(periods) });
