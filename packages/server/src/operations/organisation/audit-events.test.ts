import { describe, expect, it } from "vitest";
import { toAuditEvent } from "./audit-events.ts";

const event = {
  id: 3,
  createdAtMs: Date.UTC(2026, 10, 3),
  action: "updateApiKey",
  actorType: "key",
  actorKeyId: 2,
  actorKeyKind: "management",
  actorName: "Operations",
  actorSubject: null,
  actorSessionId: null,
  clientIp: "203.0.113.7",
  requestId: "req-1",
  workspaceId: null,
  targetType: "api_key",
  targetId: "7",
  before: null,
  after: null,
} as const;

describe("an audit event on the wire", () => {
  it("names facts as the interface does, with amounts in dollars and times as timestamps", () => {
    const after = {
      limitNanousd: 1_500_000_000,
      expiresAtMs: Date.UTC(2027, 0, 1),
      isObservabilityIoLoggingEnabled: true,
      ioLoggingApiKeyIds: [1, 2],
      requestsPerMinute: null,
    };
    expect(toAuditEvent({ ...event, after }).after).toEqual({
      limit: 1.5,
      expires_at: "2027-01-01T00:00:00.000Z",
      is_observability_io_logging_enabled: true,
      io_logging_api_key_ids: [1, 2],
      requests_per_minute: null,
    });
  });

  it("keeps null for a missing amount or time", () => {
    const before = { limitNanousd: null, expiresAtMs: null };
    expect(toAuditEvent({ ...event, before }).before).toEqual({ limit: null, expires_at: null });
  });
});
