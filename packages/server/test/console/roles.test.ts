import { randomUUID } from "node:crypto";
import { type OperationId, operationIds, operations } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import type { KeyScope } from "../../src/store/ports/key-rights.ts";
import type { PersonRole } from "../../src/store/ports/sessions.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Asked, requests, type Things } from "../support/operation-requests.ts";
import { type BrowserReply, type BrowserSession, signIn } from "./browser.ts";
import { signInPerson, withPeople } from "./person.ts";

const roles: readonly PersonRole[] = ["viewer", "billing", "operator", "admin"];
const scopes: readonly KeyScope[] = ["all", "read_only", "spend"];
const withCaller = operationIds.filter((id) => operations[id].key !== "none");

const absent: Things = {
  ...{ workspace: randomUUID(), credential: randomUUID(), budget: randomUUID() },
  ...{ key: "0".repeat(64), generation: `gen-${randomUUID()}`, session: randomUUID() },
  response: `gen-${randomUUID()}`,
};

function askedFor(id: OperationId): Asked {
  const request = requests[id];
  return typeof request === "function" ? request(absent) : request;
}

/** A caller that may not gets 401 or 403; a caller that may gets whatever the operation answers. */
const isRefused = ({ status }: BrowserReply) => status === 401 || status === 403;

const ending: ReadonlySet<OperationId> = new Set(["deleteSession", "revokeSessions"]);

/** What a session may call, in the order of the contract; the operations that end it come last. */
async function allowedTo(begin: () => Promise<BrowserSession>): Promise<readonly OperationId[]> {
  const allowed = new Set<OperationId>();
  const kept = await begin();
  for (const id of [...withCaller.filter((id) => !ending.has(id)), ...ending]) {
    const session = ending.has(id) ? await begin() : kept;
    if (!isRefused(await session.send(id, askedFor(id)))) allowed.add(id);
  }
  return withCaller.filter((id) => allowed.has(id));
}

const toldTo = async (session: BrowserSession): Promise<unknown> =>
  JSON.parse((await session.send("getSession")).text).data.operations;

describe("roles × operations over HTTP", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      yaml: `credits: { grants: management }\n${withPeople}`,
    });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it.each(roles)(
    "a %s may call the operations that the contract names the role at",
    async (role) => {
      const named = withCaller.filter((id) => operations[id].roles.some((one) => one === role));
      const begin = () => signInPerson(gateway, { role });
      expect(await allowedTo(begin)).toEqual(named);
      expect(await toldTo(await begin())).toEqual(named.toSorted());
    },
  );

  it("the holder of an ordinary key may call what the key may, and no more", async () => {
    const key = await gateway.own.addKey();
    const named = withCaller.filter((id) => operations[id].key !== "management");
    const begin = () => signIn(gateway.api, key);
    expect(await allowedTo(begin)).toEqual(named);
    expect(await toldTo(await begin())).toEqual(named.toSorted());
  });

  it.each(scopes)("a management key of scope %s has sessions of that scope", async (scope) => {
    const key = await gateway.own.addKey({ kind: "management", scope });
    const within: Readonly<Record<KeyScope, readonly KeyScope[]>> = {
      all: ["all", "read_only", "spend"],
      read_only: ["read_only", "spend"],
      spend: ["spend"],
    };
    const named = withCaller.filter(
      (id) => operations[id].key !== "ordinary" && within[scope].includes(operations[id].scope),
    );
    const begin = () => signIn(gateway.api, key);
    expect(await allowedTo(begin)).toEqual(named);
    expect(await toldTo(await begin())).toEqual(named.toSorted());
  });

  /** By hand: what the names of the roles promise. */
  it("only an admin erases logs, only billing and admins grant credits, and people call no model", () => {
    const mayCall = (id: OperationId) => operations[id].roles;
    expect(mayCall("eraseIoLog")).toEqual(["admin"]);
    expect(mayCall("grantCredits")).toEqual(["billing", "admin"]);
    expect(mayCall("refundGeneration")).toEqual(["billing", "admin"]);
    expect(mayCall("createApiKey")).toEqual(["operator", "admin"]);
    expect(mayCall("createResponse")).toEqual([]);
    expect(mayCall("getCurrentKey")).toEqual([]);
    const writes = operationIds.filter(
      (id) =>
        operations[id].method !== "get" && (mayCall(id) as readonly string[]).includes("viewer"),
    );
    expect(writes.toSorted()).toEqual([
      "countMessageTokens",
      "countResponseTokens",
      "deleteSession",
      "revokeSession",
      "revokeSessions",
    ]);
  });

  it("an operator has no way to a management key", async () => {
    const operator = await signInPerson(gateway, { role: "operator" });
    const key = await gateway.own.addKey({ kind: "management" });
    const params = { hash: hashKey(key) };
    const statuses = [
      await operator.send("createApiKey", { body: { name: "n", kind: "management" } }),
      await operator.send("updateApiKey", { params, body: { name: "n" } }),
      await operator.send("rotateApiKey", { params, body: {} }),
      await operator.send("deleteApiKey", { params }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403]);
    const ordinary = await operator.send("createApiKey", { body: { name: "n" } });
    expect(ordinary.status).toBe(201);
    const admin = await signInPerson(gateway, { role: "admin" });
    const made = await admin.send("createApiKey", { body: { name: "n", kind: "management" } });
    expect(made.status).toBe(201);
  });

  it("people see and end their own sessions, and an admin those of all", async () => {
    const ada = { role: "operator", subject: "grace" } as const;
    const [one, other] = [await signInPerson(gateway, ada), await signInPerson(gateway, ada)];
    const key = await signIn(gateway.api, gateway.own.management);
    const idsFor = async (session: BrowserSession): Promise<string[]> =>
      JSON.parse((await session.send("listSessions")).text).data.map(
        ({ id }: { readonly id: string }) => id,
      );
    expect((await idsFor(one)).toSorted()).toEqual([one.id, other.id].toSorted());
    expect((await one.send("revokeSession", { params: { id: key.id } })).status).toBe(404);
    expect((await one.send("revokeSessions", { query: { all: "true" } })).status).toBe(403);
    expect((await one.send("revokeSession", { params: { id: other.id } })).status).toBe(200);
    const admin = await signInPerson(gateway, { role: "admin" });
    expect(await idsFor(admin)).toEqual(expect.arrayContaining([one.id, key.id, admin.id]));
    expect((await admin.send("revokeSession", { params: { id: one.id } })).status).toBe(200);
    expect((await one.send("getSession")).status).toBe(401);
  });

  it("people are users in the audit log, with their name, id and session", async () => {
    const person = { role: "operator", subject: "00u7f3k9x2", name: "Ada Lovelace" } as const;
    const session = await signInPerson(gateway, person);
    const made = await session.send("createWorkspace", { body: { name: "By Ada" } });
    expect(made.status, made.text).toBe(201);
    expect(JSON.parse(made.text).data.created_by).toBe("user:00u7f3k9x2");
    const { text } = await session.send("listAuditEvents", { query: { actor_type: "user" } });
    expect(JSON.parse(text).data[0]).toMatchObject({
      action: "createWorkspace",
      actor: {
        ...{ type: "user", key_id: null, key_kind: null, name: "Ada Lovelace" },
        ...{ subject: "00u7f3k9x2", session_id: session.id },
      },
    });
  });
});
