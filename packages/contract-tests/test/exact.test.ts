import { someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import { type RunOptions, runSuite } from "../src/suite/run-suite.ts";
import type { Target } from "../src/targets/target.ts";
import { type ExactServer, startExactServer } from "./exact/exact-server.ts";
import { thoughtFaults } from "./lying/thought-faults.ts";
import {
  type FaultName,
  faultNames,
  faultsOfChats,
  faultsOfCosts,
  faultsOfMessages,
  faultsOfRankings,
  startLyingServer,
} from "./lying-server.ts";
import { notApplicableToServer } from "./not-applicable.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

/** A gateway of which nothing is left but the specified interface. */
describe("the suite without additions", () => {
  let gateway: RunningTarget;
  let exact: ExactServer;
  let target: Target;
  beforeAll(async () => {
    gateway = await startSqliteTarget();
    exact = await startExactServer(gateway.target.baseUrl);
    target = { ...gateway.target, name: "exact", baseUrl: exact.baseUrl };
  });
  afterAll(async () => {
    await exact[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });

  const tried = async (on: Target, options: RunOptions = {}) => {
    const { results } = await runSuite(on, cases, { additions: false, ...options });
    return {
      passed: results.filter(({ outcome }) => outcome === "passed").length,
      failed: results.flatMap(({ outcome, title, reason }) =>
        outcome === "failed" ? [`${title}: ${reason}`] : [],
      ),
      left: results.filter(({ outcome }) => outcome === "not applicable"),
    };
  };

  it("finds nothing wrong with a server that is exactly the interface", async () => {
    const { passed, failed, left } = await tried(target);
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(140);
    const others = left.filter(({ title }) => !(title in notApplicableToServer));
    for (const { title, reason } of others)
      expect(reason, title).toMatch(/ (is an|are) additions?\.$|Nothing was seen/);
  });

  it("finds nothing wrong with a gateway that has all additions", async () => {
    expect((await tried(gateway.target)).failed).toEqual([]);
  });

  it("finds much amiss where the additions are asked for", async () => {
    expect((await tried(target, { additions: true })).failed.length).toBeGreaterThan(100);
  });

  const unspecified = {
    ...aboutAdditions,
    ...faultsOfChats,
    ...faultsOfMessages,
    ...faultsOfCosts,
    ...faultsOfRankings,
  };
  const shown = faultNames.filter((name) => !(name in unspecified));

  it.each(someOf(shown, 3))("finds the lie %s", async (name) => {
    await using liar = await startLyingServer(target, name);
    expect((await tried(liar.target, { untilFailure: true })).failed).toHaveLength(1);
  });

  it("knows at least 40 lies", () => {
    expect(shown.length).toBeGreaterThanOrEqual(40);
  });
});

/** Lies about what the interface does not have, and why none of them shows without it. */
const aboutAdditions: Partial<Record<FaultName, string>> = {
  unknownSort: "The values are open.",
  undocumentedField: "Other fields may exist.",
  undocumentedHeader: "Other headers may exist.",
  missingRequestId: "The header is an addition.",
  missingRetryAfter: "The header is an addition.",
  missingAllow: "The header is an addition.",
  wrongModel: "The model of an embeddings reply is an addition.",
  unknownEvent: "Events of other vocabularies are additions.",
  lostDelta: "It takes an event away that is an addition.",
  wrongNumbers: "The numbers of events are additions.",
  bigEndian: "Base64 is an addition.",
  remembers: "References to earlier responses are additions.",
  deletedFalse: "Credentials are made by an addition, so that there is none to delete.",
  deletesNothing: "Credentials are made by an addition, so that there is none to delete.",
  ignoresKeyLimit: "Keys are made by an addition.",
  acceptsDeletedKeys: "Keys are made by an addition.",
  keyShownTwice: "Keys are made by an addition.",
  ignoresOffset: "Pages are additions.",
  pageWithoutTotal: "Pages are additions.",
  forgetsRates: "Changing a workspace is an addition.",
  ...Object.fromEntries(
    Object.keys(thoughtFaults).map((name) => [name, "Thoughts are an addition."]),
  ),
};
