// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listGenerations as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { apiKeyHashParameter, cursorParameter, fromParameter, limitParameter, modelParameter, repliesOf400_2, repliesOf401, repliesOfOthers, toParameter, workspaceIdParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListGenerationsExamples {
  200: "generations";
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
    "id": "listGenerations",
    "method": "get",
    "path": "/generations",
    "key": "any",
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
    fromParameter,
    toParameter,
    apiKeyHashParameter,
    workspaceIdParameter,
    modelParameter,
    {
      "name": "provider",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
      },
    },
    {
      "name": "app",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
      },
    },
    {
      "name": "operation",
      "in": "query",
      "schema": {
        "type": "string",
        "enum": [
          "embeddings",
          "rerank",
          "responses",
          "chat",
          "messages",
        ],
      },
    },
    {
      "name": "streamed",
      "in": "query",
      "schema": {
        "type": "boolean",
      },
    },
    {
      "name": "status",
      "in": "query",
      "schema": {
        "type": "integer",
        "minimum": 100,
        "maximum": 599,
      },
    },
    {
      "name": "failed",
      "in": "query",
      "schema": {
        "type": "boolean",
      },
    },
    {
      "name": "error_kind",
      "in": "query",
      "schema": {
        "$ref": "#/components/schemas/GenerationErrorKind",
      },
    },
    {
      "name": "end_user",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 4096,
      },
    },
    {
      "name": "session_id",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 4096,
      },
    },
    {
      "name": "search",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
      },
    },
    {
      "name": "min_cost",
      "in": "query",
      "schema": {
        "type": "number",
        "minimum": 0,
        "maximum": 9000000,
      },
    },
    {
      "name": "max_cost",
      "in": "query",
      "schema": {
        "type": "number",
        "minimum": 0,
        "maximum": 9000000,
      },
    },
    {
      "name": "include",
      "in": "query",
      "schema": {
        "type": "array",
        "items": {
          "type": "string",
          "enum": [
            "content",
          ],
        },
        "uniqueItems": true,
        "minItems": 1,
        "maxItems": 1,
      },
    },
    cursorParameter,
    limitParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "generations",
          "value": {
            "data": [
              {
                "id": "resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9",
                "request_id": "req_01K9Q3W8Z3",
                "state": "settled",
                "api_type": "completions",
                "model": "acme/writer",
                "provider_name": "globex",
                "attempts": 2,
                "provider_responses": [
                  {
                    "status": 200,
                    "provider_name": "acme",
                    "endpoint_id": "acme/writer-2026-06",
                    "is_byok": false,
                    "latency": 41,
                    "tokens_prompt": 12,
                    "tokens_completion": 2,
                    "estimated": true,
                    "cost": 0.000004,
                    "thoughts_left_out": 0,
                    "failure": "malformed",
                    "start": 12,
                  },
                  {
                    "status": 200,
                    "provider_name": "globex",
                    "endpoint_id": "globex/acme-writer",
                    "is_byok": false,
                    "latency": 312,
                    "tokens_prompt": 12,
                    "tokens_completion": 4,
                    "estimated": false,
                    "cost": 0.0000056,
                    "thoughts_left_out": 0,
                    "failure": null,
                    "start": 53,
                  },
                ],
                "api_key_id": 7,
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "http_referer": "https://search.example.com",
                "app_title": "Search",
                "user_agent": "search/2.1",
                "external_user": "user-81",
                "streamed": true,
                "cancelled": false,
                "finish_reason": "completed",
                "native_finish_reason": "stop",
                "tokens_prompt": 12,
                "tokens_completion": 4,
                "native_tokens_prompt": 12,
                "native_tokens_completion": 4,
                "native_tokens_cached": 0,
                "native_tokens_reasoning": 0,
                "estimated": false,
                "total_cost": 0.0000096,
                "usage": 0.0000096,
                "unbilled": 0,
                "is_byok": false,
                "upstream_inference_cost": null,
                "held": 0.0082,
                "upstream_id": "chatcmpl-EXAMPLE",
                "latency": 353,
                "generation_time": 190,
                "created_at": "2026-11-19T14:40:00.000Z",
                "settled_at": "2026-11-19T14:40:00.543Z",
                "error": null,
                "app_id": null,
                "cache_discount": null,
                "data_region": "global",
                "moderation_latency": null,
                "native_tokens_completion_images": null,
                "num_fetches": null,
                "num_input_audio_prompt": null,
                "num_media_completion": null,
                "num_media_prompt": null,
                "num_search_results": null,
                "origin": "https://search.example.com",
                "preset_id": null,
                "router": null,
                "service_tier": null,
                "web_search_engine": null,
                "operation": "responses",
                "status": 200,
                "session_id": "chat-5132",
                "price": "acme/writer@globex portico.yaml",
                "cost_details": {
                  "input_cost": 0.0000048,
                  "output_cost": 0.0000048,
                  "cache_read_cost": 0,
                  "cache_write_cost": 0,
                  "discount": 0,
                  "unbilled": 0,
                  "upstream_inference_cost": null,
                },
                "content": null,
              },
              {
                "id": "resp_01K9Q3X0A2C4E6G8J0M2P4R6T8",
                "request_id": "req_01K9Q3W8Z3",
                "state": "abandoned",
                "api_type": "completions",
                "model": "acme/writer",
                "provider_name": "globex",
                "attempts": 2,
                "provider_responses": [
                  {
                    "status": 529,
                    "provider_name": "acme",
                    "endpoint_id": "acme/writer-2026-06",
                    "is_byok": false,
                    "latency": 41,
                    "failure": "malformed",
                    "start": 12,
                  },
                  {
                    "status": 200,
                    "provider_name": "globex",
                    "endpoint_id": "globex/acme-writer",
                    "is_byok": false,
                    "latency": 312,
                    "failure": null,
                    "start": 53,
                  },
                ],
                "api_key_id": 7,
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "http_referer": "https://search.example.com",
                "app_title": "Search",
                "user_agent": "search/2.1",
                "external_user": null,
                "streamed": true,
                "cancelled": false,
                "finish_reason": null,
                "native_finish_reason": null,
                "tokens_prompt": null,
                "tokens_completion": null,
                "native_tokens_prompt": null,
                "native_tokens_completion": null,
                "native_tokens_cached": null,
                "native_tokens_reasoning": null,
                "estimated": true,
                "total_cost": 0.0082,
                "usage": 0.0082,
                "unbilled": 0,
                "is_byok": false,
                "upstream_inference_cost": null,
                "held": 0.0082,
                "upstream_id": null,
                "latency": 353,
                "generation_time": null,
                "created_at": "2026-11-19T14:40:00.000Z",
                "settled_at": "2026-11-19T14:40:00.543Z",
                "error": null,
                "app_id": null,
                "cache_discount": null,
                "data_region": "global",
                "moderation_latency": null,
                "native_tokens_completion_images": null,
                "num_fetches": null,
                "num_input_audio_prompt": null,
                "num_media_completion": null,
                "num_media_prompt": null,
                "num_search_results": null,
                "origin": "https://search.example.com",
                "preset_id": null,
                "router": null,
                "service_tier": null,
                "web_search_engine": null,
                "operation": "responses",
                "status": 500,
                "session_id": null,
                "price": null,
                "cost_details": null,
                "content": null,
              },
            ],
            "next_cursor": "MTc5NTA5OTIwMDU0My5yZXNwXzAxSzlRM1gwQTJDNEU2RzhKME0yUDRSNlQ4",
            "links": {
              "next": "/api/v1/generations?limit=2&cursor=MTc5NTA5OTIwMDU0My5yZXNwXzAxSzlRM1gwQTJDNEU2RzhKME0yUDRSNlQ4",
            },
          },
        },
      ],
      "text/csv": [
        {
          "name": "csv-generations",
          "value": "id,request_id,state,model,total_cost\r\ngen-01K9Q3W8Z4,,settled,acme/writer,0.0000096\r\n",
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
      "request_id",
    ],
    [
      "state",
    ],
    [
      "api_type",
    ],
    [
      "model",
    ],
    [
      "provider_name",
    ],
    [
      "attempts",
    ],
    [
      "provider_responses",
    ],
    [
      "api_key_id",
    ],
    [
      "api_key_name",
    ],
    [
      "workspace_id",
    ],
    [
      "http_referer",
    ],
    [
      "app_title",
    ],
    [
      "user_agent",
    ],
    [
      "external_user",
    ],
    [
      "streamed",
    ],
    [
      "cancelled",
    ],
    [
      "finish_reason",
    ],
    [
      "native_finish_reason",
    ],
    [
      "tokens_prompt",
    ],
    [
      "tokens_completion",
    ],
    [
      "native_tokens_prompt",
    ],
    [
      "native_tokens_completion",
    ],
    [
      "native_tokens_cached",
    ],
    [
      "native_tokens_reasoning",
    ],
    [
      "estimated",
    ],
    [
      "total_cost",
    ],
    [
      "usage",
    ],
    [
      "unbilled",
    ],
    [
      "held",
    ],
    [
      "is_byok",
    ],
    [
      "upstream_inference_cost",
    ],
    [
      "upstream_id",
    ],
    [
      "latency",
    ],
    [
      "generation_time",
    ],
    [
      "created_at",
    ],
    [
      "settled_at",
    ],
    [
      "error",
      "code",
    ],
    [
      "error",
      "message",
    ],
    [
      "app_id",
    ],
    [
      "cache_discount",
    ],
    [
      "data_region",
    ],
    [
      "moderation_latency",
    ],
    [
      "native_tokens_completion_images",
    ],
    [
      "num_fetches",
    ],
    [
      "num_input_audio_prompt",
    ],
    [
      "num_media_completion",
    ],
    [
      "num_media_prompt",
    ],
    [
      "num_search_results",
    ],
    [
      "origin",
    ],
    [
      "preset_id",
    ],
    [
      "router",
    ],
    [
      "service_tier",
    ],
    [
      "web_search_engine",
    ],
    [
      "operation",
    ],
    [
      "status",
    ],
    [
      "session_id",
    ],
    [
      "price",
    ],
    [
      "cost_details",
      "input_cost",
    ],
    [
      "cost_details",
      "output_cost",
    ],
    [
      "cost_details",
      "cache_read_cost",
    ],
    [
      "cost_details",
      "cache_write_cost",
    ],
    [
      "cost_details",
      "discount",
    ],
    [
      "cost_details",
      "unbilled",
    ],
    [
      "cost_details",
      "upstream_inference_cost",
    ],
    [
      "content",
      "request",
    ],
    [
      "content",
      "reply",
    ],
  ],
  "schemas": {
    "GenerationErrorKind": {
      "type": "string",
      "enum": [
        "bad_request",
        "unauthenticated",
        "wrong_key_kind",
        "out_of_credits",
        "not_allowed",
        "network_not_allowed",
        "not_found",
        "model_not_found",
        "no_provider",
        "method_not_allowed",
        "conflict",
        "too_large",
        "unsupported_media_type",
        "rate_limited",
        "headers_too_large",
        "internal",
        "secret_unreadable",
        "provider_failed",
        "unavailable",
        "overloaded",
        "caller_gone",
        "abandoned",
        "rejected",
        "connection",
        "timeout",
        "credential",
        "unpaid",
        "unopened",
        "malformed",
        "cut",
      ],
    },
  },
};

/** `GET /generations` */
export const listGenerations: Operation<"listGenerations", ListGenerationsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
