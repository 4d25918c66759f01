import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Target } from "../../src/targets/target.ts";
import { startHandlersTarget } from "../targets/handlers-target.ts";
import { startMockTarget } from "../targets/mock-target.ts";
import type { RunningTarget } from "../targets/running-target.ts";
import { startSqliteTarget } from "../targets/sqlite-target.ts";

/** Rules that a form of the contract does not say: gateway, mock and request handlers refuse and derive the same. */
let running: readonly RunningTarget[];
beforeAll(async () => {
  running = await Promise.all([startSqliteTarget(), startMockTarget(), startHandlersTarget()]);
});
afterAll(async () => {
  for (const one of running) await one[Symbol.asyncDispose]();
});

interface Said {
  readonly error?: { readonly message: string };
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What each of them says to a body: the words of a refusal, or the fields that the rule decides. The mock refuses a date by its
 * form, in the words of the validator in front of it.
 */
async function answers(path: string, body: object): Promise<readonly (readonly unknown[])[]> {
  return await Promise.all(running.map(({ target }) => answer(target, path, body)));
}

async function answer({ baseUrl, managementKey }: Target, path: string, body: object) {
  const reply = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${managementKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error, data }: Said = JSON.parse(await reply.text());
  if (error) return [reply.status, error.message];
  return [reply.status, data["expires_at"], data["allowed_networks"], data["slug"]];
}

it.each([
  ["/keys", { name: "a", expires_at: "2027-02-30T00:00:00Z" }, 400],
  ["/keys", { name: "a", expires_at: "2028-02-29T00:00:00Z" }, 201],
  ["/keys", { name: "a", allowed_networks: ["010.0.0.1"] }, 400],
  ["/keys", { name: "a", allowed_networks: ["::ffff:10.0.0.0/95"] }, 400],
  ["/keys", { name: "a", allowed_networks: ["10.0.0.0/8"] }, 201],
  ["/workspaces", { name: "Straße" }, 201],
  ["/workspaces", { name: "Łódź" }, 201],
  ["/workspaces", { name: "Œuvre of Søren's team" }, 201],
])("POST %s of %j is answered %i by all of them", async (path, body, status) => {
  const [gateway, mock, handlers] = await answers(path, body);
  expect([gateway?.[0], mock?.[0]]).toEqual([status, status]);
  expect(handlers).toEqual(gateway);
});

it("any date, network and name is taken or refused by all of them", async () => {
  const day = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 28, max: 31 }));
  const two = (number: number) => String(number).padStart(2, "0");
  const bodies = fc.oneof(
    day.map(([month, date]) => ({ expires_at: `2031-${two(month)}-${two(date)}T10:00:00Z` })),
    fc
      .tuple(
        fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^\d{1,3}(\.\d{1,4}){3}$/)),
        fc.nat(140),
      )
      .map(([address, bits]) => ({ allowed_networks: [`${address}/${bits}`] })),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const [gateway, mock, handlers] = await answers("/keys", { name: "any", ...body });
      expect([body, handlers, mock?.[0]]).toEqual([body, gateway, gateway?.[0]]);
    }),
    { numRuns: isProof ? 1000 : 60 },
  );
});
