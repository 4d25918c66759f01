import { createHmac, createPrivateKey, sign } from "node:crypto";
import { clientSecret, type PrivateKey, type TokenReply } from "./identity-provider.ts";

export type Claims = Record<string, unknown>;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function claimsOf({ id_token }: TokenReply): Claims {
  return JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString());
}

/** Changes the claims, and signs them with a key that may be the provider's own. */
export function forge(key: () => PrivateKey | undefined, change: (claims: Claims) => void) {
  return (reply: TokenReply): void => {
    const claims = claimsOf(reply);
    change(claims);
    const jwk = key();
    if (jwk === undefined) throw new Error("There is no key.");
    const head = `${encoded({ alg: "ES256", kid: jwk.kid })}.${encoded(claims)}`;
    const signature = sign("sha256", Buffer.from(head), {
      key: createPrivateKey({ key: { ...jwk }, format: "jwk" }),
      dsaEncoding: "ieee-p1363",
    });
    reply.id_token = `${head}.${signature.toString("base64url")}`;
  };
}

/** The same claims without a signature. */
export function unsigned(reply: TokenReply): void {
  reply.id_token = `${encoded({ alg: "none" })}.${encoded(claimsOf(reply))}.`;
}

/** The same claims with the client's secret as the key, which the browser's user may know. */
export function signedWithSecret(reply: TokenReply): void {
  const head = `${encoded({ alg: "HS256" })}.${encoded(claimsOf(reply))}`;
  const signature = createHmac("sha256", clientSecret).update(head).digest("base64url");
  reply.id_token = `${head}.${signature}`;
}
