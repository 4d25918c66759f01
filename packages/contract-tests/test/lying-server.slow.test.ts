import { isProof, someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import type { Case } from "../src/suite/case.ts";
import { runSuite } from "../src/suite/run-suite.ts";
import { finderFirst, finders, writeFinders } from "./lying/finders.ts";
import {
  type FaultName,
  faultNames,
  faultsOfChats,
  faultsOfCosts,
  faultsOfMessages,
  faultsOfRankings,
  startLyingServer,
} from "./lying-server.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

/** The cases that have to find a fault: those of one way to ask a model find the lies about it. */
const casesFor = (fault: FaultName | null): readonly Case[] => {
  const own = prefixes.find(([, faults]) => fault !== null && fault in faults);
  return own === undefined
    ? cases
    : cases.filter(({ clauses }) => clauses.some((id) => id.startsWith(own[0])));
};

/** What the clauses about a way to ask a model begin with. */
const prefixes = [
  ["chat.", faultsOfChats],
  ["messages.", faultsOfMessages],
  ["money.", faultsOfCosts],
  ["rerank.", faultsOfRankings],
] as const;

/** The negative control: a suite that finds nothing proves nothing until it has been seen to find something. */
describe("the suite", () => {
  let honest: RunningTarget;
  beforeAll(async () => {
    honest = await startSqliteTarget();
  });
  afterAll(() => honest[Symbol.asyncDispose]());

  const failuresOf = async (fault: FaultName | null) => {
    await using liar = await startLyingServer(honest.target, fault);
    const asked = finderFirst(casesFor(fault), fault ?? "");
    const { results } = await runSuite(liar.target, asked, { untilFailure: true });
    return results.filter(({ outcome }) => outcome === "failed");
  };
  const found: Record<string, string> = {};
  afterAll(() => {
    if (isProof && process.env["WRITE_FINDERS"]) writeFinders(found);
  });

  it("finds nothing where nothing is wrong", async () => {
    expect(await failuresOf(null)).toEqual([]);
  });

  it.each(someOf(faultNames, 3))("finds the fault %s", async (fault) => {
    const failures = await failuresOf(fault);
    expect(failures).toHaveLength(1);
    found[fault] = failures[0]?.title ?? "";
  });

  it("knows the case that finds each fault, so that it runs first", () => {
    const titles = cases.map(({ title }) => title);
    const known = Object.fromEntries(
      faultNames.map((name) => [name, titles.includes(finders[name] ?? "")]),
    );
    // Write them again: WRITE_FINDERS=1 npm run prove -- contract-tests/test/lying-server
    expect(known).toEqual(Object.fromEntries(faultNames.map((name) => [name, true])));
  });

  it("knows at least 25 faults of each way to ask a model", () => {
    const chats = Object.keys(faultsOfChats).length;
    const messages = Object.keys(faultsOfMessages).length;
    expect(chats).toBeGreaterThanOrEqual(25);
    expect(messages).toBeGreaterThanOrEqual(25);
    const rankings = Object.keys(faultsOfRankings).length;
    expect(rankings).toBeGreaterThanOrEqual(25);
    expect(faultNames.length - chats - messages - rankings).toBeGreaterThanOrEqual(25);
  });
});
