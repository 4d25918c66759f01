import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}
interface Figures {
  readonly requests: number;
  readonly latency: Percentiles | null;
  readonly time_to_first_token: Percentiles | null;
}
interface Activity {
  readonly data: readonly Figures[];
  readonly totals: Figures;
}

describe("the totals of activity", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ yaml: "sandbox: all" });
    for (const model of ["sandbox/text", "sandbox/think"]) {
      const reply = await fetch(`${gateway.api}/chat/completions`, {
        method: "POST",
        headers: jsonHeaders(gateway.own.ordinary),
        body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }], stream: true }),
      });
      expect(reply.status).toBe(200);
      await reply.text();
    }
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const fetchActivity = (query: Record<string, string>) =>
    fetch(`${gateway.api}/activity?${new URLSearchParams(query)}`, {
      headers: bearer(gateway.own.management),
    });
  const ask = async (query: Record<string, string>): Promise<Activity> => {
    const reply = await fetchActivity(query);
    expect(reply.status).toBe(200);
    return (await reply.json()) as Activity;
  };

  it("have the percentiles of all requests, which those of the groups cannot say", async () => {
    const { data, totals } = await ask({ group_by: "model" });
    const [one, other] = data.map(({ latency }) => latency?.p50 ?? 0).toSorted((a, b) => a - b);
    expect(totals.requests).toBe(2);
    expect(totals.latency).toMatchObject({ p50: one, p99: other });
    expect(totals.time_to_first_token?.p50).toBeGreaterThan(0);
  });

  it("are of the hours that were asked for", async () => {
    const hourMs = 60 * 60 * 1000;
    const before = new Date(Date.now() - 2 * hourMs).toISOString();
    const byHour = { group_by: "day", granularity: "hour", from: before };
    expect((await ask(byHour)).totals.requests).toBe(2);
    const { totals } = await ask({ ...byHour, to: before });
    expect(totals).toMatchObject({ requests: 0, latency: null, time_to_first_token: null });
    expect((await fetchActivity({ from: before, date: "2026-11-20" })).status).toBe(400);
  });
});
