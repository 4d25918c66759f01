import { randomUUID } from "node:crypto";
import { type OperationId, operations } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey, newKey } from "../src/secrets/key-format.ts";
import { actorIn } from "./store/actor-in.ts";
import { bearer, startTestGateway, type TestGateway, type TestTenant } from "./support/gateway.ts";
import { type Asked, requests, type Things, thingsOf } from "./support/operation-requests.ts";
import { withoutIds } from "./support/without-ids.ts";

let gateway: TestGateway;
let foreigner: TestTenant;
/** Things of its own that only refused requests name, so that they stay as they are. */
let refused: Things;

beforeAll(async () => {
  gateway = await startTestGateway({
    yaml: "credits: { grants: management }\nkept_responses: { days: 1 }",
  });
  foreigner = await gateway.addTenant();
  refused = await thingsOf(gateway, gateway.own);
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(id: OperationId, key: string | null, asked: Asked): Promise<Answer> {
  const { method, path } = operations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => asked.params?.[name] ?? "");
  const response = await fetch(`${gateway.api}${filled}?${new URLSearchParams(asked.query)}`, {
    method: method.toUpperCase(),
    headers: { ...(key === null ? {} : bearer(key)), "content-type": "application/json" },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });
  return { status: response.status, text: withoutIds(await response.text()) };
}

const absent: Things = {
  workspace: randomUUID(),
  credential: randomUUID(),
  budget: randomUUID(),
  key: "0".repeat(64),
  generation: `gen-${randomUUID()}`,
  session: randomUUID(),
  response: `gen-${randomUUID()}`,
};

/** Only what a process left behind can be refunded, and this was settled; a key in a header is no session. */
const without: { readonly [Id in OperationId]?: readonly number[] } = {
  refundGeneration: [409],
  deleteSession: [404],
  // There is one configuration for all organisations, which belongs to the first.
  getConfiguration: [401],
  updateConfiguration: [401],
  planConfiguration: [401],
  listConfigurationVersions: [401],
  getConfigurationVersion: [401],
  activateConfiguration: [401],
};

const ids = Object.keys(requests) as OperationId[];

/** New operations come with a row of their own: what is not in the table is not tried. */
it("has a row for every operation of the contract, and none for what is none", () => {
  expect(ids.sort()).toEqual(Object.keys(operations).sort());
});

/** The others are called before there is a key. */
const withKey = ids.filter((id) => operations[id].key !== "none");

// The version of the configuration that two operations ask for is made by a third.
describe("an operation", inOrder, () => {
  describe.each(withKey)("%s", (id) => {
    const asked = (things: Things) => {
      const request = requests[id];
      return typeof request === "function" ? request(things) : request;
    };
    const needed = operations[id].key;
    const isOfThings = typeof requests[id] === "function";

    it("answers what is foreign as what does not exist, byte for byte", async () => {
      if (!isOfThings) return;
      const key = needed === "ordinary" ? gateway.own.ordinary : gateway.own.management;
      const foreign = await send(id, key, asked(await thingsOf(gateway, foreigner)));
      expect(foreign).toEqual(await send(id, key, asked(absent)));
      expect(foreign.status).toBe(404);
    });

    it("answers an ordinary key what is another workspace's as what does not exist, byte for byte", async () => {
      if (!isOfThings || needed === "management") return;
      const things = await thingsOf(gateway, gateway.own);
      const { workspaceId } = await gateway.own.neighbour();
      const neighbour = await gateway.own.addKey({ workspaceId });
      const foreign = await send(id, neighbour, asked(things));
      expect(foreign).toEqual(await send(id, neighbour, asked(absent)));
      expect(foreign.status).toBe(404);
      const { status } = await send(id, gateway.own.ordinary, asked(things));
      expect([200, 201], "it is still there for its own").toContain(status);
    });

    it("serves only the caller's own", async () => {
      for (const tenant of [gateway.own, foreigner]) {
        const key = needed === "ordinary" ? tenant.ordinary : tenant.management;
        const { status } = await send(
          id,
          key,
          asked(isOfThings ? await thingsOf(gateway, tenant) : absent),
        );
        expect([200, 201, ...(without[id] ?? [])]).toContain(status);
      }
    });

    it("refuses a key of the wrong kind with 401", async () => {
      if (needed === "any") return;
      const key = needed === "ordinary" ? gateway.own.management : gateway.own.ordinary;
      const { status } = await send(id, key, asked(absent));
      expect(status).toBe(401);
    });

    it.each(["none", "malformed", "unknown", "revoked", "disabled", "expired"] as const)(
      "refuses a key that is %s with 401, in every operation",
      async (fault) => {
        const key = await faultyKey(fault, needed === "ordinary" ? "ordinary" : "management");
        for (const things of isOfThings ? [refused, absent] : [absent]) {
          const answer = await send(id, key, asked(things));
          expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([401, 401]);
        }
      },
    );
  });
});

async function faultyKey(fault: string, kind: "ordinary" | "management"): Promise<string | null> {
  const { own, store } = gateway;
  if (fault === "none") return null;
  if (fault === "malformed") return `${own.ordinary.slice(0, -1)}!`;
  if (fault === "unknown") return newKey(kind).secret;
  if (fault === "expired") return own.addKey({ kind, expiresAtMs: Date.now() - 1 });
  const key = await own.addKey({ kind });
  const hash = hashKey(key);
  // It was good a moment ago, and the gateway has seen it so.
  await send("createEmbeddings", key, { body: { model: "sandbox/embed", input: "a" } });
  if (fault === "disabled")
    await store.keys.update(actorIn(own.organisationId), hash, { disabled: true });
  else await store.keys.delete(actorIn(own.organisationId), hash);
  return key;
}

it("tells a revoked key nothing but that, though it was remembered a moment ago", async () => {
  const key = (await faultyKey("revoked", "ordinary")) ?? "";
  for (const body of [{ model: "unknown", input: "a" }, { model: "sandbox/embed" }, "{malformed"])
    expect((await send("createEmbeddings", key, { body })).status).toBe(401);
});

it("revokes on every node: the very next request is refused there too", async () => {
  const other = await gateway.another();
  const key = await gateway.own.addKey();
  const embed = async () => {
    const response = await fetch(`${other.api}/embeddings`, {
      method: "POST",
      headers: { ...bearer(key), "content-type": "application/json" },
      body: JSON.stringify({ model: "sandbox/embed", input: "a" }),
    });
    return response.status;
  };
  expect(await embed()).toBe(200);
  const deleted = await fetch(`${gateway.api}/keys/${hashKey(key)}`, {
    method: "DELETE",
    headers: bearer(gateway.own.management),
  });
  expect(deleted.status).toBe(200);
  expect(await embed()).toBe(401);
});

it("does not reveal whether a text is another organisation's key", async () => {
  const foreign = await foreigner.addKey();
  const unknown = newKey("ordinary").secret;
  const ask = (key: string) =>
    send("reportExposedKeys", gateway.own.management, { body: { keys: [key] } });
  const told = (answer: Answer, key: string) => answer.text.replace(hashKey(key), "its hash");
  const [one, other] = [await ask(foreign), await ask(unknown)];
  expect([one.status, told(one, foreign)]).toEqual([other.status, told(other, unknown)]);
  expect(await gateway.store.keys.get(foreigner.organisationId, hashKey(foreign))).toMatchObject({
    exposedAtMs: null,
  });
});
