// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listHolds as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { apiKeyHashParameter, cursorParameter, limitParameter, repliesOf400_2, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListHoldsExamples {
  200: "holds";
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
    "id": "listHolds",
    "method": "get",
    "path": "/holds",
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
    apiKeyHashParameter,
    cursorParameter,
    limitParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "holds",
          "value": {
            "data": [
              {
                "id": "gen-01KAP3M1Y7V9T2X4B6D8F0H2J4",
                "api_key_id": 7,
                "api_key_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "operation": "responses",
                "model": "acme/writer",
                "amount": 0.0206,
                "uses_credits": true,
                "external_user": "user-81",
                "session_id": "chat-5132",
                "http_referer": "https://search.example.com",
                "app_title": "Search",
                "created_at": "2026-11-22T14:04:48.000Z",
                "age": 24310,
                "process_id": "4d1c0b7e-52a1-4c3f-8e0d-7b9a6c5d4e3f",
                "process_started_at": "2026-11-20T06:30:00.000Z",
                "process_silent": 22000,
              },
              {
                "id": "gen-01KAP3MQ2A4C6E8G0J2M4P6R8T",
                "api_key_id": 7,
                "api_key_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "operation": "chat",
                "model": "acme/writer",
                "amount": 0.0204,
                "uses_credits": true,
                "external_user": null,
                "session_id": null,
                "http_referer": "https://search.example.com",
                "app_title": "Search",
                "created_at": "2026-11-22T14:05:10.440Z",
                "age": 1870,
                "process_id": "9a77e2f1-0b6c-4d58-9f3e-1a2b3c4d5e6f",
                "process_started_at": "2026-11-21T22:12:09.410Z",
                "process_silent": 0,
              },
              {
                "id": "gen-01KAP3MR5B7D9F1H3K5N7Q9S1V",
                "api_key_id": 7,
                "api_key_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "operation": "embeddings",
                "model": "acme/embedder",
                "amount": 0.0002,
                "uses_credits": true,
                "external_user": null,
                "session_id": null,
                "http_referer": "https://search.example.com",
                "app_title": "Search",
                "created_at": "2026-11-22T14:05:12.190Z",
                "age": 120,
                "process_id": "9a77e2f1-0b6c-4d58-9f3e-1a2b3c4d5e6f",
                "process_started_at": "2026-11-21T22:12:09.410Z",
                "process_silent": 0,
              },
            ],
            "total_count": 3,
            "total_held": 0.0412,
            "next_cursor": null,
            "links": {
              "next": null,
            },
          },
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
  "columns": null,
  "schemas": {},
};

/** `GET /holds` */
export const listHolds: Operation<"listHolds", ListHoldsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
