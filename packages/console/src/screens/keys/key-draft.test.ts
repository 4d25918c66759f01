import type { Schema } from "@portico/client";
import { describe, expect, it } from "vitest";
import { bodyOfChange, bodyOfNew, draftOf, emptyDraft } from "./key-draft.ts";

const key: Schema<"ApiKey"> = {
  id: 7,
  hash: "0".repeat(64),
  name: "Search",
  label: "ptc_abcd…wxyz",
  kind: "ordinary",
  workspace_id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
  disabled: false,
  limit: 10,
  limit_remaining: 8,
  limit_reset: "monthly",
  include_byok_in_limit: false,
  usage: 2,
  usage_daily: 0,
  usage_weekly: 1,
  usage_monthly: 2,
  byok_usage: 0,
  byok_usage_daily: 0,
  byok_usage_weekly: 0,
  byok_usage_monthly: 0,
  requests_per_minute: 60,
  tokens_per_minute: null,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: null,
  expires_at: "2027-01-01T00:00:30.500Z",
  creator_user_id: null,
  external_user: null,
  owner_email: null,
  exposed_at: null,
  exposed_source: null,
  exposed_url: null,
  allowed_models: ["openai/*", "sandbox/text"],
  allowed_providers: null,
  data_collection: "deny",
  zero_data_retention: false,
  requires_end_user: false,
  max_output_tokens: null,
  max_requests_in_flight: null,
  session_budget: null,
  allowed_networks: null,
  scope: "all",
  rotated_at: null,
  previous_secret_expires_at: null,
};

describe("the body of a new key", () => {
  it("leaves out what was left empty", () => {
    expect(bodyOfNew({ ...emptyDraft, name: " Search " }).body).toEqual({
      name: "Search",
      kind: "ordinary",
    });
  });

  it("has every right that was filled in", () => {
    const { body } = bodyOfNew({
      ...emptyDraft,
      name: "Search",
      limit: "1,250.50",
      limit_reset: "weekly",
      requests_per_minute: "60",
      tokens_per_minute: "90000",
      max_requests_in_flight: "4",
      max_output_tokens: "1024",
      allowed_models: "openai/*\n\n sandbox/text ",
      allowed_providers: "openai, sandbox",
      allowed_networks: "192.0.2.0/24",
      denies_data_collection: true,
      zero_data_retention: true,
      requires_end_user: true,
      owner_email: "ada@example.org",
    });
    expect(body).toEqual({
      name: "Search",
      kind: "ordinary",
      limit: 1250.5,
      limit_reset: "weekly",
      requests_per_minute: 60,
      tokens_per_minute: 90_000,
      max_requests_in_flight: 4,
      max_output_tokens: 1024,
      allowed_models: ["openai/*", "sandbox/text"],
      allowed_providers: ["openai", "sandbox"],
      allowed_networks: ["192.0.2.0/24"],
      data_collection: "deny",
      zero_data_retention: true,
      requires_end_user: true,
      owner_email: "ada@example.org",
    });
  });

  it("has no rights of the other kind", () => {
    const filled = { ...emptyDraft, name: "Operations", limit: "5", allowed_models: "openai/*" };
    expect(bodyOfNew({ ...filled, kind: "management", scope: "read_only" }).body).toEqual({
      name: "Operations",
      kind: "management",
      scope: "read_only",
    });
    expect(bodyOfNew({ ...filled, scope: "read_only" }).body).not.toHaveProperty("scope");
  });

  it.each([
    [{ name: "" }, "name", "Write something here."],
    [{ limit: "ten" }, "limit", "Write a number."],
    [{ limit: "-1" }, "limit", "At least 0."],
    [{ requests_per_minute: "1.5" }, "requests_per_minute", "Write a whole number."],
    [
      { allowed_networks: "192.0.2.1\nnowhere" },
      "allowed_networks",
      "Line 2: This has another form than expected.",
    ],
    [{ owner_email: "nobody" }, "owner_email", "This is no e-mail address."],
    [{ owner_email: "foo" }, "owner_email", "This is no e-mail address."],
  ] as const)("names what is wrong with %o", (wrong, field, words) => {
    const { body, mistakes } = bodyOfNew({ ...emptyDraft, name: "Search", ...wrong });
    expect(body).toBeNull();
    expect(mistakes).toEqual({ [field]: words });
  });
});

describe("the body of a change", () => {
  it("is empty where nothing was changed, to the part of a second", () => {
    expect(bodyOfChange(draftOf(key), key).body).toEqual({});
  });

  it("has what was changed alone, and null for what was emptied", () => {
    const draft = { ...draftOf(key), name: "Find", limit: "", allowed_models: "openai/*" };
    expect(bodyOfChange(draft, key).body).toEqual({
      name: "Find",
      limit: null,
      allowed_models: ["openai/*"],
    });
  });
});
