// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { operation, type Operation } from "../operation.ts";
import { headersTooLargeExample, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListSignInWaysExamples {
  200: "ways" | "with-a-provider";
  400: "malformed-body";
  401: "unauthorized";
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
    "id": "listSignInWays",
    "method": "get",
    "path": "/session/ways",
    "key": "none",
    "scope": "read_only",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "ways",
          "value": {
            "data": [
              {
                "way": "key",
                "name": "API key",
                "href": null,
                "sign_out_href": null,
                "is_automatic": false,
              },
            ],
          },
        },
        {
          "name": "with-a-provider",
          "value": {
            "data": [
              {
                "way": "oidc",
                "name": "Acme",
                "href": "sign-in/oidc",
                "sign_out_href": "sign-out/oidc",
                "is_automatic": false,
              },
              {
                "way": "key",
                "name": "API key",
                "href": null,
                "sign_out_href": null,
                "is_automatic": false,
              },
            ],
          },
        },
      ],
    },
    "431": {
      "application/json": [
        headersTooLargeExample,
      ],
    },
    "default": repliesOfOthers,
  },
  "ways": [],
  "columns": null,
  "schemas": {},
};

/** `GET /session/ways` */
export const listSignInWays: Operation<"listSignInWays", ListSignInWaysExamples> = /* @__PURE__ */ operation({ pack });
