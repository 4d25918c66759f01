import type { IncomingMessage } from "node:http";
import type { Signature, Signatures, Signer } from "../../access/signatures.ts";
import type { Route } from "../contract/located-operation.ts";
import { type BodyLimits, readJson } from "./body.ts";
import type { Intake } from "./body-bytes.ts";

/** Enough for a thousand places. The sender is unknown until the whole body has been read. */
const signedBodyBytes = 1024 * 1024;

/** The signature that takes the place of a key; null where a key is needed, or was sent. */
export function signatureOf({ takesSignature }: Route, request: IncomingMessage): Signature | null {
  if (!takesSignature || request.headers.authorization !== undefined) return null;
  const keyIdentifier = request.headers["github-public-key-identifier"];
  const value = request.headers["github-public-key-signature"];
  return typeof keyIdentifier === "string" && typeof value === "string"
    ? { keyIdentifier, value }
    : null;
}

interface SignedParts {
  readonly signatures: Signatures;
  readonly limits: BodyLimits;
}

/** Reads the body only if the signature's headers are valid, and uses it only after the signature matches. */
export async function readSigned(
  { signatures, limits }: SignedParts,
  request: IncomingMessage,
  signature: Signature,
  intake: Intake,
): Promise<{ readonly signer: Signer; readonly body: unknown }> {
  const verify = await signatures.expect(signature);
  let signer: Signer | undefined;
  const signed: BodyLimits = {
    ...limits,
    maxBytes: Math.min(limits.maxBytes, signedBodyBytes),
    check: (raw) => {
      signer = verify(raw);
    },
  };
  const body = await readJson(request, signed, intake);
  if (signer === undefined) throw new Error("A signed body was read without its signature.");
  return { signer, body };
}
