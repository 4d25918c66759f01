// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getWorkspace as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listWorkspaces } from "./list-workspaces.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter, repliesOf401, repliesOf404_2, repliesOf500, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetWorkspaceExamples {
  200: "workspace" | "workspace-with-defaults";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "workspace-not-found";
  405: "method-not-allowed";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "rate-limited";
  431: "headers-too-large";
  500: "internal-error";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "getWorkspace",
    "method": "get",
    "path": "/workspaces/{id}",
    "key": "management",
    "scope": "read_only",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [
      "id",
    ],
  },
  "parameters": [
    idParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "workspace",
          "value": {
            "data": {
              "id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "name": "Research",
              "slug": "research",
              "description": "Search and summaries for the research team",
              "default_text_model": "acme/writer",
              "default_image_model": null,
              "default_provider_sort": "price",
              "is_observability_io_logging_enabled": true,
              "is_observability_broadcast_enabled": false,
              "is_data_discount_logging_enabled": false,
              "is_embeddings_cache_enabled": false,
              "io_logging_sampling_rate": 0.25,
              "io_logging_api_key_ids": [
                3,
                7,
              ],
              "created_at": "2026-11-02T09:15:00.000Z",
              "updated_at": "2026-11-18T16:40:12.000Z",
              "created_by": "user_7f3k",
              "default_guardrail_id": "0b9d8c7e-2f1a-4e6b-b5d3-9c8a7f6e5d4c",
              "include_byok_in_budgets": false,
              "disabled_server_tools": null,
            },
          },
        },
        {
          "name": "workspace-with-defaults",
          "value": {
            "data": {
              "id": "c2a7e1d4-6b3f-4d58-8e90-1f2a3b4c5d6e",
              "name": "Default",
              "slug": "default",
              "description": null,
              "default_text_model": null,
              "default_image_model": null,
              "default_provider_sort": null,
              "is_observability_io_logging_enabled": false,
              "is_observability_broadcast_enabled": false,
              "is_data_discount_logging_enabled": false,
              "is_embeddings_cache_enabled": false,
              "io_logging_sampling_rate": 1,
              "io_logging_api_key_ids": null,
              "created_at": "2026-11-01T08:00:00.000Z",
              "updated_at": null,
              "created_by": null,
              "default_guardrail_id": "0b9d8c7e-2f1a-4e6b-b5d3-9c8a7f6e5d4c",
              "include_byok_in_budgets": false,
              "disabled_server_tools": null,
            },
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_2,
    "500": repliesOf500,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /workspaces/{id}` */
export const getWorkspace: Operation<"getWorkspace", GetWorkspaceExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listWorkspaces] });
