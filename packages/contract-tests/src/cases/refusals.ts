import assert from "node:assert/strict";
import { type OperationFacts, operationIds, operations } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import { type Case, requireAdditions } from "../suite/case.ts";
import { good, refused, refusedWith } from "./ask.ts";
import { validRequest } from "./provoke.ts";

const wrongBodies: readonly [string, string][] = [
  ["an empty body", ""],
  ["half a body", '{"model":'],
  ["a list", "[]"],
  ["null", "null"],
  ["a number", "1"],
];

/** What every operation refuses in the same way, one row for each, so that every status of every operation is seen. */
export const refusalCases: readonly Case[] = [
  ...operationIds.flatMap((id): Case[] => {
    const facts: OperationFacts = operations[id];
    const asksForKey: readonly Case[] = [
      {
        title: `asks for a key at ${id}`,
        clauses: ["4.authorization", "5.1", "5.4"],
        async run(bench) {
          const request = validRequest(bench, id);
          await refused(bench, 401, id, { ...request, key: "none" });
          if (bench.target.abilities.prefersStatus) return;
          const wrong = { ...request, key: { value: "ptc_wrong" } };
          await refused(bench, 401, id, wrong);
          if (facts.key === "any") return;
          const other = facts.key === "management" ? "ordinary" : "management";
          await refused(bench, 401, id, { ...request, key: other });
        },
      },
    ];
    return [
      ...(facts.key === "none" ? [] : asksForKey),
      ...(facts.request === null ? [] : [bodyCase(id)]),
      ...(facts.queryParameters.length === 0 ? [] : [queryCase(id)]),
    ];
  }),
  {
    title: "reads the characters of a query that RFC 3986 allows as they are",
    clauses: [],
    async run(bench) {
      requireAdditions(bench, "Generations");
      const management = { key: "management" } as const;
      const typed = "/generations?from=2026-01-01T00:00:00Z&model=a/b:c@d,e";
      good(await bench.sendTo("GET", typed, management));
      const lost = "/generations?from=2026-01-01T00:00:00+02:00";
      const reply = await bench.sendTo("GET", lost, management);
      refusedWith(reply, 400);
      // A rehearsal has messages of its own.
      assert.match(reply.text, bench.target.abilities.prefersStatus ? /from/ : /%2B/);
    },
  },
  {
    title: "answers what it does not have with 404, and a method that it does not have with 405",
    clauses: ["7.404"],
    async run(bench) {
      for (const path of ["/no-such-path", "/", "/embeddings/models/x"]) {
        const reply = await bench.sendTo("GET", path);
        assert.equal(reply.status, 404, `${path}: ${reply.text.slice(0, 100)}`);
        envelope(reply.body, 404);
      }
      if (!bench.additions) return;
      const reply = await bench.sendTo("PUT", "/embeddings", { body: {} });
      assert.equal(reply.status, 405, reply.text);
      assert.match(reply.headers.get("allow") ?? "", /POST/);
      envelope(reply.body, 405);
    },
  },
];

function envelope(body: unknown, status: number): void {
  const error = (body as { error?: { code?: unknown; message?: unknown } } | undefined)?.error;
  assert.equal(error?.code, status);
  assert.equal(typeof error.message, "string");
}

type Id = (typeof operationIds)[number];

function bodyCase(id: Id): Case {
  return {
    title: `refuses a body at ${id} that is no JSON object`,
    clauses: ["7.400", "1.json"],
    async run(bench: Bench) {
      const { body: _, ...request } = validRequest(bench, id);
      for (const [what, raw] of wrongBodies) {
        const reply = await bench.send(id, { ...request, raw });
        assert.equal(reply.status, 400, `${what}: ${reply.status} ${reply.text.slice(0, 200)}`);
      }
      const headers = { "Content-Type": "text/plain" };
      const reply = await bench.send(id, { ...request, raw: "{}", headers });
      // 415 is an addition, and so are other forms of a body that the service reads as JSON.
      if (bench.additions) assert.equal(reply.status, 415, reply.text.slice(0, 200));
    },
  };
}

function queryCase(id: Id): Case {
  return {
    title: `refuses a query at ${id} that is none`,
    clauses: ["7.400"],
    async run(bench: Bench) {
      requireAdditions(bench, "Queries");
      const request = validRequest(bench, id);
      const { queryParameters } = operations[id] as OperationFacts;
      if (!(queryParameters as readonly string[]).includes("limit")) {
        const long = Object.fromEntries(queryParameters.map((name) => [name, "x".repeat(2_000)]));
        await refused(bench, 400, id, { ...request, query: long });
        return;
      }
      const right = await bench.send(id, { ...request, query: { ...request.query, limit: 1 } });
      // What the path of a valid request names need not exist; a wrong page is refused even so.
      if (request.params === undefined || right.status !== 404) good(right);
      const offsets = queryParameters.some((name) => name === "offset") ? [{ offset: -1 }] : [];
      for (const wrong of [{ limit: 0 }, { limit: 1001 }, { limit: "x" }, ...offsets])
        await refused(bench, 400, id, { ...request, query: { ...request.query, ...wrong } });
    },
  };
}
