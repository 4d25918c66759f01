import type { JWK, JWTHeaderParameters, JWTPayload } from "jose";
import { UpstreamError } from "../../upstream/upstream-error.ts";

/** What a provider says has ended there. */
export interface LoggedOut {
  readonly subject: string | null;
  readonly providerSession: string | null;
  /** Names the message: it counts once. */
  readonly jti: string;
}

export interface LogoutTokenRules {
  readonly issuer: string;
  readonly clientId: string;
  /** The algorithms that the provider lists; null where it lists none. */
  readonly algorithms: readonly string[] | null;
  /** The provider's key of this id. */
  readonly keyOf: (kid: string | null) => Promise<JWK | null>;
}

/** A logout token that is not exactly as it should be. The message names the fault, and nothing of the content. */
export class WrongLogoutToken extends Error {
  override readonly name = "WrongLogoutToken";
}

const event = "http://schemas.openid.net/event/backchannel-logout";
const longestToken = 16 * 1024;
const longestName = 255;
const clockToleranceSeconds = 60;
/** The standard recommends two minutes; the name of a message is kept for a day. */
const longestAgeSeconds = 600;
/** A secret signs by none of these. */
const algorithms = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const notSigned = "it is not signed by a key of the provider";

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. Throws a WrongLogoutToken. */
export async function readLogoutToken(token: string, rules: LogoutTokenRules): Promise<LoggedOut> {
  if (token.length > longestToken) throw new WrongLogoutToken("it is too long");
  const { jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, (header) => keyFor(header, rules), {
      issuer: rules.issuer,
      audience: rules.clientId,
      algorithms: algorithms.filter((name) => rules.algorithms?.includes(name) !== false),
      maxTokenAge: longestAgeSeconds - clockToleranceSeconds,
      clockTolerance: clockToleranceSeconds,
    });
    return loggedOutIn(payload);
  } catch (error) {
    if (error instanceof WrongLogoutToken || error instanceof UpstreamError) throw error;
    throw new WrongLogoutToken(faultIn(error), { cause: error });
  }
}

async function keyFor({ kid, typ, crit }: JWTHeaderParameters, { keyOf }: LogoutTokenRules) {
  if (crit !== undefined) throw new WrongLogoutToken("crit is not understood");
  if (typ !== undefined && !/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ))
    throw new WrongLogoutToken("typ is of another kind of token");
  const key = await keyOf(kid ?? null);
  if (key === null) throw new WrongLogoutToken(notSigned);
  return key;
}

function loggedOutIn(claims: JWTPayload): LoggedOut {
  if (claims["nonce"] !== undefined)
    throw new WrongLogoutToken("nonce may not be in a logout token");
  const what: unknown = Reflect.get(Object(claims["events"]), event);
  if (what !== Object(what)) throw new WrongLogoutToken("events names no back-channel log-out");
  const [subject, providerSession] = [nameIn(claims, "sub"), nameIn(claims, "sid")];
  const jti = nameIn(claims, "jti");
  if (jti === null) throw new WrongLogoutToken("jti is missing");
  if (subject === null && providerSession === null)
    throw new WrongLogoutToken("sub and sid are missing");
  return { subject, providerSession, jti };
}

function nameIn(claims: JWTPayload, name: string): string | null {
  const value = claims[name];
  if (value === undefined) return null;
  if (typeof value !== "string" || value === "" || value.length > longestName)
    throw new WrongLogoutToken(`${name} is no name`);
  return value;
}

/** The library's messages about claims name the claim alone; others may repeat the header. */
function faultIn(error: unknown): string {
  const isOfClaim = /^ERR_JWT_(?:CLAIM|EXPIRED)/.test(String(Reflect.get(Object(error), "code")));
  return isOfClaim && error instanceof Error ? error.message : notSigned;
}
