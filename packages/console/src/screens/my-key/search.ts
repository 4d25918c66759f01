import { oneOf, searchOf, text } from "../../parts/search.ts";
import { toolNames } from "./tools.ts";

/** What the address of this screen holds. */
export const myKeySearch = searchOf({ tool: oneOf(toolNames), model: text });
