import { type OperationFacts, operations } from "@portico/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import { loadClauses } from "../src/clauses.ts";
import { type Outcome, runSuite } from "../src/suite/run-suite.ts";
import { startMockTarget } from "./targets/mock-target.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

describe("the clauses and the cases", () => {
  const clauses = loadClauses().map(({ id }) => id);
  const named = new Set(cases.flatMap((each) => each.clauses));

  it("have a case for every clause", () => {
    expect(clauses.filter((id) => !named.has(id))).toEqual([]);
  });

  it("name no clause that does not exist", () => {
    expect([...named].filter((id) => !clauses.includes(id))).toEqual([]);
  });

  it("have titles of their own", () => {
    const titles = cases.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

/** What no caller can bring a healthy gateway to: only the mock shows these. */
const onlyAtMock: Readonly<Record<string, string>> = {
  "getWorkspace 500 application/json": "Needs a defect in the server.",
  "deleteByokCredential 500 application/json": "Needs a defect in the server.",
  "createSession 429 application/json": "Would keep the address from signing in for a minute.",
  "refundGeneration 200 application/json": "Needs a process that died in mid-request.",
};

describe("the replies that the contract lists", () => {
  let server: Set<string>;
  let mock: Set<string>;
  beforeAll(async () => {
    server = await seenAt(startSqliteTarget);
    mock = await seenAt(startMockTarget);
  });

  it("are all seen at the server, but for those that it cannot be brought to", () => {
    const unseen = listedReplies().filter((reply) => !server.has(reply));
    expect(unseen.sort()).toEqual(Object.keys(onlyAtMock).sort());
  });

  it("are seen at the mock where the server does not show them", () => {
    expect(Object.keys(onlyAtMock).filter((reply) => !mock.has(reply))).toEqual([]);
  });
});

function listedReplies(): string[] {
  return Object.values(operations).flatMap(({ id, responses }: OperationFacts) =>
    Object.entries(responses)
      .filter(([status]) => status !== "default")
      .flatMap(([status, mediaTypes]) =>
        mediaTypes.map((mediaType: string) => `${id} ${status} ${mediaType}`),
      ),
  );
}

async function seenAt(start: () => Promise<RunningTarget>): Promise<Set<string>> {
  await using running = await start();
  const { cells }: Outcome = await runSuite(running.target, cases);
  return new Set(
    cells.flatMap(({ operation, status, mediaType, kept }) =>
      kept > 0 ? [`${operation} ${status} ${mediaType}`] : [],
    ),
  );
}
