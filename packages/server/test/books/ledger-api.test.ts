import type { Output } from "@portico/contract";
import { eventually } from "@portico/test-support/eventually";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { openStore } from "../../src/store/open-store.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { admitRequest } from "../store/records.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { bookRandomTraffic } from "./random-traffic.ts";

const silenceMs = 300;

describe.each(engines)("the ledger over HTTP on $engine", inOrder, (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
    const { own, store } = gateway;
    const secrets = [own.ordinary, await own.addKey(), await own.addKey()];
    const keys = await Promise.all(
      secrets.map(async (secret) => {
        const key = await store.keys.get(own.organisationId, hashKey(secret));
        return key ?? expect.fail("There is no such key.");
      }),
    );
    for (const amountNanousd of [5e9, 7e9, 1e9])
      await store.money.grant(actorIn(own.organisationId), {
        ...{ amountNanousd, note: `of ${amountNanousd}`, createdBy: "test" },
      });
    await bookRandomTraffic(store, own, { seed: 7, requests: 120, keys });
    await store.activity.count(Date.now() - 20 * 3_600_000);
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  async function get<Body>(path: string, key = gateway.own.management): Promise<Body> {
    const response = await fetch(`${gateway.api}${path}`, { headers: bearer(key) });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  }
  const ledger = (query = "") => get<Output<"getLedger">>(`/ledger${query}`);
  const holds = (query = "") => get<Output<"listHolds">>(`/holds${query}`);
  const numbers = async (statement: string): Promise<Record<string, number>> => {
    const [row = {}] = await rawSql(gateway.place, statement);
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
  };
  const usd = (nanousd: number | undefined) => (nanousd ?? 0) / 1e9;

  it("tells what was granted, used, held and left, and sums by state that are those of the rows", async () => {
    const { data } = await ledger();
    const { used } = await numbers(
      "select sum(charged_nanousd) as used from ledger where uses_credits = 1",
    );
    const { held } = await numbers(
      "select sum(amount_nanousd) as held from holds where uses_credits = 1",
    );
    expect(data).toMatchObject({ granted: 13, used: usd(used), held: usd(held) });
    expect(data.left).toBe(usd(13e9 - (used ?? 0) - (held ?? 0)));
    for (const { state, ...sums } of [...data.states, { state: "%", ...data.totals }]) {
      const rows = await numbers(`select count(*) as requests, sum(held_nanousd) as held,
        sum(charged_nanousd) as charged, sum(unbilled_nanousd) as unbilled,
        sum(refunded_nanousd) as refunded from ledger where state like '${state}'`);
      expect(sums, state).toEqual({
        requests: rows["requests"],
        held: usd(rows["held"]),
        charged: usd(rows["charged"]),
        unbilled: usd(rows["unbilled"]),
        refunded: usd(rows["refunded"]),
      });
    }
    expect(data.agrees, JSON.stringify(data.checks)).toBe(true);
    expect(data.checks.length).toBe(12);
  });

  it("shows a nanodollar that was moved, of another organisation nothing, and an ordinary key no sums", async () => {
    const move = (by: number) =>
      rawSql(gateway.place, `update organisations set granted_nanousd = granted_nanousd + ${by}`);
    await move(1);
    const { data } = await ledger();
    expect(data.agrees).toBe(false);
    expect(data.checks[0]).toEqual({
      ...{ name: "grants", agrees: false, unit: "usd", expected: 13, found: 13.000000001 },
      difference: 1e-9,
    });
    await move(-1);
    const other = await gateway.addTenant();
    const theirs = await get<Output<"getLedger">>("/ledger", other.management);
    expect(theirs.data).toMatchObject({ granted: 0, used: 0, open_holds: 0, agrees: true });
    expect(theirs.data.totals.requests).toBe(0);
    expect((await get<Output<"listHolds">>("/holds", other.management)).data).toEqual([]);
    expect(
      (await get<Output<"listCreditGrants">>("/credits/grants", other.management)).data,
    ).toEqual([]);
    const refused = await fetch(`${gateway.api}/ledger`, { headers: bearer(gateway.own.ordinary) });
    expect(refused.status).toBe(401);
  });

  it("lists the grants page by page, newest first", async () => {
    type Grants = Output<"listCreditGrants">;
    const first = await get<Grants>("/credits/grants?limit=2");
    expect(first.data.map(({ amount, note }) => [amount, note])).toEqual([
      [1, "of 1000000000"],
      [7, "of 7000000000"],
    ]);
    expect(first.links.next).toContain(`cursor=${first.next_cursor}`);
    const last = await get<Grants>(`/credits/grants?limit=2&cursor=${first.next_cursor}`);
    expect(last.data.map(({ amount, created_by }) => [amount, created_by])).toEqual([[5, "test"]]);
    expect(last.next_cursor).toBeNull();
  });

  it("lists the open holds page by page, oldest first, which are those of the table", async () => {
    const all = await holds();
    const rows = await rawSql(
      gateway.place,
      "select request_id, amount_nanousd from holds order by created_at_ms, request_id",
    );
    expect(all.data.map(({ id, amount }) => [id, amount])).toEqual(
      rows.map((row) => [row["request_id"], usd(Number(row["amount_nanousd"]))]),
    );
    expect(all.total_count).toBe(rows.length);
    expect(Math.round(all.total_held * 1e9)).toBe(
      (await numbers("select sum(amount_nanousd) as held from holds"))["held"],
    );
    const paged: Output<"listHolds">["data"] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await holds(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      paged.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
    const [oldest] = all.data;
    const ofKey = await holds(`?api_key_hash=${oldest?.api_key_id}`);
    expect(ofKey.data.map(({ id }) => id)).toEqual(
      all.data.filter((hold) => hold.api_key_id === oldest?.api_key_id).map(({ id }) => id),
    );
    expect(oldest?.age).toBeGreaterThan(0);
  });

  it("has activity's totals equal to the rows of the ledger, with failures and own credentials", async () => {
    const [{ totals }, rows] = await Promise.all([
      get<Output<"listActivity">>("/activity"),
      numbers(`select count(*) as requests, sum(charged_nanousd) as usage, sum(unbilled_nanousd) as unbilled,
        sum(case when status >= 400 then 1 else 0 end) as failed, sum(byok) as byok from ledger`),
    ]);
    expect(totals).toMatchObject({
      ...{ requests: rows["requests"], usage: usd(rows["usage"]), unbilled: usd(rows["unbilled"]) },
      ...{ failed_requests: rows["failed"], byok_requests: rows["byok"] },
    });
    expect(totals.failed_requests).toBeGreaterThan(0);
    expect(totals.byok_requests).toBeGreaterThan(0);
    expect(totals.cache_share).toBeCloseTo(totals.cached_tokens / totals.prompt_tokens, 3);
  });

  it("finds a request by its id and by the id of its reply, with what was held and when each attempt began", async () => {
    const reply = await fetch(`${gateway.api}/chat/completions`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({
        ...{ model: "sandbox/fail-503", models: ["sandbox/fail-503", "sandbox/text"] },
        messages: [{ role: "user", content: "Hello" }],
      }),
    });
    expect(reply.status, await reply.text()).toBe(200);
    const requestId = reply.headers.get("x-request-id") ?? "";
    expect(requestId).toMatch(/^req-/);
    const search = (id: string) =>
      get<Output<"listGenerations">>(`/generations?search=${encodeURIComponent(id)}`);
    const [found, ...others] = (await search(requestId)).data;
    expect(others).toEqual([]);
    expect((await search(found?.id ?? "")).data).toEqual([found]);
    expect((await search("gen-absent")).data).toEqual([]);
    const { held } = await numbers(
      `select held_nanousd as held from ledger where request_id = '${found?.id}'`,
    );
    expect(found?.held).toBe(usd(held));
    const starts = found?.provider_responses?.map(({ start }) => start ?? -1) ?? [];
    expect(starts.length).toBe(2);
    expect(starts[0]).toBeGreaterThanOrEqual(0);
    expect(starts[1]).toBeGreaterThanOrEqual(
      (starts[0] ?? 0) + (found?.provider_responses?.[0]?.latency ?? 0) - 1,
    );
  });

  it("tells the status of this node, and what the gateway added to a call", async () => {
    await gateway.store.money.heartbeat("on another node");
    await gateway.store.money.heartbeat("on a node that lags behind", 99);
    const { data } = await get<Output<"getStatus">>("/status");
    const [process_, ...others] = data.processes;
    expect(others).toEqual([]);
    expect(process_).toMatchObject({ pid: process.pid, requests_in_flight: 1 });
    expect(data).toMatchObject({ engine: engine.engine, requests_in_flight: 1 });
    expect(data.processes_elsewhere).toBeGreaterThan(0);
    expect(data.processes_behind).toBe(1);
    await gateway.store.money.heartbeat("on a node that lags behind", 0);
    expect((await get<Output<"getStatus">>("/status")).data.processes_behind).toBe(0);
    expect(data.overhead?.requests).toBeGreaterThan(0);
    expect(data.overhead?.p50).toBeGreaterThan(0);
    expect(data.overhead?.p99).toBeGreaterThanOrEqual(data.overhead?.p50 ?? 0);
    expect(data.held).toBe((await ledger()).data.held);
    const { data: spenders } = await get<Output<"listHolds">>("/holds");
    expect(spenders.every(({ process_silent }) => process_silent !== undefined)).toBe(true);
  });

  it("shows how long the process of a hold has been silent, and books it once that is dead", async () => {
    const watching = await openStore(gateway.place, { silenceMs });
    const key = await watching.keys.get(gateway.own.organisationId, hashKey(gateway.own.ordinary));
    const request = admitRequest(key ?? expect.fail(), { processId: "dead" });
    await watching.money.heartbeat("dead");
    await watching.money.admit([request]);
    const other = await openStore(gateway.place, { silenceMs });
    expect(other.money.silenceOf("dead")).toBeNull();
    const seen = new Set<number | null>();
    await eventually(async () => {
      await other.money.heartbeat("other");
      seen.add(other.money.silenceOf("dead"));
      const row = await other.activity.generation(gateway.own.organisationId, request.generationId);
      expect(row?.state).toBe("abandoned");
    });
    expect([...seen].some((silent) => silent !== null && silent > 0)).toBe(true);
    expect(other.money.silenceOf("other")).toBe(0);
    await Promise.all([watching.close(), other.close()]);
    const { data } = await ledger();
    expect(data.agrees, JSON.stringify(data.checks)).toBe(true);
    const holding = await gateway.store.ledger.holds(gateway.own.organisationId, { limit: 1000 });
    expect(holding.records.map(({ generationId }) => generationId)).not.toContain(
      request.generationId,
    );
  });

  it("shows a sum that is below nothing, which is a defect", async () => {
    await rawSql(
      gateway.place,
      `update ledger_days set requests = requests - 1000000, held_nanousd = held_nanousd - 1000000000000
        where state = 'settled'`,
    );
    const { data } = await ledger();
    expect(data.agrees).toBe(false);
    expect(data.totals.requests).toBeLessThan(0);
    expect(data.totals.held).toBeLessThan(0);
  });
});
