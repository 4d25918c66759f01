import { createPortico, type Portico } from "@portico/client";
import { porticoHandlers } from "@portico/msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededWorld, signInKeys } from "../seed/index.ts";

const now = new Date("2026-11-20T15:20:00Z");
const toNanousd = (usd: number) => Math.round(usd * 1e9);

describe("the seeded world", () => {
  const world = seededWorld(now);
  const requests = world.generations.map(({ record }) => record);

  it("is the same for the same moment, and another one for another", () => {
    expect(JSON.stringify(seededWorld(now))).toBe(JSON.stringify(world));
    const later = seededWorld(new Date(now.getTime() + 86_400_000));
    expect(later.generations.at(-1)?.record.created_at.slice(0, 10)).toBe("2026-11-21");
  });

  it("has two workspaces, thirty keys and a month of requests, the last of them a moment ago", () => {
    expect([world.workspaces.length, world.keys.length]).toEqual([2, 30]);
    expect(requests.length).toBeGreaterThan(4000);
    const days = new Set(requests.map(({ created_at: at }) => at.slice(0, 10)));
    expect(days.size).toBe(30);
    const ages = requests.map(({ created_at: at }) => now.getTime() - Date.parse(at));
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.min(...ages)).toBeLessThan(10 * 60_000);
  });

  it("has every kind of key that a screen shows", () => {
    const keys = world.keys.map(({ record }) => record);
    const kinds = {
      exposed: keys.filter((key) => key.exposed_at !== null),
      disabled: keys.filter((key) => key.disabled),
      expired: keys.filter((key) => key.expires_at !== null && Date.parse(key.expires_at) < +now),
      rotated: keys.filter((key) => key.rotated_at !== null),
      restricted: keys.filter((key) => key.allowed_models !== null),
      limited: keys.filter((key) => key.limit !== null),
    };
    for (const [kind, found] of Object.entries(kinds)) expect(found, kind).not.toEqual([]);
    const scopes = keys.filter(({ kind }) => kind === "management").map(({ scope }) => scope);
    expect(new Set(scopes)).toEqual(new Set(["all", "read_only", "spend"]));
  });

  it("has every kind of request that a screen shows", () => {
    const some: Readonly<Record<string, (one: (typeof requests)[number]) => boolean>> = {
      streams: (one) => one.streamed === true,
      "a stream that broke off": (one) => one.status === 200 && one.error !== null,
      "a caller who left": (one) => one.status === 499,
      "a fail-over": (one) => one.attempts > 1 && one.error === null,
      failures: (one) => one.status >= 500 && one.state === "settled",
      "input from a cache": (one) => (one.native_tokens_cached ?? 0) > 0,
      reasoning: (one) => (one.native_tokens_reasoning ?? 0) > 0,
      "an own credential": (one) => one.is_byok,
      "what no key was charged": (one) => one.unbilled > 0,
      "an abandoned one": (one) => one.state === "abandoned",
      "a refunded one": (one) => one.state === "refunded",
      content: (one) => one.content !== null,
    };
    for (const [kind, is] of Object.entries(some)) expect(requests.some(is), kind).toBe(true);
  });

  it("divides the charge of each request to the last nanodollar", () => {
    for (const { total_cost, unbilled, cost_details: details, state } of requests) {
      if (details === null || state === "refunded") continue;
      const { input_cost, output_cost, cache_read_cost, cache_write_cost } = details;
      const parts = [input_cost, output_cost, cache_read_cost, cache_write_cost];
      const sum = parts.reduce((all, part) => all + toNanousd(part), 0);
      expect(sum).toBe(toNanousd(total_cost) + toNanousd(unbilled));
    }
  });

  it("never charges more than was held", () => {
    for (const { total_cost, held } of requests)
      expect(toNanousd(total_cost)).toBeLessThanOrEqual(toNanousd(held));
  });

  it("had an outage three days ago, with its alert, its failures and its circuits", () => {
    const alert = world.alerts.find(({ kind }) => kind === "provider_down");
    expect(alert).toMatchObject({ subject: "provider:mistral" });
    const from = Date.parse(String(alert?.details["since"]));
    const failed = requests.filter(({ created_at: at, provider_responses: attempts }) => {
      const atMs = Date.parse(at);
      const isThen = atMs >= from && atMs < Date.parse(alert?.resolved_at ?? "");
      return isThen && attempts?.some((one) => one.provider_name === "mistral" && one.failure);
    });
    expect(failed.length).toBeGreaterThan(3);
    const mistral = world.providerRows?.find(({ record }) => record.slug === "mistral");
    expect(mistral?.circuitChanges.length).toBeGreaterThan(4);
  });
});

describe("the handlers on the seeded world", () => {
  const server = setupServer(...porticoHandlers({ state: seededWorld(new Date()) }));
  const with_ = (apiKey: string): Portico =>
    createPortico({ baseUrl: "http://gateway.example/api/v1", apiKey });
  const portico = with_(signInKeys.management.secret);
  beforeAll(() => server.listen());
  afterAll(() => server.close());

  it("add up: the activity, the requests and the credits", async () => {
    const { totals } = await portico.activity.list({ group_by: ["day"] });
    const requests = await portico.generations.list({ limit: 1000 }).toArray();
    const { data } = await portico.credits.get();
    const sum = requests.reduce((all, one) => all + toNanousd(one.total_cost), 0);
    expect(toNanousd(totals.usage)).toBe(sum);
    expect(toNanousd(data.total_usage)).toBe(sum);
    expect(totals.requests).toBe(requests.length);
    const keys = await portico.keys.list().toArray();
    expect(keys.reduce((all, key) => all + toNanousd(key.usage), 0)).toBe(sum);
  });

  it("have a ledger whose sums agree, with what is held now", async () => {
    const { data } = await portico.GET("/ledger");
    expect(data?.data).toMatchObject({ agrees: true, open_holds: 5 });
    const { data: holds } = await portico.GET("/holds");
    expect(toNanousd(holds?.total_held ?? 0)).toBe(toNanousd(data?.data.held ?? -1));
    const { data: grants } = await portico.GET("/credits/grants");
    const granted = grants?.data.reduce((sum, { amount }) => sum + toNanousd(amount), 0);
    expect(granted).toBe(toNanousd(data?.data.granted ?? -1));
  });

  it("know the two keys to sign in with, and no other", async () => {
    const own = await with_(signInKeys.ordinary.secret).keys.current();
    expect(own.data).toMatchObject({ name: "Shop assistant", kind: "ordinary" });
    await expect(with_("ptc_unknown").keys.current()).rejects.toMatchObject({ status: 401 });
  });
});
