import { flag, oneOf, searchOf, text } from "../../parts/search.ts";

/** What the address of this screen holds. A key is named by its hash. */
export const keysSearch = searchOf({
  key: text,
  /** Opens the form: the palette leads there. */
  create: flag,
  search: text,
  workspace: text,
  kind: oneOf(["ordinary", "management"]),
  show: oneOf(["exposed", "enabled"]),
  sort: oneOf(["newest", "most_spent", "least_left"]),
});
