// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createRerank as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOf402, repliesOf429, repliesOf529, repliesOfOthers, schemaOfProviderPreferences } from "./shared.ts";

/** The names of the examples by status. */
interface CreateRerankExamples {
  200: "reranked-texts" | "reranked-best-two" | "reranked-without-documents";
  400: "rerank-missing-query" | "rerank-other-models";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "insufficient-credits";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "rerank-model-not-found" | "not-a-rerank-model";
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
    "id": "createRerank",
    "method": "post",
    "path": "/rerank",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/RerankRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "reranked-texts",
          "value": {
            "id": "emb_01K9Q3V5R7S9T1U3W5X7Y9Z1A2",
            "model": "acme/rerank",
            "provider": "acme",
            "results": [
              {
                "index": 0,
                "relevance_score": 0.9134,
                "document": {
                  "text": "A sourdough starter is fed with flour and water once a day.",
                },
              },
              {
                "index": 2,
                "relevance_score": 0.2871,
                "document": {
                  "text": "Bread dough rises faster where it is warm.",
                },
              },
              {
                "index": 1,
                "relevance_score": 0.0042,
                "document": {
                  "text": "The bridge was opened to traffic in 1932.",
                },
              },
            ],
            "usage": {
              "total_tokens": 61,
              "cost": 0.00000305,
              "cost_details": {
                "input_cost": 0.00000305,
                "output_cost": 0,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.00000305,
                "upstream_inference_completions_cost": 0,
                "upstream_inference_input_cost": 0.00000305,
                "upstream_inference_output_cost": 0,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "reranked-best-two",
          "value": {
            "id": "emb_01K9Q3V5R7S9T1U3W5X7Y9Z1A2",
            "model": "acme/rerank",
            "provider": "acme",
            "results": [
              {
                "index": 0,
                "relevance_score": 0.9134,
                "document": {
                  "text": "A sourdough starter is fed with flour and water once a day.",
                },
              },
              {
                "index": 2,
                "relevance_score": 0.2871,
                "document": {
                  "text": "Bread dough rises faster where it is warm.",
                },
              },
            ],
            "usage": {
              "search_units": 1,
              "cost": 0.002,
              "cost_details": {
                "input_cost": 0.002,
                "output_cost": 0,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.002,
                "upstream_inference_completions_cost": 0,
                "upstream_inference_input_cost": 0.002,
                "upstream_inference_output_cost": 0,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "reranked-without-documents",
          "value": {
            "id": "emb_01K9Q3V5R7S9T1U3W5X7Y9Z1A2",
            "model": "acme/rerank",
            "provider": "acme",
            "results": [
              {
                "index": 0,
                "relevance_score": 0.9134,
              },
              {
                "index": 2,
                "relevance_score": 0.2871,
              },
              {
                "index": 1,
                "relevance_score": 0.0042,
              },
            ],
            "usage": {
              "total_tokens": 61,
              "cost": 0.00000305,
              "cost_details": {
                "input_cost": 0.00000305,
                "output_cost": 0,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.00000305,
                "upstream_inference_completions_cost": 0,
                "upstream_inference_input_cost": 0.00000305,
                "upstream_inference_output_cost": 0,
              },
              "is_byok": false,
            },
          },
        },
      ],
    },
    "400": {
      "application/json": [
        {
          "name": "rerank-missing-query",
          "value": {
            "error": {
              "code": 400,
              "message": "query is required.",
              "metadata": {
                "kind": "bad_request",
                "field": "query",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "rerank-other-models",
          "value": {
            "error": {
              "code": 400,
              "message": "models must be empty or left out: scores of different models cannot be compared, so no other model may answer in place of model.",
              "metadata": {
                "kind": "bad_request",
                "field": "models",
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
    "402": repliesOf402,
    "404": {
      "application/json": [
        {
          "name": "rerank-model-not-found",
          "value": {
            "error": {
              "code": 404,
              "message": "The model \"acme/rerank-9\" does not exist. Did you mean \"acme/rerank\"?",
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
          "name": "not-a-rerank-model",
          "value": {
            "error": {
              "code": 404,
              "message": "The model acme/embed is not a rerank model but an embedding model: send it to POST /embeddings.",
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
    "ProviderPreferences": schemaOfProviderPreferences,
    "RerankDocument": {
      "oneOf": [
        {
          "type": "string",
          "minLength": 1,
          "maxLength": 20971520,
        },
        {
          "$ref": "#/components/schemas/RerankTextDocument",
        },
      ],
    },
    "RerankRequest": {
      "type": "object",
      "required": [
        "model",
        "query",
        "documents",
      ],
      "properties": {
        "model": {
          "type": "string",
          "maxLength": 256,
        },
        "query": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1048576,
        },
        "documents": {
          "type": "array",
          "minItems": 1,
          "maxItems": 2048,
          "items": {
            "$ref": "#/components/schemas/RerankDocument",
          },
        },
        "top_n": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
        },
        "return_documents": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "max_tokens_per_doc": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
        },
        "max_chunks_per_doc": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
          "maximum": 10000,
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
          "x-refusal": "must be empty or left out: scores of different models cannot be compared, so no other model may answer in place of model",
        },
      },
    },
    "RerankTextDocument": {
      "type": "object",
      "required": [
        "text",
      ],
      "properties": {
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 20971520,
        },
      },
    },
  },
};

/** `POST /rerank` */
export const createRerank: Operation<"createRerank", CreateRerankExamples> = /* @__PURE__ */ operation({ pack, behaviour });
