// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listModels as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListModelsExamples {
  200: "models";
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
    "id": "listModels",
    "method": "get",
    "path": "/models",
    "key": "any",
    "scope": "read_only",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [
    limitParameter,
    offsetParameter,
    {
      "name": "after_id",
      "in": "query",
      "schema": {
        "type": "string",
        "maxLength": 256,
      },
    },
    {
      "name": "before_id",
      "in": "query",
      "schema": {
        "type": "string",
        "maxLength": 256,
      },
    },
    {
      "name": "kind",
      "in": "query",
      "schema": {
        "type": "string",
        "enum": [
          "text",
          "embedding",
          "rerank",
        ],
      },
    },
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "models",
          "value": {
            "object": "list",
            "data": [
              {
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
              {
                "id": "acme/embed",
                "canonical_slug": "acme/embed-2026-03",
                "name": "Acme Embed",
                "display_name": "Acme Embed",
                "object": "model",
                "type": "model",
                "owned_by": "acme",
                "created": 1772323200,
                "created_at": "2026-03-01T00:00:00.000Z",
                "description": "A small, fast model for search over short texts.",
                "context_length": 8192,
                "dimensions": 1024,
                "architecture": {
                  "modality": "text->embeddings",
                  "input_modalities": [
                    "text",
                  ],
                  "output_modalities": [
                    "embeddings",
                  ],
                  "tokenizer": "Other",
                  "instruct_type": null,
                },
                "pricing": {
                  "prompt": "0.00000002",
                  "completion": "0",
                },
                "top_provider": {
                  "is_moderated": false,
                  "context_length": 8192,
                  "max_completion_tokens": null,
                },
                "per_request_limits": null,
                "supported_parameters": [
                  "encoding_format",
                ],
                "default_parameters": null,
                "supported_voices": null,
                "links": {
                  "details": "/api/v1/models?kind=embedding",
                },
                "kind": "embedding",
              },
            ],
            "first_id": "acme/writer",
            "last_id": "acme/embed",
            "has_more": false,
            "links": {
              "next": null,
            },
            "total_count": 2,
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

/** `GET /models` */
export const listModels: Operation<"listModels", ListModelsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
