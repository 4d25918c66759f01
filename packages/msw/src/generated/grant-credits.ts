// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { grantCredits as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as getCredits } from "./get-credits.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GrantCreditsExamples {
  201: "credits-after-grant";
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
    "id": "grantCredits",
    "method": "post",
    "path": "/credits",
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
    "$ref": "#/components/schemas/GrantCreditsRequest",
  },
  "replies": {
    "201": {
      "application/json": [
        {
          "name": "credits-after-grant",
          "value": {
            "data": {
              "total_credits": 150,
              "total_usage": 74.5612,
              "remaining": 75.4388,
              "enforced": true,
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "GrantCreditsRequest": {
      "type": "object",
      "required": [
        "amount",
      ],
      "properties": {
        "amount": {
          "type": "number",
          "minimum": 1e-9,
          "maximum": 9000000,
        },
        "note": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 500,
        },
      },
    },
  },
};

/** `POST /credits` */
export const grantCredits: Operation<"grantCredits", GrantCreditsExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [getCredits] });
