import { expect, it } from "vitest";
import { GatewayError } from "../errors.ts";
import { createLog } from "./log.ts";
import { type LoggedRecord, logRequest } from "./request-log.ts";

/** A whole caller, as the log is given one: it must pick what it says. */
const caller = {
  keyId: 7,
  keyHash: "the-hash",
  kind: "ordinary",
  organisationId: "the-organisation",
  workspaceId: "the-workspace",
};

const record: LoggedRecord = {
  requestId: "req-1",
  operation: "createEmbeddings",
  caller,
  failure: null,
};

function logged(change: Partial<LoggedRecord>, status: number): string {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  logRequest(log, { record: { ...record, ...change }, method: "POST", status, durationMs: 12 });
  return lines.join("");
}

it("says in one line of JSON who asked for what, and how it ended", () => {
  expect(JSON.parse(logged({}, 200))).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    pid: process.pid,
    request_id: "req-1",
    operation: "createEmbeddings",
    method: "POST",
    status: 200,
    duration_ms: 12,
    key_id: 7,
    workspace_id: "the-workspace",
    msg: "request",
  });
});

it("never says a key's hash", () => {
  expect(logged({}, 200)).not.toContain("the-hash");
});

it("repeats nothing of what a caller got wrong, but its kind", () => {
  const error = new GatewayError("badRequest", { message: "input: the secret prompt" });
  const line = logged({ failure: { kind: "badRequest", error } }, 400);
  expect(JSON.parse(line)).toMatchObject({ level: "info", failure: "badRequest" });
  expect(line).not.toContain("prompt");
});

it("says what was thrown where it is our own failure", () => {
  const error = new Error("the table is gone");
  const line = logged({ failure: { kind: "internal", error } }, 500);
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    error: { type: "Error", message: "the table is gone", at: expect.stringContaining(".test.ts") },
  });
});

it("is silent about probes", () => {
  expect(logged({ operation: null, caller: null }, 200)).toBe("");
  expect(logged({ operation: null, caller: null }, 404)).not.toBe("");
});
