import { describe, expect, it } from "vitest";
import { loadDocument, type OperationId, operations } from "../index.ts";
import { createRequestJudge } from "./judge-request.ts";

const judge = createRequestJudge(loadDocument());

function judged(
  id: OperationId,
  {
    path = operations[id].path,
    query = "",
    body,
  }: { path?: string; query?: string; body?: unknown },
): string[] {
  return judge(operations[id], {
    path,
    query: new URLSearchParams(query),
    headers: new Headers(body === undefined ? {} : { "Content-Type": "application/json" }),
    text: body === undefined ? "" : JSON.stringify(body),
  });
}

describe("the judge of requests", () => {
  it("finds no fault in valid ones", () => {
    expect(judged("createEmbeddings", { body: { model: "a/b", input: "x" } })).toEqual([]);
    expect(judged("listActivity", { query: "group_by=day,model" })).toEqual([]);
    const path = "/byok/5f1d7d67-1f4e-4d3a-9c5e-0a8d8f1f2a3b";
    expect(judged("deleteByokCredential", { path })).toEqual([]);
  });

  it("names the field of a body", () => {
    expect(judged("createEmbeddings", { body: { model: "a/b" } })).toEqual(["input is required."]);
    expect(judged("createEmbeddings", {})).toEqual(["The body is of no type, not JSON."]);
  });

  it("names the parameter of a query, a path or a header", () => {
    expect(judged("listApiKeys", { query: "offset=-1" })).toEqual([
      expect.stringContaining("offset"),
    ]);
    expect(judged("deleteByokCredential", { path: "/byok/no-uuid" })).toEqual([
      expect.stringContaining("id: must match format"),
    ]);
  });
});
