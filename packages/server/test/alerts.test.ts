import type { Output } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { engines } from "./store/engines.ts";
import { writeAlert } from "./store/write-alert.ts";
import { bearer, startTestGateway, type TestGateway } from "./support/gateway.ts";

type Alerts = Output<"listAlerts">;

/** No server answers here; the path of such an address is often a secret. */
const hook = "http://127.0.0.1:1/services/very-secret-path";

describe.each(engines)("GET /alerts on $engine", inOrder, (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      engine,
      yaml: `notifications: { webhook: { url: "${hook}", secret: "0123456789abcdef" } }`,
    });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = (query: string, key = gateway.own.management) =>
    fetch(`${gateway.api}/alerts?${new URLSearchParams(query)}`, { headers: bearer(key) });
  const list = async (query = "", key = gateway.own.management) => {
    const reply = await ask(query, key);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return (await reply.json()) as Alerts;
  };

  it("shows alerts with their deliveries, and no secret", async () => {
    const id = await writeAlert(gateway.place, gateway.own, { subject: "key:77" });
    await vi.waitFor(
      async () => {
        const { data } = await list("subject=key:77");
        expect(data[0]?.deliveries[0]?.last_error).toEqual(expect.any(String));
      },
      { timeout: 30_000, interval: 100 },
    );
    const { data, total_count } = await list("subject=key:77&kind=budget&state=waiting");
    expect(total_count).toBe(1);
    expect(data).toMatchObject([
      {
        id,
        kind: "budget",
        state: "waiting",
        subject: "key:77",
        subject_name: "Search",
        workspace_id: gateway.own.workspaceId,
        threshold_percent: 80,
        period: "2026-11",
        limit: 10,
        spent: 8.12,
        remaining: 1.88,
        resets_at: "2026-12-01T00:00:00.000Z",
        details: {},
        resolved_at: null,
        deliveries: [
          {
            channel: "webhook",
            type: "budget.threshold",
            recipient: null,
            state: "waiting",
            attempts: expect.any(Number),
            next_attempt_at: expect.stringMatching(/^20\d\d-/),
            sent_at: null,
          },
        ],
      },
    ]);
    const text = JSON.stringify(data);
    expect(text).not.toContain("0123456789abcdef");
    expect(text).not.toContain("very-secret-path");
  });

  it("is filtered by workspace, by id or slug, and by time", async () => {
    await writeAlert(gateway.place, gateway.own, { subject: "key:78", createdAtMs: 1000 });
    await writeAlert(gateway.place, gateway.own, { subject: "credits", workspaceId: null });
    const subjects = async (query: string) =>
      (await list(query)).data.map(({ subject }) => subject);
    expect(await subjects("workspace_id=default")).toContain("key:78");
    expect(await subjects(`workspace_id=${gateway.own.workspaceId}`)).not.toContain("credits");
    expect(await subjects("workspace_id=00000000-0000-0000-0000-000000000000")).toEqual([]);
    expect(await subjects("to=1970-01-02T00:00:00Z")).toEqual(["key:78"]);
    expect(await subjects("from=1970-01-02T00:00:00Z")).not.toContain("key:78");
    const page = await list("workspace_id=default&limit=1");
    expect(page.links.next).toBe("/api/v1/alerts?workspace_id=default&limit=1&offset=1");
    expect((await ask("kind=weather")).status).toBe(400);
  });

  it("is for management keys, of the own organisation only", async () => {
    const foreigner = await gateway.addTenant();
    await writeAlert(gateway.place, foreigner, { subject: "key:99" });
    expect((await list("subject=key:99")).total_count).toBe(0);
    expect((await list("subject=key:99", foreigner.management)).total_count).toBe(1);
    expect((await ask("", gateway.own.ordinary)).status).toBe(401);
  });

  it("is counted by /metrics", async () => {
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/^portico_alerts_total\{kind="budget"\} [1-9]/m);
    expect(metrics).toMatch(
      /^portico_notifications_total\{channel="webhook",outcome="retried"\} [1-9]/m,
    );
  });
});
