import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { embedded, type TestPlace } from "../../test/store/engines.ts";
import { firstTenant, type Tenant } from "../../test/store/records.ts";
import type { Store } from "../store/store.ts";
import { noticesAboutAlert } from "./alert-notices.ts";
import { createProviderWatch, type ProviderWatch } from "./provider-watch.ts";

let place: TestPlace;
let store: Store;
let tenant: Tenant;
const running: ProviderWatch[] = [];
beforeEach(async () => {
  place = await embedded.makePlace();
  store = await place.open();
  tenant = await firstTenant(store);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
  await place[Symbol.asyncDispose]();
});

const downMs = 500;

/** As one process has it. */
function start(): ProviderWatch {
  const watch = createProviderWatch({
    alerts: store.alerts,
    noticesOf: (alert) => noticesAboutAlert(alert, ["webhook"]),
    organisationId: async () => tenant.organisationId,
    downMs,
    tickMs: 20,
    failuresToOpen: 3,
    onWritten: () => {},
    onProblem: (error) => expect.fail(String(error)),
  });
  running.push(watch);
  return watch;
}

const fail = (watch: ProviderWatch, times = 3, model = "acme/large") => {
  for (let count = 0; count < times; count += 1) watch.observe("acme", model, false);
};
const list = async () =>
  (await store.alerts.list(tenant.organisationId, { offset: 0, limit: 10 })).records;
const tell = () => store.alerts.fanOut((alert) => noticesAboutAlert(alert, ["webhook"]));
const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("a provider whose requests all fail is one alert, for two processes", async () => {
  const [one, other] = [start(), start()];
  for (const watch of [one, other]) fail(watch);
  one.observe("acme", "acme/small", false);
  await until(async () => expect(await list()).toHaveLength(1));
  await pass(2 * downMs);
  expect(await list()).toMatchObject([
    {
      kind: "provider_down",
      subject: "provider:acme",
      subjectName: "acme",
      resolvedAtMs: null,
      details: { since: expect.any(String), failures: expect.any(Number) },
    },
  ]);
});

it("one failure long after others is no alert", async () => {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  const watch = start();
  fail(watch, 2);
  await pass(2 * downMs);
  aheadMs = 2_000_000;
  fail(watch, 1);
  await pass(downMs / 2);
  expect(await list()).toEqual([]);
  clock.mockRestore();
});

it("a provider that fails for a moment, seldom, or with one of its models only, is no alert", async () => {
  const watch = start();
  fail(watch, 2);
  await pass(2 * downMs);
  watch.observe("acme", "acme/large", true);
  // Of two models, one works.
  for (let round = 0; round < 8; round += 1) {
    fail(watch);
    watch.observe("acme", "acme/small", true);
    await pass(downMs / 4);
  }
  expect(await list()).toEqual([]);
});

it("an outage ends when a request has succeeded and no process reports it any more", async () => {
  const [one, other] = [start(), start()];
  for (const watch of [one, other]) fail(watch);
  await until(async () => expect(await tell()).toHaveLength(1));
  one.observe("acme", "acme/large", true);
  await pass(3 * downMs);
  // The other process still cannot reach it.
  expect(await list()).toMatchObject([{ resolvedAtMs: null }]);
  other.observe("acme", "acme/large", true);
  await until(async () =>
    expect(await list()).toMatchObject([{ resolvedAtMs: expect.any(Number) }]),
  );
  const [alert] = await list();
  expect(alert?.deliveries.map(({ kind }) => kind)).toEqual(["provider.down", "provider.restored"]);
});

it("a provider that flaps is one alert", async () => {
  const watch = start();
  fail(watch);
  await until(async () => expect(await tell()).toHaveLength(1));
  for (let round = 0; round < 6; round += 1) {
    watch.observe("acme", "acme/large", true);
    fail(watch);
    await pass(downMs / 2);
  }
  expect(await list()).toHaveLength(1);
  expect(await list()).toMatchObject([{ resolvedAtMs: null }]);
});

it("an outage whose process was killed ends with the first answer, not by itself", async () => {
  const first = start();
  fail(first);
  await until(async () => expect(await tell()).toHaveLength(1));
  await first.close();
  const second = start();
  second.observe("other", "other/model", true);
  await pass(3 * downMs);
  expect(await list()).toMatchObject([{ resolvedAtMs: null }]);
  second.observe("acme", "acme/large", true);
  await until(async () =>
    expect(await list()).toMatchObject([{ resolvedAtMs: expect.any(Number) }]),
  );
});
