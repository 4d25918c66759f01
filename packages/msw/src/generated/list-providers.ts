// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listProviders as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListProvidersExamples {
  200: "providers";
  400: "malformed-body";
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
    "id": "listProviders",
    "method": "get",
    "path": "/providers",
    "key": "any",
    "scope": "read_only",
    "roles": [
      "viewer",
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "providers",
          "value": {
            "data": [
              {
                "name": "acme",
                "slug": "acme",
                "privacy_policy_url": null,
                "terms_of_service_url": null,
                "status_page_url": null,
                "models": 2,
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
              {
                "name": "bmce",
                "slug": "bmce",
                "privacy_policy_url": null,
                "terms_of_service_url": null,
                "status_page_url": null,
                "models": 1,
                "byok": true,
                "data_collection": "deny",
                "circuit": "closed",
                "uptime_last_5m": null,
                "uptime_last_30m": null,
                "uptime_last_1d": null,
                "latency_last_30m": null,
                "throughput_last_30m": null,
              },
            ],
          },
        },
      ],
    },
    "401": repliesOf401,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /providers` */
export const listProviders: Operation<"listProviders", ListProvidersExamples> = /* @__PURE__ */ operation({ pack, behaviour });
