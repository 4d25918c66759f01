import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  bodyCharacters,
  checkCharacters,
  checkCharactersOf,
  digits,
  foreignLabel,
  hasFormOfKey,
  keyLabel,
  keyPrefixes,
  mayBeForeignKey,
} from "@portico/core/rules/key-text";

export type KeyKind = "ordinary" | "management";

export interface IssuedKey {
  readonly kind: KeyKind;
  /** The key itself: shown once and stored nowhere. */
  readonly secret: string;
  readonly hash: string;
  /** The part of the key that may be shown later. */
  readonly label: string;
}

export function newKey(kind: KeyKind): IssuedKey {
  const body = toBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), bodyCharacters);
  const secret = `${keyPrefixes[kind]}${body}${checkOf(keyPrefixes[kind] + body)}`;
  return {
    kind,
    secret,
    hash: hashKey(secret),
    label: keyLabel(secret),
  };
}

/** Whether the text has the form of a key; rejects most texts that are not keys. */
export function isKey(text: string): boolean {
  return (
    hasFormOfKey(text) && text.slice(-checkCharacters) === checkOf(text.slice(0, -checkCharacters))
  );
}

/** A key whose text callers already use. */
export function foreignKey(secret: string): Omit<IssuedKey, "kind"> {
  return { secret, hash: hashKey(secret), label: foreignLabel(secret) };
}

/** Whether the store is asked for a text. A key of this gateway is known by its form alone, without a further look. */
export function mayBeKey(text: string): boolean {
  return isKey(text) || mayBeForeignKey(text);
}

/** A fast hash is safe here, because 256 random bits cannot be guessed, and foreign keys are checked for strength. Equal hashes mean equal keys. */
export function hashKey(secret: string): string {
  return hash("sha256", secret, "hex");
}

function checkOf(text: string): string {
  return checkCharactersOf(crc32(text));
}

function toBase62(value: bigint, characters: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < characters; index += 1) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** 256 random bits. Unlike a key it has no prefix: it never leaves the cookie, so no scanner will find it. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

const form = /^[A-Za-z0-9_-]{43}$/;

/** Whether a cookie's value has the form of one; the store is not asked for any other. */
export function isSessionToken(text: string): boolean {
  return form.test(text);
}
