// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listModelEndpoints as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listModels } from "./list-models.ts";
import { operation, type Operation } from "../operation.ts";
import { authorParameter, repliesOf401, repliesOf404, repliesOfOthers, slugParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListModelEndpointsExamples {
  200: "model-endpoints";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "text-model-not-found";
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
    "id": "listModelEndpoints",
    "method": "get",
    "path": "/models/{author}/{slug}/endpoints",
    "key": "any",
    "scope": "read_only",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [
      "author",
      "slug",
    ],
  },
  "parameters": [
    authorParameter,
    slugParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "model-endpoints",
          "value": {
            "data": {
              "id": "acme/writer",
              "name": "Acme Writer",
              "created": 1780272000,
              "description": "A general model that follows instructions and calls functions.",
              "architecture": {
                "modality": "text+image->text",
                "input_modalities": [
                  "text",
                  "image",
                ],
                "output_modalities": [
                  "text",
                ],
                "tokenizer": "Other",
                "instruct_type": null,
              },
              "endpoints": [
                {
                  "name": "acme | acme/writer",
                  "model_id": "acme/writer",
                  "model_name": "Acme Writer",
                  "provider_name": "acme",
                  "tag": "acme",
                  "upstream_model": "writer-2026-06",
                  "context_length": 131072,
                  "max_completion_tokens": 8192,
                  "max_prompt_tokens": null,
                  "quantization": null,
                  "pricing": {
                    "prompt": "0.0000002",
                    "completion": "0.0000008",
                    "input_cache_read": "0.00000005",
                  },
                  "supported_parameters": [
                    "max_completion_tokens",
                    "max_output_tokens",
                    "max_tokens",
                    "temperature",
                    "tool_choice",
                    "tools",
                    "top_p",
                  ],
                  "supports_implicit_caching": true,
                  "supports_tool_choice": {
                    "auto": true,
                    "none": true,
                    "required": true,
                    "function": true,
                  },
                  "data_collection": "deny",
                  "status": 0,
                  "circuit": "closed",
                  "uptime_last_5m": 100,
                  "uptime_last_30m": 99.61,
                  "uptime_last_1d": 99.87,
                  "latency_last_30m": {
                    "p50": 305,
                    "p75": 406,
                    "p90": 594,
                    "p99": 1398,
                  },
                  "throughput_last_30m": {
                    "p50": 73,
                    "p75": 89,
                    "p90": 98,
                    "p99": 118,
                  },
                  "price_source": "preset",
                  "price_as_of": "2026-09-23",
                  "list_pricing": null,
                },
                {
                  "name": "bmce | acme/writer",
                  "model_id": "acme/writer",
                  "model_name": "Acme Writer",
                  "provider_name": "bmce",
                  "tag": "bmce",
                  "upstream_model": "acme-writer",
                  "context_length": 131072,
                  "max_completion_tokens": 8192,
                  "max_prompt_tokens": null,
                  "quantization": null,
                  "pricing": {
                    "prompt": "0.0000002",
                    "completion": "0.0000008",
                    "input_cache_read": "0.00000005",
                  },
                  "supported_parameters": [
                    "max_completion_tokens",
                    "max_output_tokens",
                    "max_tokens",
                    "temperature",
                    "tool_choice",
                    "tools",
                    "top_p",
                  ],
                  "supports_implicit_caching": true,
                  "supports_tool_choice": {
                    "auto": true,
                    "none": true,
                    "required": true,
                    "function": true,
                  },
                  "data_collection": "deny",
                  "status": 0,
                  "circuit": "closed",
                  "uptime_last_5m": null,
                  "uptime_last_30m": null,
                  "uptime_last_1d": null,
                  "latency_last_30m": null,
                  "throughput_last_30m": null,
                  "price_source": "operator",
                  "price_as_of": "2026-11-20",
                  "list_pricing": {
                    "prompt": "0.00000025",
                    "completion": "0.000001",
                  },
                },
              ],
            },
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /models/{author}/{slug}/endpoints` */
export const listModelEndpoints: Operation<"listModelEndpoints", ListModelEndpointsExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listModels] });
