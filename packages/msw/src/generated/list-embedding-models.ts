// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { operation, type Operation } from "../operation.ts";
import { limitParameter, offsetParameter, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface ListEmbeddingModelsExamples {
  200: "embedding-models";
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
    "id": "listEmbeddingModels",
    "method": "get",
    "path": "/embeddings/models",
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
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "embedding-models",
          "value": {
            "data": [
              {
                "id": "acme/embed",
                "canonical_slug": "acme/embed-2026-03",
                "name": "Acme Embed",
                "created": 1772323200,
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
              },
              {
                "id": "acme/embed-vision",
                "canonical_slug": "acme/embed-vision-2026-05",
                "name": "Acme Embed Vision",
                "created": 1777593600,
                "description": "Text and images in one vector space.",
                "context_length": 4096,
                "dimensions": 768,
                "architecture": {
                  "modality": "text+image->embeddings",
                  "input_modalities": [
                    "text",
                    "image",
                  ],
                  "output_modalities": [
                    "embeddings",
                  ],
                },
                "pricing": {
                  "prompt": "0.00000002",
                  "completion": "0",
                },
                "top_provider": {
                  "is_moderated": false,
                  "context_length": 4096,
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
              },
            ],
            "links": {
              "next": null,
            },
            "total_count": 2,
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

/** `GET /embeddings/models` */
export const listEmbeddingModels: Operation<"listEmbeddingModels", ListEmbeddingModelsExamples> = /* @__PURE__ */ operation({ pack });
