// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getCredits as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetCreditsExamples {
  200: "credits";
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
    "id": "getCredits",
    "method": "get",
    "path": "/credits",
    "key": "management",
    "scope": "spend",
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
          "name": "credits",
          "value": {
            "data": {
              "total_credits": 100,
              "total_usage": 74.5612,
              "remaining": 25.4388,
              "enforced": true,
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

/** `GET /credits` */
export const getCredits: Operation<"getCredits", GetCreditsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
