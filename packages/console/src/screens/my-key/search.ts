import * as z from "zod/mini";
import { toolNames } from "./tools.ts";

/** What the address of this screen holds. */
export const myKeySearch = z.object({
  tool: z.catch(z.optional(z.enum(toolNames)), undefined),
  model: z.catch(z.optional(z.string()), undefined),
});
