import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { portico, porticoHandlers } from "../src/index.ts";
import { sharedSession } from "../src/session.ts";
import { ask } from "./ask.ts";

const server = setupServer(...porticoHandlers({ paceMs: 0 }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  portico.reset();
});
afterAll(() => server.close());

const namesOf = async (path: string): Promise<string[]> => {
  const { data } = await (await ask(path)).json();
  return data.map(({ name }: { name: string }) => name);
};

describe("what one operation does, the others see", () => {
  it("from its creation to its end, until the state is reset", async () => {
    const before = await namesOf("/workspaces");
    const created = await ask("/workspaces", { body: { name: "Search", slug: "search" } });
    expect(created.status).toBe(201);
    const { data } = await created.json();
    expect(await namesOf("/workspaces")).toEqual([...before, "Search"]);
    const path = `/workspaces/${data.id}`;
    await ask(path, { method: "PATCH", body: { name: "Find" } });
    expect((await (await ask(path)).json()).data.name).toBe("Find");
    portico.reset();
    expect(await namesOf("/workspaces")).toEqual(before);
    expect((await ask(path)).status).toBe(404);
  });

  it("also where a test's own reply stood in front for one request", async () => {
    server.use(portico.createWorkspace.reply("409").once());
    expect((await ask("/workspaces", { body: { name: "Once", slug: "once" } })).status).toBe(409);
    expect((await ask("/workspaces", { body: { name: "Once", slug: "once" } })).status).toBe(201);
    expect(await namesOf("/workspaces")).toContain("Once");
  });

  it("calls of models too: they can be looked up, and cost what is left", async () => {
    const left = async (): Promise<number> => (await (await ask("/credits")).json()).data.remaining;
    const before = await left();
    const call = await ask("/responses", { body: { model: "sandbox/text", input: "Hello" } });
    const id = call.headers.get("x-generation-id");
    expect((await ask(`/generation?id=${id}`)).status).toBe(200);
    expect(await left()).toBeLessThanOrEqual(before);
  });

  it("begins as a state that is given", async () => {
    const all = await ask("/workspaces");
    const { data } = await all.json();
    const { gateway } = sharedSession;
    const workspaces = data.map((workspace: object) => ({ ...workspace, name: "Given" }));
    const state = { ...gateway.world.toJSON(), workspaces };
    server.resetHandlers(...porticoHandlers({ paceMs: 0, state }));
    expect(new Set(await namesOf("/workspaces"))).toEqual(new Set(["Given"]));
  });
});

describe("a handler alone", () => {
  const id = "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d";

  it("finds what the contract's examples show, and so does one that joins it later", async () => {
    // As in a page that loads this operation, and no other.
    vi.resetModules();
    const { portico: alone } = await import("../src/index.ts");
    server.use(alone.updateWorkspace());
    const changed = await ask(`/workspaces/${id}`, { method: "PATCH", body: { name: "Mine" } });
    expect([changed.status, (await changed.json()).data.name]).toEqual([200, "Mine"]);
    server.use(alone.getBudget(), alone.listBudgets(), alone.listWorkspaces());
    const [budget] = (await (await ask("/budgets")).json()).data;
    expect((await ask(`/budgets/${budget.id}`)).status).toBe(200);
    expect(await namesOf("/workspaces")).toContain("Mine");
  });
});
