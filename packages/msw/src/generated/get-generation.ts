// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getGeneration as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listGenerations } from "./list-generations.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOf404_6, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetGenerationExamples {
  200: "generation" | "abandoned-generation";
  400: "missing-generation-id";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "generation-not-found";
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
    "id": "getGeneration",
    "method": "get",
    "path": "/generation",
    "key": "any",
    "scope": "spend",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [
    {
      "name": "id",
      "in": "query",
      "required": true,
      "schema": {
        "type": "string",
        "maxLength": 256,
        "minLength": 1,
      },
    },
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "generation",
          "value": {
            "data": {
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
          },
        },
        {
          "name": "abandoned-generation",
          "value": {
            "data": {
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
          },
        },
      ],
    },
    "400": {
      "application/json": [
        {
          "name": "missing-generation-id",
          "value": {
            "error": {
              "code": 400,
              "message": "id is required.",
              "metadata": {
                "kind": "bad_request",
                "field": "id",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_6,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /generation` */
export const getGeneration: Operation<"getGeneration", GetGenerationExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listGenerations] });
