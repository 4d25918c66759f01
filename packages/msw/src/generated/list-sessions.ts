// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listSessions as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListSessionsExamples {
  200: "sessions";
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
    "id": "listSessions",
    "method": "get",
    "path": "/sessions",
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
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "sessions",
          "value": {
            "data": [
              {
                "id": "8c2f4a6e-1b3d-4e5f-8a7b-9c0d1e2f3a4b",
                "way": "key",
                "role": "admin",
                "subject": "key:2",
                "name": "Accounting",
                "key_id": 2,
                "created_at": "2026-11-22T08:00:00.000Z",
                "last_seen_at": "2026-11-22T09:12:00.000Z",
                "expires_at": "2026-11-22T20:00:00.000Z",
                "idle_expires_at": "2026-11-22T11:12:00.000Z",
                "address": "192.0.2.7",
                "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "is_current": true,
              },
              {
                "id": "1d3e5f70-2a4b-4c6d-9e8f-0a1b2c3d4e5f",
                "way": "oidc",
                "role": "billing",
                "subject": "00u7f3k9x2",
                "name": "Ada Lovelace",
                "key_id": null,
                "created_at": "2026-11-22T07:30:00.000Z",
                "last_seen_at": "2026-11-22T07:41:00.000Z",
                "expires_at": "2026-11-22T19:30:00.000Z",
                "idle_expires_at": "2026-11-22T09:41:00.000Z",
                "address": "198.51.100.20",
                "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "is_current": false,
              },
            ],
            "links": {
              "next": null,
            },
            "total_count": 2,
          },
        },
      ],
      "text/csv": [
        {
          "name": "csv-sessions",
          "value": "id,way,role,subject,name\r\n8c2f4a6e-1b3d-4e5f-8a7b-9c0d1e2f3a4b,key,admin,key:2,Accounting\r\n",
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
      "way",
    ],
    [
      "role",
    ],
    [
      "subject",
    ],
    [
      "name",
    ],
    [
      "key_id",
    ],
    [
      "created_at",
    ],
    [
      "last_seen_at",
    ],
    [
      "expires_at",
    ],
    [
      "idle_expires_at",
    ],
    [
      "address",
    ],
    [
      "user_agent",
    ],
    [
      "is_current",
    ],
  ],
  "schemas": {},
};

/** `GET /sessions` */
export const listSessions: Operation<"listSessions", ListSessionsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
