import { sha256 } from "@noble/hashes/sha2.js";
import {
  bodyCharacters,
  checkCharactersOf,
  digits,
  foreignLabel,
  keyLabel,
  keyPrefixes,
} from "@portico/core/rules/key-text";
import { givenName } from "@portico/core/rules/names";
import type { Random } from "../random.ts";

export interface IssuedKey {
  readonly secret: string;
  readonly hash: string;
  readonly label: string;
}

/** A key in the gateway's form, with its check characters. It protects nothing. */
export function newKeyText(kind: "ordinary" | "management", random: Random): IssuedKey {
  const body = Array.from({ length: bodyCharacters }, () =>
    digits.charAt(Math.floor(random() * digits.length)),
  ).join("");
  const start = `${keyPrefixes[kind]}${body}`;
  const secret = start + checkCharactersOf(crc32(bytesOf(start)));
  return { secret, hash: hashOf(secret), label: keyLabel(secret) };
}

/** A key whose text callers already use. */
export function foreignKeyText(secret: string): IssuedKey {
  return { secret, hash: hashOf(secret), label: foreignLabel(secret) };
}

export function hashOf(secret: string): string {
  const bytes = Array.from(sha256(bytesOf(secret)));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

export function callerGivenName(name: string | null | undefined): string | null {
  return givenName(name, hashOf);
}
