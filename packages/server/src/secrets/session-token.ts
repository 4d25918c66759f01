import { randomBytes } from "node:crypto";

/** 256 random bits. Unlike a key it has no prefix: it never leaves the cookie, so no scanner will find it. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

const form = /^[A-Za-z0-9_-]{43}$/;

/** Whether a cookie's value has the form of one; the store is not asked for any other. */
export function isSessionToken(text: string): boolean {
  return form.test(text);
}
