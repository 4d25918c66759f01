import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The key that wraps data keys. The newest version seals; older ones open what they have sealed. */
export interface MasterKeys {
  readonly current: number;
  readonly byVersion: ReadonlyMap<number, Buffer>;
}

/** What is wrong with the master key, for the operator; the message says how to create a good one. */
export class MasterKeyError extends Error {
  override readonly name = "MasterKeyError";
}

const remedy = "Make one with: openssl rand -base64 32";
const fewestCharacters = 16;

/**
 * Reads `PORTICO_SECRET`: one secret, or several separated by commas while keys are rotated, the newest first.
 * A secret's version is derived from the secret, so that it is the same on every node.
 */
export function readMasterKeys(secret: string): MasterKeys {
  const parts = secret.split(",").map((part) => part.trim());
  checkStrength(parts);
  const keys = parts.map(toKey);
  const [newest] = keys;
  if (newest === undefined) throw new MasterKeyError(`PORTICO_SECRET is empty. ${remedy}`);
  return {
    current: newest.version,
    byVersion: new Map(keys.map(({ version, key }) => [version, key])),
  };
}

/**
 * The key is derived without stretching and a part of its hash is stored, so a phrase could be guessed from a copy of
 * the database. A strong secret beside weak ones is accepted, because that is how a weak one is rotated away.
 */
function checkStrength(parts: readonly string[]): void {
  const short = parts.findIndex((part) => part.length < fewestCharacters);
  if (short >= 0)
    throw new MasterKeyError(
      parts.length === 1
        ? `PORTICO_SECRET must have at least ${fewestCharacters} characters. ${remedy}`
        : `PORTICO_SECRET is read as ${parts.length} secrets, because it has commas, and number ${short + 1} has fewer than ${fewestCharacters} characters. A secret itself cannot have a comma. ${remedy}`,
    );
  if (!parts.some(looksRandom))
    throw new MasterKeyError(
      `PORTICO_SECRET can be guessed: it is too short, a phrase or a pattern. It must be random. ${remedy} (to rotate a weak secret away, put the new one in front of it, separated by a comma).`,
    );
}

function toKey(secret: string): { version: number; key: Buffer } {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "portico master key", 32));
  // 31 bits: a positive integer in both stores.
  const version = createHash("sha256").update(key).digest().readUInt32BE() >>> 1;
  return { version, key };
}

export function masterKeyPath(dataFolder: string): string {
  return join(dataFolder, "master.key");
}

export interface KeptAt {
  /** `PORTICO_SECRET`; null if the key is in the data folder. */
  readonly secret: string | null;
  readonly dataFolder: string;
}

/** The existing keys; null if there are none yet. Creates nothing. */
export function findMasterKeys({ secret, dataFolder }: KeptAt): MasterKeys | null {
  if (secret !== null) return readMasterKeys(secret);
  const path = masterKeyPath(dataFolder);
  return existsSync(path) ? readMasterKeys(readFileSync(path, "utf8").trim()) : null;
}

/** The embedded gateway's own secret: created on the first start, readable by its user only. */
export function keepSecret(dataFolder: string): string {
  const path = masterKeyPath(dataFolder);
  if (!existsSync(path)) {
    // If two first starts run at once, the link of the second one fails, and both read the first one's file.
    const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
    try {
      writeFileSync(draft, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flush: true });
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  chmodSync(path, 0o600);
  return readFileSync(path, "utf8").trim();
}

/** Hexadecimal digits of 128 bits. */
const fewestHexDigits = 32;
/** The length of `openssl rand -base64 24`, which is 192 bits. */
const fewestBase64Characters = 32;

/**
 * Whether a text can be the output of a random generator: hexadecimal or Base64, long enough, without repeats, and
 * mixed as random text is. A phrase that a person made up can be guessed from a copy of the database. No test finds
 * all of them; this one finds words, patterns and placeholders. It refuses fewer than one random text in ten thousand.
 */
export function looksRandom(text: string): boolean {
  if (/^[0-9a-f]+$/i.test(text))
    return text.length >= fewestHexDigits && isMixed(text, isDigit, 0.1) && isVaried(text);
  return (
    /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) &&
    text.length >= fewestBase64Characters &&
    isMixed(text, kindOf, 0.3) &&
    isVaried(text)
  );
}

/** Longer texts repeat pairs by chance. */
const lookedAt = 64;

/** Pairs of random characters rarely repeat; a repeated word, a keyboard row or a single character does. */
function isVaried(text: string): boolean {
  const head = text.slice(0, lookedAt).toLowerCase();
  const pairs = new Set<string>();
  const differences = new Set<number>();
  for (let at = 1; at < head.length; at += 1) {
    pairs.add(head.slice(at - 1, at + 1));
    differences.add(head.charCodeAt(at) - head.charCodeAt(at - 1));
  }
  // A row like 0123456789abcdef has many pairs, each with the same difference.
  return pairs.size >= (head.length - 1) * 0.6 && differences.size >= 8;
}

/** Neighbours differ in kind at six of ten places in random Base64, at five in hexadecimal, and at two or fewer in words. */
function isMixed(text: string, kind: (character: string) => unknown, share: number): boolean {
  const characters = [...text.replace(/=+$/, "")];
  const changes = characters.filter(
    (character, at) => at > 0 && kind(character) !== kind(characters[at - 1] ?? ""),
  );
  return changes.length >= (characters.length - 1) * share;
}

function isDigit(character: string): boolean {
  return /\d/.test(character);
}

function kindOf(character: string): "upper" | "lower" | "other" {
  if (/[A-Z]/.test(character)) return "upper";
  return /[a-z]/.test(character) ? "lower" : "other";
}
