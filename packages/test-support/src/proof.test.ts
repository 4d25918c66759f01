import { expect, it, vi } from "vitest";

const numbers = [1, 2, 3, 4, 5];

it("takes a part of a list in an ordinary run, and all of it in a proof", async () => {
  vi.stubEnv("PORTICO_PROVE", undefined);
  const { isProof, runsOf, someOf } = await import("./proof.ts");
  expect([isProof, someOf(numbers, 2), someOf(numbers, 1)]).toEqual([false, [1, 3, 5], numbers]);
  expect(runsOf(100, 3)).toBe(34);
  vi.resetModules();
  vi.stubEnv("PORTICO_PROVE", "1");
  const proof = await import("./proof.ts");
  expect([proof.isProof, proof.someOf(numbers, 2)]).toEqual([true, numbers]);
  expect(proof.runsOf(100, 3)).toBe(100);
  vi.unstubAllEnvs();
});
