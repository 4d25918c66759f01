import * as z from "zod/mini";
import { dimensions } from "../../parts/dimensions.ts";

/** A text that is no value of its kind is left out, so that no link breaks the screen. */
function orNothing<Value extends z.ZodMiniType>(value: Value) {
  return z.optional(z.catch(z.optional(value), undefined));
}

const name = orNothing(z.string().check(z.minLength(1), z.maxLength(256)));

/** What the address of this screen holds. Days are those of UTC, as in the gateway's books. */
export const spendSearch = z.object({
  from: orNothing(z.iso.date()),
  to: orNothing(z.iso.date()),
  by: orNothing(z.enum(["hour", "day"])),
  rows: orNothing(z.enum(["day", ...dimensions])),
  stack: orNothing(z.enum(dimensions)),
  workspace: name,
  key: orNothing(z.string().check(z.regex(/^([0-9a-f]{64}|[0-9]{1,15})$/))),
  model: name,
  provider: name,
  app: name,
});

export type SpendSearch = z.infer<typeof spendSearch>;
