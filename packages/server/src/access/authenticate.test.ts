import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import { isKey, newKey } from "../secrets/key-format.ts";
import { createAuthenticate } from "./authenticate.ts";

const caller = sampleCaller();

/** A store that counts its look-ups. */
function storeOf(key: { deleted?: boolean; disabled?: boolean; expiresAtMs?: number } | null) {
  const asked: string[] = [];
  return {
    asked,
    async findByHash(hash: string) {
      asked.push(hash);
      if (key === null) return null;
      const deleted = key.deleted ?? false;
      return {
        caller,
        deleted,
        disabled: key.disabled ?? false,
        expiresAtMs: key.expiresAtMs ?? null,
      };
    },
  };
}

const bearer = (key: string): string => `Bearer ${key}`;

describe("a key", () => {
  it("a key is recognised by its check characters", () => {
    for (const kind of ["ordinary", "management"] as const) {
      const { secret, label } = newKey(kind);
      expect(secret).toMatch(kind === "ordinary" ? /^ptc_\w{49}$/ : /^ptcm_\w{49}$/);
      expect(isKey(secret)).toBe(true);
      expect(secret).not.toContain(label);
      for (let index = 0; index < secret.length; index += 1) {
        const typo = secret.charAt(index) === "x" ? "y" : "x";
        expect(isKey(secret.slice(0, index) + typo + secret.slice(index + 1))).toBe(false);
      }
    }
  });
});

describe("authentication", () => {
  it("authentication returns the caller of a valid key", async () => {
    const authenticate = createAuthenticate(storeOf({}));
    const { secret } = newKey("ordinary");
    expect(await authenticate(bearer(secret), { mayRemember: false })).toBe(caller);
    expect(await authenticate(`bearer  ${secret} `, { mayRemember: false })).toBe(caller);
  });

  it.each([
    [
      "unknown",
      null,
      "it was deleted, or another gateway made it. Use a key that this gateway made.",
    ],
    ["disabled", { disabled: true }, "disabled"],
    ["expired", { expiresAtMs: 1 }, "expired"],
  ])("authentication refuses an %s key", async (_, key, message) => {
    const authenticate = createAuthenticate(storeOf(key));
    const attempt = authenticate(bearer(newKey("ordinary").secret), { mayRemember: true });
    await expect(attempt).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining(message),
    });
  });

  it("an earlier secret is refused from the end of its overlap on, also if its key is remembered", async () => {
    let nowMs = 0;
    const store = {
      async findByHash() {
        const earlier = sampleCaller({ secretExpiresAtMs: 5000 });
        return { caller: earlier, deleted: false, disabled: false, expiresAtMs: null };
      },
    };
    const authenticate = createAuthenticate(store, { now: () => nowMs });
    const ask = () => authenticate(bearer(newKey("ordinary").secret), { mayRemember: true });
    const { secret } = newKey("ordinary");
    const again = () => authenticate(bearer(secret), { mayRemember: true });
    await ask();
    await again();
    nowMs = 4999;
    await again();
    nowMs = 5000;
    const ended = { status: 401, message: expect.stringContaining("was rotated") };
    await expect(again()).rejects.toMatchObject(ended);
    await expect(ask()).rejects.toMatchObject(ended);
  });

  it("callers with one key that come together share one look-up, and ask again for a newer revision", async () => {
    const store = storeOf({});
    const authenticate = createAuthenticate(store);
    const { secret } = newKey("ordinary");
    const ask = async (atLeastRevision = 0) =>
      await authenticate(bearer(secret), { mayRemember: true, atLeastRevision });
    await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(store.asked).toHaveLength(1);
    await ask(caller.revision + 1);
    expect(store.asked).toHaveLength(3);
  });

  it("authentication refuses texts that are not keys without asking the store", async () => {
    const store = storeOf({});
    const authenticate = createAuthenticate(store);
    const hostile = [
      undefined,
      "",
      "Bearer",
      "Basic dXNlcjpwYXNz",
      bearer("' OR 1=1 --"),
      bearer(`ptc_${"0".repeat(49)}`),
      bearer("ptc_\u0000"),
      "x".repeat(1_000_000),
      bearer(`${newKey("ordinary").secret} more`),
    ];
    for (const header of hostile)
      await expect(authenticate(header, { mayRemember: true })).rejects.toMatchObject({
        status: 401,
      });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 400 }), async (text) => {
        await expect(authenticate(text, { mayRemember: true })).rejects.toMatchObject({
          status: 401,
        });
      }),
    );
    expect(store.asked).toEqual([]);
  });

  it("authentication remembers a key only if allowed and for a while, and never a refusal", async () => {
    let nowMs = 0;
    const good = storeOf({});
    const authenticate = createAuthenticate(good, { rememberMs: 1_000, now: () => nowMs });
    const header = bearer(newKey("ordinary").secret);
    await authenticate(header, { mayRemember: true });
    await authenticate(header, { mayRemember: true });
    expect(good.asked).toHaveLength(1);
    await authenticate(header, { mayRemember: false });
    expect(good.asked).toHaveLength(2);
    nowMs = 5_000;
    await authenticate(header, { mayRemember: true });
    expect(good.asked).toHaveLength(3);

    const none = storeOf(null);
    const refuse = createAuthenticate(none);
    for (let time = 0; time < 3; time += 1)
      await expect(refuse(header, { mayRemember: true })).rejects.toThrow();
    expect(none.asked).toHaveLength(3);
  });

  it("authentication remembers at most maxRemembered keys", async () => {
    const store = storeOf({});
    const authenticate = createAuthenticate(store, { maxRemembered: 2 });
    const headers = [1, 2, 3].map(() => bearer(newKey("ordinary").secret));
    for (const header of headers) await authenticate(header, { mayRemember: true });
    await authenticate(headers[0], { mayRemember: true });
    expect(store.asked).toHaveLength(4);
  });
});
