// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listCreditGrants as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as getCredits } from "./get-credits.ts";
import { operation, type Operation } from "../operation.ts";
import { cursorParameter, limitParameter, repliesOf400_2, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListCreditGrantsExamples {
  200: "grants";
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
    "id": "listCreditGrants",
    "method": "get",
    "path": "/credits/grants",
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
    cursorParameter,
    limitParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "grants",
          "value": {
            "data": [
              {
                "id": 2,
                "amount": 40,
                "note": "November, second half",
                "created_by": "key:3",
                "created_at": "2026-11-15T09:12:44.020Z",
              },
              {
                "id": 1,
                "amount": 60,
                "note": null,
                "created_by": "local",
                "created_at": "2026-11-01T08:00:03.117Z",
              },
            ],
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

/** `GET /credits/grants` */
export const listCreditGrants: Operation<"listCreditGrants", ListCreditGrantsExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [getCredits] });
