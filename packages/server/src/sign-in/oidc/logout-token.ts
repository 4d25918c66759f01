import { constants, createPublicKey, type JsonWebKey, verify } from "node:crypto";

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
  readonly nowMs: number;
  /** The algorithms that the provider lists; null where it lists none. */
  readonly algorithms: readonly string[] | null;
  /** The provider's key of this id. */
  readonly keyOf: (kid: string | null) => Promise<JsonWebKey | null>;
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

const padding = constants.RSA_PKCS1_PSS_PADDING;
const signatures = {
  RS256: { hash: "sha256", type: "RSA", options: {} },
  RS384: { hash: "sha384", type: "RSA", options: {} },
  RS512: { hash: "sha512", type: "RSA", options: {} },
  PS256: { hash: "sha256", type: "RSA", options: { padding, saltLength: 32 } },
  ES256: { hash: "sha256", type: "EC", options: { dsaEncoding: "ieee-p1363" } },
  ES384: { hash: "sha384", type: "EC", options: { dsaEncoding: "ieee-p1363" } },
  EdDSA: { hash: null, type: "OKP", options: {} },
} as const;

type Algorithm = keyof typeof signatures;

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. Throws a WrongLogoutToken. */
export async function readLogoutToken(token: string, rules: LogoutTokenRules): Promise<LoggedOut> {
  const [, head = "", body = "", signature = ""] =
    token.length > longestToken ? [] : (/^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? []);
  const header = objectIn(head);
  const claims = objectIn(body);
  const algorithm = algorithmOf(header, rules);
  // The cheap checks come first: most forgeries need no key.
  const loggedOut = checkClaims(claims, rules);
  const kid = header["kid"];
  const key = await rules.keyOf(typeof kid === "string" ? kid : null);
  if (key === null || !isSigned(`${head}.${body}`, signature, key, algorithm))
    throw new WrongLogoutToken("the signature is not by a key of the provider");
  return loggedOut;
}

function algorithmOf(header: Claims, { algorithms }: LogoutTokenRules): Algorithm {
  const { alg, crit, typ } = { alg: header["alg"], crit: header["crit"], typ: header["typ"] };
  if (!isAlgorithm(alg) || algorithms?.includes(alg) === false)
    throw new WrongLogoutToken("alg is none that the provider signs with");
  if (crit !== undefined) throw new WrongLogoutToken("crit is not understood");
  const isOther = typeof typ === "string" && !/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ);
  if (isOther) throw new WrongLogoutToken("typ is of another kind of token");
  return alg;
}

function isAlgorithm(name: unknown): name is Algorithm {
  return typeof name === "string" && Object.hasOwn(signatures, name);
}

type Claims = Readonly<Record<string, unknown>>;

function checkClaims(claims: Claims, rules: LogoutTokenRules): LoggedOut {
  const { iss, aud, nonce } = { iss: claims["iss"], aud: claims["aud"], nonce: claims["nonce"] };
  if (iss !== rules.issuer) throw new WrongLogoutToken("iss is another provider");
  const isOurs = Array.isArray(aud) ? aud.includes(rules.clientId) : aud === rules.clientId;
  if (!isOurs) throw new WrongLogoutToken("aud is another client");
  if (nonce !== undefined) throw new WrongLogoutToken("nonce may not be in a logout token");
  checkTimes(claims, rules.nowMs / 1000);
  const what = Object(Object(claims["events"])[event]);
  if (what !== Object(claims["events"])[event])
    throw new WrongLogoutToken("events names no back-channel log-out");
  const [subject, providerSession] = [nameIn(claims, "sub"), nameIn(claims, "sid")];
  const jti = nameIn(claims, "jti");
  if (jti === null) throw new WrongLogoutToken("jti is missing");
  if (subject === null && providerSession === null)
    throw new WrongLogoutToken("sub and sid are missing");
  return { subject, providerSession, jti };
}

function checkTimes(claims: Claims, now: number): void {
  const { iat, exp } = { iat: claims["iat"], exp: claims["exp"] };
  if (typeof iat !== "number" || iat > now + clockToleranceSeconds)
    throw new WrongLogoutToken("iat is missing or in the future");
  if (iat < now - longestAgeSeconds) throw new WrongLogoutToken("iat is too long ago");
  if (exp !== undefined && !(typeof exp === "number" && exp > now - clockToleranceSeconds))
    throw new WrongLogoutToken("exp has passed");
}

function nameIn(claims: Claims, name: string): string | null {
  const value = claims[name];
  if (value === undefined) return null;
  if (typeof value !== "string" || value === "" || value.length > longestName)
    throw new WrongLogoutToken(`${name} is no name`);
  return value;
}

function objectIn(part: string): Claims {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Said below.
  }
  throw new WrongLogoutToken("it is no signed token");
}

function isSigned(text: string, signature: string, jwk: JsonWebKey, name: Algorithm): boolean {
  const { hash, type, options } = signatures[name];
  if (jwk.kty !== type) return false;
  try {
    const key = createPublicKey({ key: jwk, format: "jwk" });
    return verify(
      hash,
      Buffer.from(text),
      { key, ...options },
      Buffer.from(signature, "base64url"),
    );
  } catch {
    return false;
  }
}
