import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { GatewayError } from "../errors.ts";
import type { FallenKey } from "../store/ports/money.ts";
import { watchKeys } from "./key-watch.ts";

/** Keys with running requests, and a store that counts its questions. */
function watched(ids: readonly number[]) {
  const fallen: FallenKey[] = [];
  const ended: string[] = [];
  const endedSessions: string[] = [];
  const stoppedSessions: [string, string][] = [];
  const asked: number[] = [];
  const stopped: [number, string][] = [];
  const stoppedSecrets: [string, string][] = [];
  const problems: unknown[] = [];
  const state = { fails: false };
  const watch = watchKeys(
    {
      sessions: {
        ended: async (sessionIds) => sessionIds.filter((id) => endedSessions.includes(id)),
      },
      keys: {
        async fallen(some) {
          asked.push(some.length);
          if (state.fails) throw new Error("away");
          return fallen.filter(({ keyId }) => some.includes(keyId));
        },
        async endedSecrets(hashes) {
          return ended.filter((hash) => hashes.includes(hash));
        },
      },
    },
    {
      keyIds: () => [...ids],
      stop: (keyId, reason: GatewayError) => stopped.push([keyId, reason.message]),
      secretHashes: () => ids.map((id) => `secret ${id}`),
      stopSecret: (hash, reason) => stoppedSecrets.push([hash, reason.message]),
      sessionIds: () => ids.map((id) => `session ${id}`),
      stopSession: (id, reason) => stoppedSessions.push([id, reason.message]),
    },
    { everyMs: 5, onProblem: (error) => problems.push(error) },
  );
  const sessions = { endedSessions, stoppedSessions };
  return { watch, fallen, ended, asked, stopped, stoppedSecrets, problems, state, ...sessions };
}

it("running requests of keys that are no longer valid are stopped, with the reason", async () => {
  const { watch, fallen, stopped } = watched([1, 2, 3]);
  fallen.push({ keyId: 2, reason: "disabled" }, { keyId: 9, reason: "revoked" });
  await expect.poll(() => stopped[0]).toEqual([2, expect.stringContaining("was disabled")]);
  await watch.close();
  expect(new Set(stopped.map(([keyId]) => keyId))).toEqual(new Set([2]));
});

it("running requests of an earlier secret are stopped when its overlap has ended", async () => {
  const { watch, ended, stopped, stoppedSecrets } = watched([1, 2]);
  ended.push("secret 2", "secret 9");
  const rotated = expect.stringContaining("was rotated");
  await expect.poll(() => stoppedSecrets[0]).toEqual(["secret 2", rotated]);
  await watch.close();
  expect(stopped).toEqual([]);
});

it("running requests of a session are stopped when it has ended", async () => {
  const { watch, endedSessions, stopped, stoppedSessions } = watched([1, 2]);
  endedSessions.push("session 2", "session 9");
  const end = expect.stringContaining("session ended");
  await expect.poll(() => stoppedSessions[0]).toEqual(["session 2", end]);
  await watch.close();
  expect(stopped).toEqual([]);
});

it("the store is asked once for a thousand keys, and not at all without running requests", async () => {
  const many = watched(Array.from({ length: 2500 }, (_, index) => index));
  await expect.poll(() => many.asked.slice(0, 3)).toEqual([1000, 1000, 500]);
  await many.watch.close();
  const idle = watched([]);
  await sleep(30);
  await idle.watch.close();
  expect(idle.asked).toEqual([]);
});

it("the watch goes on after the store was away, one question at a time", async () => {
  const { watch, fallen, stopped, problems, state } = watched([1]);
  state.fails = true;
  fallen.push({ keyId: 1, reason: "revoked" });
  await expect.poll(() => problems.length).toBeGreaterThan(1);
  expect(stopped).toEqual([]);
  state.fails = false;
  await expect.poll(() => stopped.length).toBeGreaterThan(0);
  await watch.close();
});
