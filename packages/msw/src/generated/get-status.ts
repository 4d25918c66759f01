// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getStatus as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetStatusExamples {
  200: "status";
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
    "id": "getStatus",
    "method": "get",
    "path": "/status",
    "key": "management",
    "scope": "read_only",
    "roles": [
      "viewer",
      "billing",
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
          "name": "status",
          "value": {
            "data": {
              "version": "1.0.0",
              "engine": "sqlite",
              "started_at": "2026-11-21T22:12:09.410Z",
              "processes": [
                {
                  "id": "9a77e2f1-0b6c-4d58-9f3e-1a2b3c4d5e6f",
                  "pid": 4121,
                  "started_at": "2026-11-21T22:12:09.410Z",
                  "requests_in_flight": 2,
                  "body_bytes_in_flight": 18211,
                  "memory_bytes": 173015040,
                  "event_loop_lag": 11.6,
                },
                {
                  "id": "c02e41d5-7f8a-4b19-8c2d-6e5f4a3b2c1d",
                  "pid": 4130,
                  "started_at": "2026-11-21T22:12:11.003Z",
                  "requests_in_flight": 1,
                  "body_bytes_in_flight": 0,
                  "memory_bytes": 161480704,
                  "event_loop_lag": 10.9,
                },
              ],
              "processes_elsewhere": 1,
              "requests_in_flight": 3,
              "held": 0.0412,
              "window_seconds": 900,
              "overhead": {
                "requests": 4180,
                "p50": 1.9,
                "p75": 2.6,
                "p90": 4.2,
                "p99": 11.8,
              },
              "vector_cache": {
                "hits": 812,
                "misses": 2311,
              },
              "event_loop_lag": 11.6,
            },
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

/** `GET /status` */
export const getStatus: Operation<"getStatus", GetStatusExamples> = /* @__PURE__ */ operation({ pack, behaviour });
