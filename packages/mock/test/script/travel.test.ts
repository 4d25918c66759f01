import { describe, expect, it } from "vitest";
import { createFactories } from "../../src/gateway/factories.ts";
import { travel } from "../../src/gateway/script/index.ts";
import { packs, staged } from "./stage.ts";

const { aBudget, aKey, aWorkspace, aWorld } = createFactories(packs);
const asked = { model: "sandbox/text", input: "Hello" };

describe("another time", () => {
  it("is the next month, in which limits begin again", async () => {
    const stage = staged();
    const spent = aKey({ limit: 0.000001, limit_reset: "monthly", usage: 9, usage_monthly: 9 });
    stage.world.load(aWorld({ keys: [spent] }));
    expect((await stage.json("/responses", asked)).status).toBe(402);
    const now = travel(stage.world, "next month");
    expect(now).toMatch(/-01T00:00:00/);
    const { body } = await stage.json("/key");
    expect(body.data).toMatchObject({ usage: 9, usage_monthly: 0, limit_remaining: 0.000001 });
    expect((await stage.json("/responses", asked)).status).toBe(200);
    const reply = await stage.json("/responses", asked);
    expect(new Date(reply.body.created_at * 1000).toISOString().slice(0, 10)).toBe(
      now.slice(0, 10),
    );
  });

  it("is past the end of a key, and back before it", async () => {
    const stage = staged();
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { body } = await stage.json("/keys", { name: "Short", expires_at });
    const ask = async () => (await stage.json("/responses", asked, { key: body.key })).status;
    expect(await ask()).toBe(200);
    travel(stage.world, expires_at);
    expect(await ask()).toBe(401);
    travel(stage.world, null);
    expect(await ask()).toBe(200);
  });

  it("decides which dates are past", async () => {
    const stage = staged();
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    travel(stage.world, "next day");
    expect((await stage.json("/keys", { name: "Late", expires_at })).status).toBe(400);
  });

  it("begins a period for budgets that reset with it, and for no other", () => {
    const { world } = staged();
    const state = { ...aBudget().state, spent: 5 } as ReturnType<typeof aBudget>["state"];
    const resets = ["daily", "weekly", "monthly", null] as const;
    const budgets = resets.map((limit_reset) => aBudget({ limit_reset, state }));
    world.load(aWorld({ budgets }));
    travel(world, "next day");
    const spent = world.data.budgets.map(({ before }) => before > 0);
    expect([spent[0], spent[3]]).toEqual([false, true]);
  });

  it("that is none is refused with the words that there are", () => {
    expect(() => travel(staged().world, "tomorrow")).toThrow('"tomorrow" is no time');
  });
});

describe("a factory", () => {
  it("makes a record as new, with what is given of it, and no two alike", () => {
    const [one, other] = [aKey({ limit: 7 }), aKey()];
    expect(one).toMatchObject({ limit: 7, limit_remaining: 7, usage: 0, exposed_at: null });
    expect(one.hash).not.toBe(other.hash);
    expect(aBudget({ limit: 5 }).state).toMatchObject({ limit: 5, remaining: 5 });
  });

  it("makes a state in which a gateway begins", async () => {
    const stage = staged();
    const workspace = aWorkspace({ name: "Mine" });
    stage.world.load(
      aWorld({ workspaces: [workspace], keys: [aKey({ workspace_id: workspace.id })] }),
    );
    const { body } = await stage.json("/workspaces");
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["Mine"]);
  });
});
