// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getLedger as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { endDateParameter, repliesOf401, repliesOfOthers, startDateParameter } from "./shared.ts";

/** The names of the examples by status. */
interface GetLedgerExamples {
  200: "ledger" | "ledger-disagrees";
  400: "invalid-date";
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
    "id": "getLedger",
    "method": "get",
    "path": "/ledger",
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
    startDateParameter,
    endDateParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "ledger",
          "value": {
            "data": {
              "start_date": null,
              "end_date": null,
              "granted": 100,
              "used": 74.564818,
              "held": 0.0412,
              "left": 25.393982,
              "enforced": true,
              "open_holds": 3,
              "states": [
                {
                  "state": "settled",
                  "requests": 184210,
                  "held": 912.481022,
                  "charged": 74.540218,
                  "unbilled": 0.021874,
                  "refunded": 0,
                },
                {
                  "state": "released",
                  "requests": 2214,
                  "held": 10.882341,
                  "charged": 0,
                  "unbilled": 0,
                  "refunded": 0,
                },
                {
                  "state": "abandoned",
                  "requests": 3,
                  "held": 0.0246,
                  "charged": 0.0246,
                  "unbilled": 0,
                  "refunded": 0,
                },
                {
                  "state": "refunded",
                  "requests": 2,
                  "held": 0.0164,
                  "charged": 0,
                  "unbilled": 0,
                  "refunded": 0.0164,
                },
                {
                  "state": "pruned",
                  "requests": 0,
                  "held": 0,
                  "charged": 0,
                  "unbilled": 0,
                  "refunded": 0,
                },
              ],
              "totals": {
                "requests": 186429,
                "held": 923.404363,
                "charged": 74.564818,
                "unbilled": 0.021874,
                "refunded": 0.0164,
              },
              "checks": [
                {
                  "name": "grants",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 100,
                  "found": 100,
                  "difference": 0,
                },
                {
                  "name": "holds",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.0412,
                  "found": 0.0412,
                  "difference": 0,
                },
                {
                  "name": "credit_holds",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.0412,
                  "found": 0.0412,
                  "difference": 0,
                },
                {
                  "name": "charges",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 74.564818,
                  "found": 74.564818,
                  "difference": 0,
                },
                {
                  "name": "credit_charges",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 74.564818,
                  "found": 74.564818,
                  "difference": 0,
                },
                {
                  "name": "credit_totals",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 74.606018,
                  "found": 74.606018,
                  "difference": 0,
                },
                {
                  "name": "budgets",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 12.5081,
                  "found": 12.5081,
                  "difference": 0,
                },
                {
                  "name": "activity_requests",
                  "agrees": true,
                  "unit": "requests",
                  "expected": 6120,
                  "found": 6120,
                  "difference": 0,
                },
                {
                  "name": "activity_charges",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 2.441087,
                  "found": 2.441087,
                  "difference": 0,
                },
                {
                  "name": "activity_unbilled",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.00012,
                  "found": 0.00012,
                  "difference": 0,
                },
                {
                  "name": "recent_charges",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.104417,
                  "found": 0.104417,
                  "difference": 0,
                },
                {
                  "name": "recent_states",
                  "agrees": true,
                  "unit": "requests",
                  "expected": 0,
                  "found": 0,
                  "difference": 0,
                },
              ],
              "agrees": true,
              "checked_at": "2026-11-22T14:05:12.310Z",
            },
          },
        },
        {
          "name": "ledger-disagrees",
          "value": {
            "data": {
              "start_date": "2026-11-01",
              "end_date": "2026-11-22",
              "granted": 100,
              "used": 74.564818,
              "held": 0.0412,
              "left": 25.393982,
              "enforced": true,
              "open_holds": 3,
              "states": [
                {
                  "state": "settled",
                  "requests": 184210,
                  "held": 912.481022,
                  "charged": 74.540218,
                  "unbilled": 0.021874,
                  "refunded": 0,
                },
                {
                  "state": "released",
                  "requests": 2214,
                  "held": 10.882341,
                  "charged": 0,
                  "unbilled": 0,
                  "refunded": 0,
                },
                {
                  "state": "abandoned",
                  "requests": 3,
                  "held": 0.0246,
                  "charged": 0.0246,
                  "unbilled": 0,
                  "refunded": 0,
                },
                {
                  "state": "refunded",
                  "requests": 2,
                  "held": 0.0164,
                  "charged": 0,
                  "unbilled": 0,
                  "refunded": 0.0164,
                },
                {
                  "state": "pruned",
                  "requests": 0,
                  "held": 0,
                  "charged": 0,
                  "unbilled": 0,
                  "refunded": 0,
                },
              ],
              "totals": {
                "requests": 186429,
                "held": 923.404363,
                "charged": 74.564818,
                "unbilled": 0.021874,
                "refunded": 0.0164,
              },
              "checks": [
                {
                  "name": "grants",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 100,
                  "found": 100,
                  "difference": 0,
                },
                {
                  "name": "holds",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.0412,
                  "found": 0.0412,
                  "difference": 0,
                },
                {
                  "name": "credit_holds",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.0412,
                  "found": 0.0412,
                  "difference": 0,
                },
                {
                  "name": "charges",
                  "agrees": false,
                  "unit": "usd",
                  "expected": 74.564818,
                  "found": 74.564819,
                  "difference": 0.000001,
                },
                {
                  "name": "credit_charges",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 74.564818,
                  "found": 74.564818,
                  "difference": 0,
                },
                {
                  "name": "credit_totals",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 74.606018,
                  "found": 74.606018,
                  "difference": 0,
                },
                {
                  "name": "budgets",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 12.5081,
                  "found": 12.5081,
                  "difference": 0,
                },
                {
                  "name": "activity_requests",
                  "agrees": true,
                  "unit": "requests",
                  "expected": 6120,
                  "found": 6120,
                  "difference": 0,
                },
                {
                  "name": "activity_charges",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 2.441087,
                  "found": 2.441087,
                  "difference": 0,
                },
                {
                  "name": "activity_unbilled",
                  "agrees": true,
                  "unit": "usd",
                  "expected": 0.00012,
                  "found": 0.00012,
                  "difference": 0,
                },
                {
                  "name": "recent_charges",
                  "agrees": null,
                  "unit": "usd",
                  "expected": null,
                  "found": null,
                  "difference": null,
                },
                {
                  "name": "recent_states",
                  "agrees": null,
                  "unit": "requests",
                  "expected": null,
                  "found": null,
                  "difference": null,
                },
              ],
              "agrees": false,
              "checked_at": "2026-11-22T14:05:12.310Z",
            },
          },
        },
      ],
    },
    "400": {
      "application/json": [
        {
          "name": "invalid-date",
          "value": {
            "error": {
              "code": 400,
              "message": "start_date must be a day such as 2026-01-31.",
              "metadata": {
                "kind": "bad_request",
                "field": "start_date",
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
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /ledger` */
export const getLedger: Operation<"getLedger", GetLedgerExamples> = /* @__PURE__ */ operation({ pack, behaviour });
