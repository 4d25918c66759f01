// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listApiKeys as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { cursorParameter, limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOfOthers, workspaceIdParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListApiKeysExamples {
  200: "api-keys";
  400: "invalid-page";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "not-found";
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
    "id": "listApiKeys",
    "method": "get",
    "path": "/keys",
    "key": "management",
    "scope": "read_only",
    "roles": [
      "viewer",
      "operator",
      "admin",
    ],
    "pathParameters": [],
    "isQueryKnown": true,
  },
  "parameters": [
    workspaceIdParameter,
    {
      "name": "include_disabled",
      "in": "query",
      "schema": {
        "type": "boolean",
      },
    },
    {
      "name": "search",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
      },
    },
    {
      "name": "kind",
      "in": "query",
      "schema": {
        "$ref": "#/components/schemas/ApiKeyKind",
      },
    },
    {
      "name": "exposed",
      "in": "query",
      "schema": {
        "type": "boolean",
      },
    },
    {
      "name": "sort",
      "in": "query",
      "schema": {
        "type": "string",
        "enum": [
          "newest",
          "most_spent",
          "least_left",
        ],
      },
    },
    cursorParameter,
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "api-keys",
          "value": {
            "data": [
              {
                "id": 7,
                "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
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
                "updated_at": "2026-11-20T17:42:08.000Z",
                "expires_at": null,
                "creator_user_id": null,
                "external_user": null,
                "owner_email": "search-team@example.com",
                "exposed_at": "2026-11-20T17:42:08.000Z",
                "exposed_source": "github: commit",
                "exposed_url": "https://github.com/octocat/Hello-World/blob/12345600b9cbe38a219f39a9941c9319b600c002/foo/bar.txt",
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
              {
                "id": 2,
                "hash": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
                "name": "Operations",
                "label": "ptcm_EXA...MPLE",
                "kind": "management",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "disabled": false,
                "limit": null,
                "limit_remaining": null,
                "limit_reset": null,
                "include_byok_in_limit": false,
                "usage": 0,
                "usage_daily": 0,
                "usage_weekly": 0,
                "usage_monthly": 0,
                "byok_usage": 0,
                "byok_usage_daily": 0,
                "byok_usage_weekly": 0,
                "byok_usage_monthly": 0,
                "requests_per_minute": null,
                "tokens_per_minute": null,
                "created_at": "2026-11-01T08:00:00.000Z",
                "updated_at": null,
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
            ],
            "next_cursor": null,
            "links": {
              "next": null,
            },
            "total_count": 2,
          },
        },
      ],
      "text/csv": [
        {
          "name": "csv-keys",
          "value": "id,hash,name,label,limit\r\n7,9f86d081,Search,ptc_9f8…a08,25\r\n",
        },
      ],
    },
    "400": repliesOf400_2,
    "401": repliesOf401,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": [
    [
      "id",
    ],
    [
      "hash",
    ],
    [
      "name",
    ],
    [
      "label",
    ],
    [
      "kind",
    ],
    [
      "workspace_id",
    ],
    [
      "disabled",
    ],
    [
      "limit",
    ],
    [
      "limit_remaining",
    ],
    [
      "limit_reset",
    ],
    [
      "include_byok_in_limit",
    ],
    [
      "usage",
    ],
    [
      "usage_daily",
    ],
    [
      "usage_weekly",
    ],
    [
      "usage_monthly",
    ],
    [
      "byok_usage",
    ],
    [
      "byok_usage_daily",
    ],
    [
      "byok_usage_weekly",
    ],
    [
      "byok_usage_monthly",
    ],
    [
      "requests_per_minute",
    ],
    [
      "tokens_per_minute",
    ],
    [
      "created_at",
    ],
    [
      "updated_at",
    ],
    [
      "expires_at",
    ],
    [
      "creator_user_id",
    ],
    [
      "external_user",
    ],
    [
      "owner_email",
    ],
    [
      "exposed_at",
    ],
    [
      "exposed_source",
    ],
    [
      "exposed_url",
    ],
    [
      "allowed_models",
    ],
    [
      "allowed_providers",
    ],
    [
      "data_collection",
    ],
    [
      "zero_data_retention",
    ],
    [
      "requires_end_user",
    ],
    [
      "max_output_tokens",
    ],
    [
      "max_requests_in_flight",
    ],
    [
      "allowed_networks",
    ],
    [
      "scope",
    ],
    [
      "rotated_at",
    ],
    [
      "previous_secret_expires_at",
    ],
  ],
  "schemas": {
    "ApiKeyKind": {
      "type": "string",
      "enum": [
        "ordinary",
        "management",
      ],
    },
  },
};

/** `GET /keys` */
export const listApiKeys: Operation<"listApiKeys", ListApiKeysExamples> = /* @__PURE__ */ operation({ pack, behaviour });
