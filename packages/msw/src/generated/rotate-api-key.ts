// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { rotateApiKey as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { hashParameter, repliesOf400, repliesOf401, repliesOf404_4, repliesOf409, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface RotateApiKeyExamples {
  200: "rotated-key";
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
    "id": "rotateApiKey",
    "method": "post",
    "path": "/keys/{hash}/rotate",
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
    "$ref": "#/components/schemas/RotateApiKeyRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "rotated-key",
          "value": {
            "data": {
              "id": 7,
              "hash": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
              "name": "Search service",
              "label": "ptc_EXA...MPLE",
              "kind": "ordinary",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "disabled": false,
              "limit": 25,
              "limit_remaining": 18.4213,
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
              "updated_at": "2026-11-22T09:00:00.000Z",
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
              "rotated_at": "2026-11-22T09:00:00.000Z",
              "previous_secret_expires_at": "2026-11-23T09:00:00.000Z",
            },
            "key": "ptc_EXAMPLE",
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
    "RotateApiKeyRequest": {
      "type": "object",
      "properties": {
        "overlap_seconds": {
          "type": "integer",
          "minimum": 0,
          "maximum": 2592000,
        },
      },
    },
  },
};

/** `POST /keys/{hash}/rotate` */
export const rotateApiKey: Operation<"rotateApiKey", RotateApiKeyExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
