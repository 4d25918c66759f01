import { loadDocument, type OperationId, operations } from "@portico/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "./support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function get(path: string, query: string) {
  const response = await fetch(`${gateway.api}${path}?${query}`, {
    headers: { authorization: `Bearer ${gateway.own.management}` },
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const { paths } = loadDocument();
const lists = Object.values(operations).filter(
  ({ path, method }) => paths[path]?.[method]?.["x-known-query"] === true,
);

it("refuses unknown filters in each list of requests, money, keys and changes", () => {
  const ids: readonly OperationId[] = lists.map(({ id }) => id);
  expect(new Set<string>(ids)).toEqual(
    new Set<string>([
      ...["listWorkspaces", "listByokCredentials", "listApiKeys", "listBudgets", "getBudget"],
      ...["listCreditGrants", "getLedger", "listHolds", "listActivity", "listGenerations"],
      ...["listAlerts", "listAuditEvents", "listSessions"],
      "listRefusals",
      "listAgentSessions",
      "listConfigurationVersions",
    ]),
  );
});

it.each(lists.map(({ path }) => path.replace("{id}", "1")))(
  "refuses an unknown filter of %s by its name",
  async (path) => {
    const { status, body } = await get(path, "colour=red");
    expect([status, body.error.code]).toEqual([400, 400]);
    expect(body.error.message).toMatch(/^colour is no parameter of this operation\./);
    expect(body.error.metadata).toMatchObject({ field: "colour" });
  },
);

it.each([
  ["/generations", "sesion_id=a", 'Did you mean "session_id"?'],
  ["/activity", "modle=a", 'Did you mean "model"?'],
  ["/generations", "user=a", "Known: from, to, "],
])("suggests what was meant: %s?%s", async (path, query, words) => {
  expect((await get(path, query)).body.error.message).toContain(words);
});

it("refuses a kind of failure that does not exist", async () => {
  const { status, body } = await get("/generations", "error_kind=nonsense");
  expect([status, body.error.metadata.field]).toEqual([400, "error_kind"]);
});

it.each(["/models", "/embeddings/models", "/providers", "/credits", "/key"])(
  "ignores what clients of other services add to %s",
  async (path) => {
    expect((await get(path, "beta=true&api-version=2026-01-01")).status).toBe(200);
  },
);
