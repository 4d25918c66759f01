import assert from "node:assert/strict";
import type { OperationFacts, OperationId } from "@portico/contract";
import { operationIds, operations } from "@portico/contract";
import { csvOf, csvType } from "@portico/contract/csv";
import { csvColumns } from "@portico/contract/csv-columns";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { good } from "./ask.ts";

const lists = operationIds.filter((id) => {
  const { responses }: OperationFacts = operations[id];
  return Object.values<readonly string[]>(responses).some((types) => types.includes(csvType));
});

/** Lists as tables: an addition to the interface. */
export const csvCases: readonly Case[] = lists.map((id) => ({
  title: `gives the list of ${id} as CSV to those who ask for it`,
  clauses: [],
  run: (bench) => compare(bench, id),
}));

async function compare(bench: Bench, id: OperationId): Promise<void> {
  const query = { limit: 1 };
  const reply = await bench.send(id, { query, headers: { Accept: csvType } });
  assert.equal(reply.status, 200);
  assert.equal(reply.mediaType, csvType);
  const columns = csvColumns(bench.document, id) ?? [];
  const head = csvOf(columns, []);
  assert.ok(reply.text.startsWith(head), "The head is not that of the contract.");
  good(await bench.send(id, { query, headers: { Accept: "text/csv;q=0.1, application/json" } }));
}
