// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { updateApiKey as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { hashParameter, repliesOf400, repliesOf401, repliesOf404_4, repliesOf409, repliesOfOthers, schemaOfAllowedModels, schemaOfAllowedNetworks, schemaOfAllowedProviders, schemaOfLimitReset } from "./shared.ts";

/** The names of the examples by status. */
interface UpdateApiKeyExamples {
  200: "updated-key";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "key-not-found";
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
    "id": "updateApiKey",
    "method": "patch",
    "path": "/keys/{hash}",
    "key": "management",
    "scope": "all",
    "roles": [
      "operator",
      "admin",
    ],
    "pathParameters": [
      "hash",
    ],
  },
  "parameters": [
    hashParameter,
  ],
  "body": {
    "$ref": "#/components/schemas/UpdateApiKeyRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "updated-key",
          "value": {
            "data": {
              "id": 7,
              "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
              "name": "Search service",
              "label": "ptc_EXA...MPLE",
              "kind": "ordinary",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "disabled": false,
              "limit": 50,
              "limit_remaining": 43.4213,
              "limit_reset": "monthly",
              "include_byok_in_limit": false,
              "usage": 61.2039,
              "usage_daily": 0.4102,
              "usage_weekly": 2.0175,
              "usage_monthly": 6.5787,
              "byok_usage": 0,
              "byok_usage_daily": 0,
              "byok_usage_weekly": 0,
              "byok_usage_monthly": 0,
              "requests_per_minute": 60,
              "tokens_per_minute": 200000,
              "created_at": "2026-11-02T09:20:00.000Z",
              "updated_at": "2026-11-19T12:30:00.000Z",
              "expires_at": null,
              "creator_user_id": null,
              "external_user": null,
              "owner_email": null,
              "exposed_at": null,
              "exposed_source": null,
              "exposed_url": null,
              "allowed_models": null,
              "allowed_providers": null,
              "data_collection": null,
              "zero_data_retention": false,
              "requires_end_user": false,
              "max_output_tokens": null,
              "max_requests_in_flight": null,
              "allowed_networks": null,
              "scope": "all",
              "rotated_at": null,
              "previous_secret_expires_at": null,
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_4,
    "409": repliesOf409,
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
    "UpdateApiKeyRequest": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
        },
        "disabled": {
          "type": "boolean",
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
  },
};

/** `PATCH /keys/{hash}` */
export const updateApiKey: Operation<"updateApiKey", UpdateApiKeyExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
