import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import type { Case } from "../src/suite/case.ts";
import { runSuite } from "../src/suite/run-suite.ts";
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
    const { results } = await runSuite(liar.target, casesFor(fault), { untilFailure: true });
    return results.flatMap(({ outcome, title, reason }) =>
      outcome === "failed" ? [`${title}: ${reason}`] : [],
    );
  };

  it("finds nothing where nothing is wrong", async () => {
    expect(await failuresOf(null)).toEqual([]);
  });

  it.each(faultNames)("finds the fault %s", async (fault) => {
    expect(await failuresOf(fault)).toHaveLength(1);
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
