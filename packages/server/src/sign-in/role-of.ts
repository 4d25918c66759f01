import type { PersonsRole, RoleRules } from "../configuration/sign-in.ts";

/** The role with the most rights among those of the groups; without any, the default role. Null: no role. */
export function roleOf(groups: readonly string[], rules: RoleRules): PersonsRole | null {
  const found = rules.ranked.find((entry) => groups.some((group) => entry.groups.has(group)));
  return found?.role ?? rules.defaultRole;
}
