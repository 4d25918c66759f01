// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createApiKey as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOf401, repliesOf404_2, repliesOfOthers, schemaOfAllowedModels, schemaOfAllowedNetworks, schemaOfAllowedProviders, schemaOfLimitReset } from "./shared.ts";

/** The names of the examples by status. */
interface CreateApiKeyExamples {
  201: "created-key";
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
  500: "internal-error" | "provider-failed" | "secret-unreadable";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "createApiKey",
    "method": "post",
    "path": "/keys",
    "key": "management",
    "scope": "all",
    "roles": [
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/CreateApiKeyRequest",
  },
  "replies": {
    "201": {
      "application/json": [
        {
          "name": "created-key",
          "value": {
            "data": {
              "id": 7,
              "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
              "name": "Search service",
              "label": "ptc_EXA...MPLE",
              "kind": "ordinary",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "disabled": false,
              "limit": 25,
              "limit_remaining": 25,
              "limit_reset": "monthly",
              "include_byok_in_limit": false,
              "usage": 0,
              "usage_daily": 0,
              "usage_weekly": 0,
              "usage_monthly": 0,
              "byok_usage": 0,
              "byok_usage_daily": 0,
              "byok_usage_weekly": 0,
              "byok_usage_monthly": 0,
              "requests_per_minute": 60,
              "tokens_per_minute": 200000,
              "created_at": "2026-11-02T09:20:00.000Z",
              "updated_at": null,
              "expires_at": null,
              "creator_user_id": null,
              "external_user": null,
              "owner_email": "search-team@example.com",
              "exposed_at": null,
              "exposed_source": null,
              "exposed_url": null,
              "allowed_models": [
                "openai/*",
                "acme/embed",
              ],
              "allowed_providers": null,
              "data_collection": "deny",
              "zero_data_retention": false,
              "requires_end_user": false,
              "max_output_tokens": 4096,
              "max_requests_in_flight": 8,
              "allowed_networks": [
                "192.0.2.0/24",
              ],
              "scope": "all",
              "rotated_at": null,
              "previous_secret_expires_at": null,
            },
            "key": "ptc_EXAMPLE",
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_2,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "AllowedModels": schemaOfAllowedModels,
    "AllowedNetworks": schemaOfAllowedNetworks,
    "AllowedProviders": schemaOfAllowedProviders,
    "CreateApiKeyRequest": {
      "type": "object",
      "required": [
        "name",
      ],
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
        },
        "kind": {
          "type": "string",
          "enum": [
            "ordinary",
            "management",
          ],
        },
        "workspace_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
        },
        "limit": {
          "type": [
            "number",
            "null",
          ],
          "minimum": 0,
          "maximum": 9000000,
        },
        "limit_reset": {
          "$ref": "#/components/schemas/LimitReset",
        },
        "include_byok_in_limit": {
          "type": "boolean",
        },
        "requests_per_minute": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
          "maximum": 2147483647,
        },
        "tokens_per_minute": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
          "maximum": 2147483647,
        },
        "expires_at": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
          "format": "date-time",
        },
        "creator_user_id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
        "owner_email": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 254,
          "pattern": "^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,8}$",
        },
        "allowed_models": {
          "$ref": "#/components/schemas/AllowedModels",
        },
        "allowed_providers": {
          "$ref": "#/components/schemas/AllowedProviders",
        },
        "data_collection": {
          "$ref": "#/components/schemas/KeyDataCollection",
        },
        "zero_data_retention": {
          "type": "boolean",
        },
        "requires_end_user": {
          "type": "boolean",
        },
        "max_output_tokens": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
          "maximum": 2147483647,
        },
        "max_requests_in_flight": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
          "maximum": 2147483647,
        },
        "allowed_networks": {
          "$ref": "#/components/schemas/AllowedNetworks",
        },
        "scope": {
          "$ref": "#/components/schemas/KeyScope",
        },
      },
    },
    "KeyDataCollection": {
      "type": [
        "string",
        "null",
      ],
      "enum": [
        "allow",
        "deny",
        null,
      ],
    },
    "KeyScope": {
      "type": "string",
      "enum": [
        "all",
        "read_only",
        "spend",
      ],
    },
    "LimitReset": schemaOfLimitReset,
  },
};

/** `POST /keys` */
export const createApiKey: Operation<"createApiKey", CreateApiKeyExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
