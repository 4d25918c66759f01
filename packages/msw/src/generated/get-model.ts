// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getModel as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listModels } from "./list-models.ts";
import { operation, type Operation } from "../operation.ts";
import { authorParameter, repliesOf401, repliesOf404, repliesOfOthers, slugParameter } from "./shared.ts";

/** The names of the examples by status. */
interface GetModelExamples {
  200: "model";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "text-model-not-found";
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
    "id": "getModel",
    "method": "get",
    "path": "/model/{author}/{slug}",
    "key": "any",
    "scope": "read_only",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [
      "author",
      "slug",
    ],
  },
  "parameters": [
    authorParameter,
    slugParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "model",
          "value": {
            "data": {
              "id": "acme/writer",
              "canonical_slug": "acme/writer-2026-06",
              "name": "Acme Writer",
              "display_name": "Acme Writer",
              "object": "model",
              "type": "model",
              "owned_by": "acme",
              "created": 1780272000,
              "created_at": "2026-06-01T00:00:00.000Z",
              "description": "A general model that follows instructions and calls functions.",
              "context_length": 131072,
              "architecture": {
                "modality": "text+image->text",
                "input_modalities": [
                  "text",
                  "image",
                ],
                "output_modalities": [
                  "text",
                ],
                "tokenizer": "Other",
                "instruct_type": null,
              },
              "pricing": {
                "prompt": "0.0000002",
                "completion": "0.0000008",
                "input_cache_read": "0.00000005",
              },
              "top_provider": {
                "is_moderated": false,
                "context_length": 131072,
                "max_completion_tokens": 8192,
              },
              "per_request_limits": null,
              "supported_parameters": [
                "max_completion_tokens",
                "max_output_tokens",
                "max_tokens",
                "temperature",
                "tool_choice",
                "tools",
                "top_p",
              ],
              "default_parameters": null,
              "supported_voices": null,
              "links": {
                "details": "/api/v1/models?kind=text",
              },
              "kind": "text",
            },
            "id": "acme/writer",
            "object": "model",
            "type": "model",
            "display_name": "Acme Writer",
            "owned_by": "acme",
            "created": 1780272000,
            "created_at": "2026-06-01T00:00:00.000Z",
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /model/{author}/{slug}` */
export const getModel: Operation<"getModel", GetModelExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listModels] });
