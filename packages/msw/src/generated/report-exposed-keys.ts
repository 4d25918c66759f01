// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { reportExposedKeys as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ReportExposedKeysExamples {
  200: "labels";
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
    "id": "reportExposedKeys",
    "method": "post",
    "path": "/keys/exposed",
    "key": "management",
    "scope": "all",
    "roles": [
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/ReportExposedKeysRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "labels",
          "value": [
            {
              "token_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
              "token_type": "portico_api_key",
              "label": "true_positive",
            },
            {
              "token_hash": "14de57fae7df4cf00e53f0daeb37de5940855287e981f394471dad833ece66c5",
              "token_type": "portico_api_key",
              "label": "false_positive",
            },
          ],
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "default": repliesOfOthers,
  },
  "ways": [
    "scannerKey",
    "scannerSignature",
  ],
  "columns": null,
  "schemas": {
    "ExposedKeyMatch": {
      "type": "object",
      "required": [
        "token",
      ],
      "properties": {
        "token": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1000,
        },
        "type": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 200,
        },
        "url": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 8192,
        },
        "source": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 200,
        },
      },
    },
    "ExposedKeyMatches": {
      "type": "array",
      "minItems": 1,
      "maxItems": 1000,
      "items": {
        "$ref": "#/components/schemas/ExposedKeyMatch",
      },
    },
    "ExposedKeys": {
      "type": "object",
      "required": [
        "keys",
      ],
      "properties": {
        "keys": {
          "type": "array",
          "minItems": 1,
          "maxItems": 1000,
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
          },
        },
        "source": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 200,
        },
        "url": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 8192,
        },
      },
    },
    "ReportExposedKeysRequest": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/ExposedKeyMatches",
        },
        {
          "$ref": "#/components/schemas/ExposedKeys",
        },
      ],
    },
  },
};

/** `POST /keys/exposed` */
export const reportExposedKeys: Operation<"reportExposedKeys", ReportExposedKeysExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
