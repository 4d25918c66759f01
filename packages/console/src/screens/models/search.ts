import { oneOf, searchOf, text } from "../../parts/search.ts";
import { abilities } from "./abilities.ts";
import { orders } from "./select-models.ts";

/** What the address of this screen holds. `compare` are up to four ids with commas between them. */
export const modelsSearch = searchOf({
  search: text,
  kind: oneOf(["text", "embedding", "rerank"]),
  ability: oneOf(abilities),
  sort: oneOf(orders),
  model: text,
  compare: text,
});
export type ModelsSearch = ReturnType<typeof modelsSearch>;
