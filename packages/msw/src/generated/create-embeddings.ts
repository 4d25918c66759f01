// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createEmbeddings as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { malformedBodyExample, missingInputExample, repliesOf401, repliesOf402, repliesOf429, repliesOf529, repliesOfOthers, schemaOfProviderPreferences } from "./shared.ts";

/** The names of the examples by status. */
interface CreateEmbeddingsExamples {
  200: "one-embedding" | "two-embeddings" | "base64-embedding";
  400: "missing-input" | "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "insufficient-credits";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "model-not-found" | "not-an-embedding-model" | "data-policy";
  405: "method-not-allowed";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "rate-limited" | "too-much-at-once";
  431: "headers-too-large";
  500: "internal-error" | "provider-failed" | "secret-unreadable";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "createEmbeddings",
    "method": "post",
    "path": "/embeddings",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/EmbeddingsRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "one-embedding",
          "value": {
            "object": "list",
            "data": [
              {
                "object": "embedding",
                "embedding": [
                  0.0271,
                  -0.1183,
                  0.3312,
                  0.0094,
                  -0.2745,
                  0.4108,
                  0.0567,
                  -0.0321,
                ],
                "index": 0,
              },
            ],
            "model": "acme/embed",
            "usage": {
              "prompt_tokens": 5,
              "total_tokens": 5,
              "cost": 1e-7,
              "cost_details": {
                "input_cost": 1e-7,
                "output_cost": 0,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 1e-7,
                "upstream_inference_completions_cost": 0,
                "upstream_inference_input_cost": 1e-7,
                "upstream_inference_output_cost": 0,
              },
              "is_byok": false,
            },
            "id": "emb_01K9Q3V5R7S9T1U3W5X7Y9Z1A2",
          },
        },
        {
          "name": "two-embeddings",
          "value": {
            "object": "list",
            "data": [
              {
                "object": "embedding",
                "embedding": [
                  0.0271,
                  -0.1183,
                  0.3312,
                  0.0094,
                  -0.2745,
                  0.4108,
                  0.0567,
                  -0.0321,
                ],
                "index": 0,
              },
              {
                "object": "embedding",
                "embedding": [
                  0.0248,
                  -0.1267,
                  0.3198,
                  0.0131,
                  -0.2689,
                  0.4202,
                  0.0481,
                  -0.0277,
                ],
                "index": 1,
              },
            ],
            "model": "acme/embed",
            "usage": {
              "prompt_tokens": 11,
              "total_tokens": 11,
              "cost": 2.2e-7,
              "cost_details": {
                "input_cost": 2.2e-7,
                "output_cost": 0,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 2.2e-7,
                "upstream_inference_completions_cost": 0,
                "upstream_inference_input_cost": 2.2e-7,
                "upstream_inference_output_cost": 0,
              },
              "is_byok": false,
            },
            "id": "emb_01K9Q3V5R7S9T1U3W5X7Y9Z1A2",
          },
        },
        {
          "name": "base64-embedding",
          "value": {
            "object": "list",
            "data": [
              {
                "object": "embedding",
                "embedding": "0gDePEVH8r0Mk6k+dQIaPESLjL5hVNI+Qj5oPUp7A70=",
                "index": 0,
              },
            ],
            "model": "acme/embed",
            "usage": {
              "prompt_tokens": 5,
              "total_tokens": 5,
              "cost": 1e-7,
              "cost_details": {
                "input_cost": 1e-7,
                "output_cost": 0,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 1e-7,
                "upstream_inference_completions_cost": 0,
                "upstream_inference_input_cost": 1e-7,
                "upstream_inference_output_cost": 0,
              },
              "is_byok": false,
            },
            "id": "emb_01K9Q3V5R7S9T1U3W5X7Y9Z1A2",
          },
        },
      ],
    },
    "400": {
      "application/json": [
        missingInputExample,
        malformedBodyExample,
      ],
    },
    "401": repliesOf401,
    "402": repliesOf402,
    "404": {
      "application/json": [
        {
          "name": "model-not-found",
          "value": {
            "error": {
              "code": 404,
              "message": "The model \"acme/embed-9\" does not exist. Did you mean \"acme/embed\"?",
              "metadata": {
                "kind": "model_not_found",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "not-an-embedding-model",
          "value": {
            "error": {
              "code": 404,
              "message": "The model acme/writer is not an embedding model but a text model: send it to POST /responses.",
              "metadata": {
                "kind": "model_not_found",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "data-policy",
          "value": {
            "error": {
              "code": 404,
              "message": "The data policy excludes every provider of acme/embed: none of them promises not to store or train on what it is sent (\"data_collection\": \"deny\").",
              "metadata": {
                "kind": "no_provider",
                "model": "acme/embed",
                "excluded": [
                  {
                    "provider": "acme",
                    "rule": "data_collection",
                  },
                ],
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
    "429": repliesOf429,
    "529": repliesOf529,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "EmbeddingsContentPart": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/EmbeddingsTextPart",
        },
        {
          "$ref": "#/components/schemas/EmbeddingsImagePart",
        },
      ],
      "discriminator": {
        "propertyName": "type",
        "mapping": {
          "text": "#/components/schemas/EmbeddingsTextPart",
          "image_url": "#/components/schemas/EmbeddingsImagePart",
        },
      },
    },
    "EmbeddingsImagePart": {
      "type": "object",
      "required": [
        "type",
        "image_url",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "image_url",
        },
        "image_url": {
          "type": "object",
          "required": [
            "url",
          ],
          "properties": {
            "url": {
              "type": "string",
              "maxLength": 20971520,
            },
          },
        },
      },
    },
    "EmbeddingsInput": {
      "oneOf": [
        {
          "type": "string",
          "minLength": 1,
          "maxLength": 20971520,
        },
        {
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 20971520,
          },
          "minItems": 1,
          "maxItems": 2048,
        },
        {
          "type": "array",
          "items": {
            "$ref": "#/components/schemas/EmbeddingsInputObject",
          },
          "minItems": 1,
          "maxItems": 2048,
        },
      ],
    },
    "EmbeddingsInputObject": {
      "type": "object",
      "required": [
        "content",
      ],
      "properties": {
        "content": {
          "type": "array",
          "items": {
            "$ref": "#/components/schemas/EmbeddingsContentPart",
          },
          "minItems": 1,
          "maxItems": 1024,
        },
      },
    },
    "EmbeddingsRequest": {
      "type": "object",
      "required": [
        "model",
        "input",
      ],
      "properties": {
        "model": {
          "type": "string",
          "maxLength": 256,
        },
        "input": {
          "$ref": "#/components/schemas/EmbeddingsInput",
        },
        "encoding_format": {
          "type": [
            "string",
            "null",
          ],
          "enum": [
            "float",
            "base64",
            null,
          ],
        },
        "provider": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/ProviderPreferences",
            },
            {
              "type": "null",
            },
          ],
        },
        "user": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 512,
        },
        "models": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 0,
          "items": {
            "type": "string",
            "maxLength": 256,
          },
          "x-refusal": "must be empty or left out: vectors of different models cannot be compared, so no other model may answer in place of model. To use another model, embed everything again with it",
        },
        "dimensions": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
        },
        "input_type": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
      },
    },
    "EmbeddingsTextPart": {
      "type": "object",
      "required": [
        "type",
        "text",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "text",
        },
        "text": {
          "type": "string",
          "maxLength": 20971520,
        },
      },
    },
    "ProviderPreferences": schemaOfProviderPreferences,
  },
};

/** `POST /embeddings` */
export const createEmbeddings: Operation<"createEmbeddings", CreateEmbeddingsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
