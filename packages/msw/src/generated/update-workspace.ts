// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { updateWorkspace as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listWorkspaces } from "./list-workspaces.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter, repliesOf400, repliesOf401, repliesOf404_2, repliesOf409, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface UpdateWorkspaceExamples {
  200: "updated-workspace";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "workspace-not-found";
  405: "method-not-allowed";
  409: "conflict" | "last-management-key";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "rate-limited";
  431: "headers-too-large";
  500: "internal-error" | "provider-failed" | "secret-unreadable";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "updateWorkspace",
    "method": "patch",
    "path": "/workspaces/{id}",
    "key": "management",
    "scope": "all",
    "roles": [
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
  "body": {
    "$ref": "#/components/schemas/UpdateWorkspaceRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "updated-workspace",
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
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_2,
    "409": repliesOf409,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "UpdateWorkspaceRequest": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
        },
        "slug": {
          "type": "string",
          "minLength": 1,
          "maxLength": 64,
          "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
        },
        "description": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 4096,
        },
        "default_text_model": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
        "default_image_model": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
        "default_provider_sort": {
          "type": [
            "string",
            "null",
          ],
          "enum": [
            "price",
            "throughput",
            "latency",
            "exacto",
            null,
          ],
        },
        "is_observability_io_logging_enabled": {
          "type": "boolean",
        },
        "is_observability_broadcast_enabled": {
          "type": "boolean",
        },
        "is_data_discount_logging_enabled": {
          "type": "boolean",
        },
        "is_embeddings_cache_enabled": {
          "type": "boolean",
        },
        "io_logging_sampling_rate": {
          "type": "number",
          "format": "double",
          "minimum": 0.0001,
          "maximum": 1,
        },
        "io_logging_api_key_ids": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 1000,
          "items": {
            "type": "integer",
          },
        },
      },
    },
  },
};

/** `PATCH /workspaces/{id}` */
export const updateWorkspace: Operation<"updateWorkspace", UpdateWorkspaceExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listWorkspaces] });
