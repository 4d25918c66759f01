// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listActivity as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { apiKeyHashParameter, endDateParameter, fromParameter, limitParameter, offsetParameter, providerParameter, repliesOf400_2, repliesOf401, repliesOfOthers, startDateParameter, toParameter, workspaceIdParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListActivityExamples {
  200: "activity" | "activity-by-hour" | "activity-by-app";
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
    "id": "listActivity",
    "method": "get",
    "path": "/activity",
    "key": "management",
    "scope": "spend",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [],
    "isQueryKnown": true,
  },
  "parameters": [
    {
      "name": "date",
      "in": "query",
      "schema": {
        "type": "string",
        "maxLength": 10,
        "format": "date",
      },
    },
    startDateParameter,
    endDateParameter,
    fromParameter,
    toParameter,
    workspaceIdParameter,
    apiKeyHashParameter,
    {
      "name": "model",
      "in": "query",
      "schema": {
        "type": "string",
        "maxLength": 256,
      },
    },
    providerParameter,
    {
      "name": "app",
      "in": "query",
      "schema": {
        "type": "string",
        "maxLength": 256,
      },
    },
    {
      "name": "group_by",
      "in": "query",
      "schema": {
        "type": "array",
        "items": {
          "type": "string",
          "enum": [
            "day",
            "key",
            "workspace",
            "model",
            "provider",
            "app",
          ],
        },
        "uniqueItems": true,
        "minItems": 1,
        "maxItems": 6,
      },
    },
    {
      "name": "granularity",
      "in": "query",
      "schema": {
        "type": "string",
        "enum": [
          "day",
          "hour",
        ],
      },
    },
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "activity",
          "value": {
            "data": [
              {
                "date": "2026-11-19",
                "api_key_id": 7,
                "api_key_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "model": "acme/writer",
                "model_permaslug": "acme/writer-2026-06",
                "endpoint_id": "acme/writer-2026-06",
                "provider_name": "acme",
                "app_url": "https://search.example.com",
                "app_title": "Search",
                "requests": 1200,
                "estimated_requests": 3,
                "failed_requests": 8,
                "byok_requests": 0,
                "prompt_tokens": 412000,
                "completion_tokens": 96000,
                "cached_tokens": 51000,
                "cache_share": 0.1238,
                "reasoning_tokens": 0,
                "usage": 0.1592,
                "unbilled": 0,
                "byok_usage_inference": 0,
                "latency": {
                  "p50": 820,
                  "p75": 1120,
                  "p90": 1650,
                  "p99": 3290,
                },
                "time_to_first_token": {
                  "p50": 310,
                  "p75": 380,
                  "p90": 560,
                  "p99": 1090,
                },
                "output_tokens_per_second": 61.4,
                "hour": null,
              },
            ],
            "totals": {
              "requests": 1200,
              "estimated_requests": 3,
              "failed_requests": 8,
              "byok_requests": 0,
              "prompt_tokens": 412000,
              "completion_tokens": 96000,
              "cached_tokens": 51000,
              "cache_share": 0.1238,
              "reasoning_tokens": 0,
              "usage": 0.1592,
              "unbilled": 0,
              "byok_usage_inference": 0,
              "latency": {
                "p50": 820,
                "p75": 1120,
                "p90": 1650,
                "p99": 3290,
              },
              "time_to_first_token": {
                "p50": 310,
                "p75": 380,
                "p90": 560,
                "p99": 1090,
              },
              "output_tokens_per_second": 61.4,
              "refused_requests": 63,
              "refused_by_reason": {
                "out_of_credits": 58,
                "model_not_found": 5,
              },
            },
            "links": {
              "next": null,
            },
            "total_count": 1,
          },
        },
        {
          "name": "activity-by-hour",
          "value": {
            "data": [
              {
                "date": "2026-11-19",
                "api_key_id": null,
                "api_key_hash": null,
                "api_key_name": null,
                "workspace_id": null,
                "model": null,
                "model_permaslug": null,
                "endpoint_id": "acme/writer-2026-06",
                "provider_name": null,
                "app_url": null,
                "app_title": null,
                "requests": 1200,
                "estimated_requests": 3,
                "failed_requests": 8,
                "byok_requests": 0,
                "prompt_tokens": 412000,
                "completion_tokens": 96000,
                "cached_tokens": 51000,
                "cache_share": 0.1238,
                "reasoning_tokens": 0,
                "usage": 0.1592,
                "unbilled": 0,
                "byok_usage_inference": 0,
                "latency": {
                  "p50": 820,
                  "p75": 1120,
                  "p90": 1650,
                  "p99": 3290,
                },
                "time_to_first_token": {
                  "p50": 310,
                  "p75": 380,
                  "p90": 560,
                  "p99": 1090,
                },
                "output_tokens_per_second": 61.4,
                "hour": "2026-11-19T14:00:00.000Z",
              },
            ],
            "totals": {
              "requests": 1200,
              "estimated_requests": 3,
              "failed_requests": 8,
              "byok_requests": 0,
              "prompt_tokens": 412000,
              "completion_tokens": 96000,
              "cached_tokens": 51000,
              "cache_share": 0.1238,
              "reasoning_tokens": 0,
              "usage": 0.1592,
              "unbilled": 0,
              "byok_usage_inference": 0,
              "latency": {
                "p50": 820,
                "p75": 1120,
                "p90": 1650,
                "p99": 3290,
              },
              "time_to_first_token": {
                "p50": 310,
                "p75": 380,
                "p90": 560,
                "p99": 1090,
              },
              "output_tokens_per_second": 61.4,
              "refused_requests": 63,
              "refused_by_reason": {
                "out_of_credits": 58,
                "model_not_found": 5,
              },
            },
            "links": {
              "next": null,
            },
            "total_count": 1,
          },
        },
        {
          "name": "activity-by-app",
          "value": {
            "data": [
              {
                "date": null,
                "api_key_id": null,
                "api_key_hash": null,
                "api_key_name": null,
                "workspace_id": null,
                "model": null,
                "model_permaslug": null,
                "endpoint_id": null,
                "provider_name": null,
                "app_url": "https://search.example.com",
                "app_title": "Search",
                "requests": 1200,
                "estimated_requests": 3,
                "failed_requests": 8,
                "byok_requests": 0,
                "prompt_tokens": 412000,
                "completion_tokens": 96000,
                "cached_tokens": 51000,
                "cache_share": 0.1238,
                "reasoning_tokens": 0,
                "usage": 0.1592,
                "unbilled": 0,
                "byok_usage_inference": 0,
                "latency": {
                  "p50": 820,
                  "p75": 1120,
                  "p90": 1650,
                  "p99": 3290,
                },
                "time_to_first_token": {
                  "p50": 310,
                  "p75": 380,
                  "p90": 560,
                  "p99": 1090,
                },
                "output_tokens_per_second": 61.4,
                "hour": null,
              },
            ],
            "totals": {
              "requests": 1200,
              "estimated_requests": 3,
              "failed_requests": 8,
              "byok_requests": 0,
              "prompt_tokens": 412000,
              "completion_tokens": 96000,
              "cached_tokens": 51000,
              "cache_share": 0.1238,
              "reasoning_tokens": 0,
              "usage": 0.1592,
              "unbilled": 0,
              "byok_usage_inference": 0,
              "latency": {
                "p50": 820,
                "p75": 1120,
                "p90": 1650,
                "p99": 3290,
              },
              "time_to_first_token": {
                "p50": 310,
                "p75": 380,
                "p90": 560,
                "p99": 1090,
              },
              "output_tokens_per_second": 61.4,
              "refused_requests": 63,
              "refused_by_reason": {
                "out_of_credits": 58,
                "model_not_found": 5,
              },
            },
            "links": {
              "next": null,
            },
            "total_count": 1,
          },
        },
      ],
      "text/csv": [
        {
          "name": "csv-activity",
          "value": "date,hour,api_key_id,requests,usage\r\n2026-11-19,,7,31,0.0412\r\n",
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
      "date",
    ],
    [
      "hour",
    ],
    [
      "api_key_id",
    ],
    [
      "api_key_hash",
    ],
    [
      "api_key_name",
    ],
    [
      "workspace_id",
    ],
    [
      "model",
    ],
    [
      "model_permaslug",
    ],
    [
      "endpoint_id",
    ],
    [
      "provider_name",
    ],
    [
      "app_url",
    ],
    [
      "app_title",
    ],
    [
      "requests",
    ],
    [
      "estimated_requests",
    ],
    [
      "failed_requests",
    ],
    [
      "byok_requests",
    ],
    [
      "prompt_tokens",
    ],
    [
      "completion_tokens",
    ],
    [
      "cached_tokens",
    ],
    [
      "cache_share",
    ],
    [
      "reasoning_tokens",
    ],
    [
      "usage",
    ],
    [
      "unbilled",
    ],
    [
      "byok_usage_inference",
    ],
    [
      "latency",
      "p50",
    ],
    [
      "latency",
      "p75",
    ],
    [
      "latency",
      "p90",
    ],
    [
      "latency",
      "p99",
    ],
    [
      "time_to_first_token",
      "p50",
    ],
    [
      "time_to_first_token",
      "p75",
    ],
    [
      "time_to_first_token",
      "p90",
    ],
    [
      "time_to_first_token",
      "p99",
    ],
    [
      "output_tokens_per_second",
    ],
  ],
  "schemas": {},
};

/** `GET /activity` */
export const listActivity: Operation<"listActivity", ListActivityExamples> = /* @__PURE__ */ operation({ pack, behaviour });
