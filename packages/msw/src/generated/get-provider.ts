// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getProvider as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listProviders } from "./list-providers.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOf404_7, repliesOfOthers, slugParameter } from "./shared.ts";

/** The names of the examples by status. */
interface GetProviderExamples {
  200: "provider";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "provider-not-found";
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
    "id": "getProvider",
    "method": "get",
    "path": "/providers/{slug}",
    "key": "management",
    "scope": "read_only",
    "roles": [
      "viewer",
      "operator",
      "admin",
    ],
    "pathParameters": [
      "slug",
    ],
  },
  "parameters": [
    slugParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "provider",
          "value": {
            "data": {
              "provider": {
                "name": "acme",
                "slug": "acme",
                "privacy_policy_url": null,
                "terms_of_service_url": null,
                "status_page_url": null,
                "models": 1,
                "byok": true,
                "data_collection": "deny",
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
              ],
              "credentials": {
                "operator": true,
                "byok": [
                  {
                    "id": "8d5e2f10-94c7-4b3a-a6e1-7c0b9d8e1f2a",
                    "provider": "acme",
                    "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                    "name": "Team contract",
                    "label": "sk-...x9Qz",
                    "disabled": false,
                    "created_at": "2026-11-03T10:00:00.000Z",
                    "updated_at": null,
                    "sort_order": 0,
                    "is_fallback": false,
                    "is_required": false,
                    "is_byok_only": false,
                    "allowed_models": null,
                    "allowed_api_key_hashes": null,
                    "allowed_user_ids": null,
                    "declared_zdr": null,
                  },
                ],
              },
              "time_line": [
                {
                  "from": "2026-11-22T09:10:00.000Z",
                  "to": "2026-11-22T09:15:00.000Z",
                  "answered": 41,
                  "failed": 0,
                  "latency": {
                    "p50": 305,
                    "p75": 406,
                    "p90": 594,
                    "p99": 1398,
                  },
                  "throughput": {
                    "p50": 73,
                    "p75": 89,
                    "p90": 98,
                    "p99": 118,
                  },
                },
                {
                  "from": "2026-11-22T09:15:00.000Z",
                  "to": "2026-11-22T09:20:00.000Z",
                  "answered": 3,
                  "failed": 12,
                  "latency": {
                    "p50": 612,
                    "p75": 741,
                    "p90": 741,
                    "p99": 741,
                  },
                  "throughput": {
                    "p50": 60,
                    "p75": 60,
                    "p90": 60,
                    "p99": 60,
                  },
                },
                {
                  "from": "2026-11-22T09:20:00.000Z",
                  "to": "2026-11-22T09:25:00.000Z",
                  "answered": 0,
                  "failed": 4,
                  "latency": null,
                  "throughput": null,
                },
              ],
              "circuit_changes": [
                {
                  "at": "2026-11-22T09:24:31.204Z",
                  "upstream_model": "writer-2026-06",
                  "circuit": "closed",
                  "process": "3f1c9a44-5d0e-4a7b-8c1d-2e6f7a8b9c0d",
                },
                {
                  "at": "2026-11-22T09:16:02.871Z",
                  "upstream_model": "writer-2026-06",
                  "circuit": "open",
                  "process": "3f1c9a44-5d0e-4a7b-8c1d-2e6f7a8b9c0d",
                },
              ],
              "failures": [
                {
                  "at": "2026-11-22T09:22:47.113Z",
                  "generation_id": "gen-01a2022b-6179-70df-b2a6-fad4eaf093a0",
                  "model": "acme/writer",
                  "upstream_model": "writer-2026-06",
                  "status": 529,
                  "failure": "overloaded",
                  "latency": 184,
                  "served_by": "bmce",
                },
                {
                  "at": "2026-11-22T09:16:02.410Z",
                  "generation_id": "gen-01a2022b-5f0e-7c11-9a3b-6f1d2c3b4a59",
                  "model": "acme/writer",
                  "upstream_model": "writer-2026-06",
                  "status": null,
                  "failure": "timeout",
                  "latency": 30000,
                  "served_by": null,
                },
              ],
            },
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_7,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /providers/{slug}` */
export const getProvider: Operation<"getProvider", GetProviderExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listProviders] });
