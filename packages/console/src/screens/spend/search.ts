import { dimensions } from "../../parts/dimensions.ts";
import { day, oneOf, searchOf, textLike } from "../../parts/search.ts";

const name = textLike((given) => given.length > 0 && given.length <= 256);

/** What the address of this screen holds. Days are those of UTC, as in the gateway's books. */
export const spendSearch = searchOf({
  from: day,
  to: day,
  by: oneOf(["hour", "day"]),
  rows: oneOf(["day", ...dimensions]),
  stack: oneOf(dimensions),
  workspace: name,
  key: textLike((given) => /^([0-9a-f]{64}|[0-9]{1,15})$/.test(given)),
  model: name,
  provider: name,
  app: name,
});

export type SpendSearch = ReturnType<typeof spendSearch>;
