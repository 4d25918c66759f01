import type { OidcSettings } from "../../configuration/sign-in.ts";
import { GatewayError } from "../../errors.ts";
import { type Person, roleOf } from "../person.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Claims whose texts people know themselves by. They decide nothing: providers may let people choose them. */
const names = ["name", "preferred_username", "email"];
const longestName = 200;
const longestSubject = 255;

/** The person of an ID token, with the role of the groups. Throws a GatewayError where there is no role. */
export async function personOf(
  settings: OidcSettings,
  claims: Claims & { readonly sub: string },
  fetchMore: () => Promise<Claims | null>,
): Promise<Person> {
  const groupsIn = (some: Claims) =>
    settings.rolesClaim === null ? [] : textsOfClaim(some, settings.rolesClaim);
  // OpenID Connect allows no longer one. A part of it could be another person's.
  if (claims.sub.length > longestSubject)
    throw new GatewayError("unauthenticated", {
      message: `The "sub" that ${settings.name} sent is longer than ${longestSubject} characters.`,
    });
  let known: Claims = claims;
  let groups = groupsIn(known);
  if (groups === null || nameIn(known) === undefined) {
    known = { ...(await fetchMore()), ...claims };
    groups = groupsIn(known);
  }
  const role = roleOf(groups ?? [], settings.roles);
  if (role === null) throw noRole(settings, known, groups);
  const name = nameIn(known) ?? claims.sub;
  const sid = claims["sid"];
  const providerSession = typeof sid === "string" && sid.length <= longestSubject ? sid : null;
  return { way: "oidc", subject: claims.sub, name, role, providerSession };
}

function nameIn(claims: Claims): string | undefined {
  return names
    .map((name) => claims[name])
    .filter((value) => typeof value === "string")
    .map((value) => value.trim().slice(0, longestName))
    .find((value) => value !== "");
}

const mostShown = 20;
const longestShown = 80;

function noRole(
  { name, rolesClaim }: OidcSettings,
  claims: Claims,
  groups: readonly string[] | null,
): GatewayError {
  const begin = `${name} knows you, but you have no role in this gateway.`;
  const claim = JSON.stringify(rolesClaim);
  if (rolesClaim !== null && isLeftOut(claims, rolesClaim))
    return refused(
      `${begin} ${name} left out the claim ${claim}, because you are in too many groups: an operator can use application roles in their place.`,
    );
  if (groups === null)
    return refused(
      `${begin} ${name} sent no claim ${claim}: an operator has to add it there, or to name another one under console.sign_in.oidc.roles.`,
    );
  const shown = groups.slice(0, mostShown).map((group) => group.slice(0, longestShown));
  const held = shown.length === 0 ? "is empty" : `holds ${shown.join(", ")}`;
  return refused(
    `${begin} The claim ${claim} ${held}: an operator can give one of your groups a role under console.sign_in.oidc.roles.`,
  );
}

function refused(message: string): GatewayError {
  return new GatewayError("notAllowed", { message });
}

/**
 * The texts of a claim: one text, or a list. `realm_access.roles` is the claim of that name, or else the `roles` inside
 * the claim `realm_access`: names of claims may themselves have dots. Null where there is no such claim.
 */
function textsOfClaim(claims: Claims, name: string): readonly string[] | null {
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
function isLeftOut(claims: Claims, name: string): boolean {
  return (
    textsOfClaim(claims, name) === null && inside(claims, ["_claim_names", name]) !== undefined
  );
}
