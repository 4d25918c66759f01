// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { refundGeneration as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listGenerations } from "./list-generations.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOf401, repliesOf404_6, repliesOf409, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface RefundGenerationExamples {
  200: "refunded-generation";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "generation-not-found";
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
    "id": "refundGeneration",
    "method": "post",
    "path": "/generation/refund",
    "key": "management",
    "scope": "all",
    "roles": [
      "billing",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/RefundGenerationRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "refunded-generation",
          "value": {
            "data": {
              "id": "resp_01K9Q3X0A2C4E6G8J0M2P4R6T8",
              "request_id": "req_01K9Q3W8Z3",
              "state": "refunded",
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
              "external_user": "user-81",
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
              "total_cost": 0,
              "usage": 0,
              "unbilled": 0,
              "is_byok": false,
              "upstream_inference_cost": null,
              "held": 0,
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
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_6,
    "409": repliesOf409,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "RefundGenerationRequest": {
      "type": "object",
      "required": [
        "id",
      ],
      "properties": {
        "id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 256,
        },
      },
    },
  },
};

/** `POST /generation/refund` */
export const refundGeneration: Operation<"refundGeneration", RefundGenerationExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listGenerations] });
