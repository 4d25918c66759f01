import * as z from "zod/mini";
import { periods } from "../../parts/period.tsx";

/** What the address of this screen holds. */
export const overviewSearch = z.object({
  period: z.optional(z.catch(z.optional(z.enum(periods)), undefined)),
});
