type Claims = Readonly<Record<string, unknown>>;

/**
 * The texts of a claim: one text, or a list. `realm_access.roles` is the claim of that name, or else the `roles` inside
 * the claim `realm_access`: names of claims may themselves have dots. Null where there is no such claim.
 */
export function textsOfClaim(claims: Claims, name: string): readonly string[] | null {
  const value = claims[name] ?? inside(claims, name.split("."));
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return null;
  return value.filter((entry) => typeof entry === "string");
}

function inside(claims: Claims, steps: readonly string[]): unknown {
  let here: unknown = claims;
  for (const step of steps) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
}

/** Entra leaves the groups out of a token where a person has too many, and names this source in their place. */
export function isLeftOut(claims: Claims, name: string): boolean {
  return (
    textsOfClaim(claims, name) === null && inside(claims, ["_claim_names", name]) !== undefined
  );
}
