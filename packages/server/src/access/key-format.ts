import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

export type KeyKind = "ordinary" | "management";

/** `ptc_` ‖ 43 characters that hold 256 random bits ‖ 6 that check them, so that a typo is refused without a look-up. */
const prefixes: Readonly<Record<KeyKind, string>> = { ordinary: "ptc_", management: "ptcm_" };
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const bodyCharacters = 43;
const checkCharacters = 6;
const pattern = new RegExp(
  `^(ptcm?_)([${digits}]{${bodyCharacters}})([${digits}]{${checkCharacters}})$`,
);

export interface IssuedKey {
  readonly kind: KeyKind;
  /** The key itself: shown once and stored nowhere. */
  readonly secret: string;
  readonly hash: string;
  /** What may be shown of it later. */
  readonly label: string;
}

export function newKey(kind: KeyKind): IssuedKey {
  const body = toBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), bodyCharacters);
  const secret = `${prefixes[kind]}${body}${checkOf(prefixes[kind] + body)}`;
  return {
    kind,
    secret,
    hash: hashKey(secret),
    label: `${secret.slice(0, 9)}…${secret.slice(-4)}`,
  };
}

/** Whether this can be a key at all; most of what is no key ends here. */
export function isKey(text: string): boolean {
  const [, prefix = "", body = "", check = ""] = pattern.exec(text) ?? [];
  return check !== "" && check === checkOf(prefix + body);
}

/** 256 random bits cannot be guessed, so a fast hash keeps them well; equal hashes mean equal keys. */
export function hashKey(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Looked at for each request: without big integers. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let check = "";
  for (let index = 0; index < checkCharacters; index += 1) {
    check = digits.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
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
