import { fileURLToPath } from "node:url";
import { someOf } from "@portico/test-support/proof";
import { expect, it, vi } from "vitest";
import { createNotifier } from "../../src/notifications/notifier.ts";
import type { Store } from "../../src/store/store.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines, type TestPlace } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { firstTenant } from "../store/records.ts";
import { killAtStep, leasesEnd } from "./kill-at-step.ts";
import { type MailServer, mailSettings, type Stage, startMailServer } from "./mail-server.ts";
import type { Start } from "./outbox-process.ts";
import { type Step, steps } from "./steps.ts";

const program = fileURLToPath(new URL("outbox-process.ts", import.meta.url));

/** Where the sender is killed: at one of its steps, or at a stage of the mail server. */
type Moment = Step | `the server: ${Stage}`;
const serverStages: readonly Stage[] = ["connected", "from", "to", "data", "taken"];
const moments: readonly Moment[] = [
  ...steps,
  ...serverStages.map((stage) => `the server: ${stage}` as const),
];
/** The server has the mail but the sender has not stored that: the same mail is sent again. */
const twice: ReadonlySet<Moment> = new Set([
  "the server: taken",
  "the mail server has taken the mail",
]);
/** Neither the mark nor the notice was stored: the reporter got no answer, and reports the key again. */
const reportedAgain: Moment = "the key is marked, its transaction is open";

const cases = engines.flatMap(({ engine, makePlace }) =>
  moments.map((moment) => ({ engine, makePlace, moment })),
);

it.each(someOf(cases, 3))(
  "the mail arrives once through kill -9 on $engine at: $moment",
  { timeout: 120_000 },
  async ({ makePlace, moment }) => {
    await using place = await makePlace();
    const store = await place.open();
    const key = await (await firstTenant(store)).key({ ownerEmail: "owner@example.com" });
    const reached = Promise.withResolvers<void>();
    let isFirst = true;
    await using mail = await startMailServer({
      onStage(stage) {
        if (!isFirst || moment !== `the server: ${stage}`) return;
        reached.resolve();
        return new Promise<void>(() => {});
      },
    });
    const standStillAt = steps.find((step) => step === moment) ?? null;
    const start: Start = {
      place: place.place,
      mail: mailSettings(mail),
      hash: key.hash,
      standStillAt,
    };
    await killAtStep(program, start, standStillAt === null ? reached.promise : null);
    isFirst = false;
    const before = mail.received.length;
    if (moment === reportedAgain) await expectNothingKept(place, key.hash);
    await leasesEnd(place.place);
    await sendTheRest(place, store, mail, key.hash);
    const ids = mail.received.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(1);
    expect(mail.received).toHaveLength(twice.has(moment) ? 2 : 1);
    expect(new Set(mail.received.map(({ raw }) => raw)).size).toBe(1);
    expect(before).toBe(twice.has(moment) || moment === "the notice is marked as sent" ? 1 : 0);
  },
);

async function expectNothingKept(place: TestPlace, hash: string): Promise<void> {
  expect(await states(place)).toEqual([]);
  const found = await rawSql(place.place, `select exposed_at_ms from keys where hash = '${hash}'`);
  expect(found).toEqual([{ exposed_at_ms: null }]);
}

async function states(place: TestPlace): Promise<unknown[]> {
  return (await rawSql(place.place, "select state from outbox")).map(({ state }) => state);
}

/** Another process, to which the key is reported again: it sends what is left, and nothing else. */
async function sendTheRest(
  place: TestPlace,
  store: Store,
  mail: MailServer,
  hash: string,
): Promise<void> {
  const upstream = createUpstream();
  const notifier = createNotifier({
    outbox: store.outbox,
    alerts: store.alerts,
    alertChannels: null,
    settings: { mail: mailSettings(mail), webhook: null },
    upstream,
    onExposed: () => {},
    onAlert: () => {},
    onDelivery: () => {},
    onProblem: (error) => expect.fail(String(error)),
  });
  const exposed = await store.keys.expose({
    organisationId: null,
    hashes: [hash],
    actorIn,
    sightingOf: () => ({ source: "test", url: null }),
    disable: false,
    noticesOf: (key) => notifier.aboutExposedKey(key),
  });
  notifier.exposed(exposed);
  await vi.waitFor(async () => expect(await states(place)).toEqual(["sent"]), {
    timeout: 60_000,
    interval: 50,
  });
  await notifier.close();
  await upstream.close();
}
