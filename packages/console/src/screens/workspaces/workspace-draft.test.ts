import type { Schema } from "@portico/client";
import { expect, it } from "vitest";
import { bodyOfChange, bodyOfNew, draftOf, emptyDraft } from "./workspace-draft.ts";

const workspace: Schema<"Workspace"> = {
  id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
  name: "Research",
  slug: "research",
  description: null,
  default_text_model: null,
  default_image_model: null,
  default_provider_sort: "price",
  is_observability_io_logging_enabled: false,
  is_observability_broadcast_enabled: false,
  is_data_discount_logging_enabled: false,
  is_embeddings_cache_enabled: true,
  io_logging_sampling_rate: 0.07,
  io_logging_api_key_ids: null,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: null,
  created_by: null,
  default_guardrail_id: "x",
};

it("changes nothing where nothing was typed", () => {
  expect(bodyOfChange(draftOf(workspace), workspace)).toEqual({ body: {}, mistakes: null });
});

it("sends only what differs, and empties a field", () => {
  const draft = {
    ...draftOf(workspace),
    name: " Research and search ",
    default_provider_sort: "",
    is_observability_io_logging_enabled: true,
    sampled_percent: "12.5",
  };
  expect(bodyOfChange(draft, workspace).body).toEqual({
    name: "Research and search",
    default_provider_sort: null,
    is_observability_io_logging_enabled: true,
    io_logging_sampling_rate: 0.125,
  });
});

it("names the field of what the gateway would refuse", () => {
  expect(Object.keys(bodyOfNew({ ...emptyDraft, slug: "No Slug" }).mistakes ?? {})).toEqual([
    "name",
    "slug",
  ]);
  const change = bodyOfChange({ ...draftOf(workspace), sampled_percent: "a few" }, workspace);
  expect(Object.keys(change.mistakes ?? {})).toEqual(["io_logging_sampling_rate"]);
});

it("leaves the slug of a new workspace to the gateway", () => {
  expect(bodyOfNew({ ...emptyDraft, name: "Search" }).body).not.toHaveProperty("slug");
});
