/** `ptc_` ‖ 43 characters that hold 256 random bits ‖ 6 check characters, which detect a typo without a look-up. */
export const keyPrefixes = { ordinary: "ptc_", management: "ptcm_" } as const;
export const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const bodyCharacters = 43;
export const checkCharacters = 6;
/**
 * The pattern for secret scanners. It is also in the documentation and in registrations with scanners: after a change
 * here, keys in use are no longer found.
 */
export const keyPattern = `ptcm?_[0-9A-Za-z]{${bodyCharacters + checkCharacters}}`;
const wholeKey = new RegExp(`^${keyPattern}$`);
const anyKey = new RegExp(keyPattern, "g");

export function hasFormOfKey(text: string): boolean {
  return wholeKey.test(text);
}

/** The part of a key that may be shown later. */
export function keyLabel(secret: string): string {
  return `${secret.slice(0, 9)}…${secret.slice(-4)}`;
}

/** Longer ones do not fit the header that authentication reads. */
const foreignForm = /^[\x21-\x7e]{24,180}$/;
const kindsOfCharacters = [/[a-z]/, /[A-Z]/, /[0-9]/];

/** Whether a text that callers already use may be a key: it is hard to guess, so that a fast hash is safe, and it is none of ours. */
export function mayBeForeignKey(text: string): boolean {
  if (!foreignForm.test(text) || hasOwnPrefix(text)) return false;
  const kinds = kindsOfCharacters.filter((kind) => kind.test(text)).length;
  return kinds >= 2 && new Set(text).size >= 10;
}

export function hasOwnPrefix(text: string): boolean {
  return /^ptcm?_/i.test(text);
}

/** Less of it than of our own keys, because it may be shorter. */
export function foreignLabel(secret: string): string {
  return `${secret.slice(0, shownOfForeign)}…${secret.slice(-4)}`;
}

const shownOfForeign = 3;

/** Whether a key with this label was given as a text. A rotation gives it a secret of ours, and another label. */
export function isForeignLabel(label: string): boolean {
  return label.indexOf("…") === shownOfForeign;
}

/** Of the CRC-32 of what stands before them. Computed for each request, so without big integers. */
export function checkCharactersOf(crc32: number): string {
  let rest = crc32;
  let check = "";
  for (let index = 0; index < checkCharacters; index += 1) {
    check = digits.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

/**
 * Removes keys from a text that is stored or sent on: the address of a place may hold the key that was found there,
 * also percent-encoded. A text with a key is returned decoded, all others unchanged.
 */
export function withoutKeys(text: string): string {
  let plain = masked(text);
  let holdsKey = plain !== text;
  for (let layer = 0; layer < maxEncodings; layer += 1) {
    const decoded = plain.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    plain = masked(decoded);
    holdsKey ||= plain !== decoded;
  }
  return holdsKey ? plain : text;
}

/** Enough for an address inside an address inside an address. */
const maxEncodings = 3;

function masked(text: string): string {
  return text.replace(anyKey, (key) => `${key.slice(0, key.indexOf("_") + 1)}…`);
}
