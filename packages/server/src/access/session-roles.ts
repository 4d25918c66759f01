import type { KeyScope } from "../store/ports/key-rights.ts";
import type { PersonRole } from "../store/ports/sessions.ts";

/** For the operations that look at the scope of a management key, such as those that show content. */
export const scopeOfRole: Readonly<Record<PersonRole, KeyScope>> = {
  viewer: "read_only",
  billing: "spend",
  operator: "all",
  admin: "all",
};
