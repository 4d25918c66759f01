// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { NamedExample, OperationPack } from "@portico/simulated-gateway";

export const schemaOfProviderPreferences: OperationPack["schemas"][string] = {
  "type": "object",
  "properties": {
    "order": {
      "type": [
        "array",
        "null",
      ],
      "maxItems": 64,
      "items": {
        "type": "string",
        "maxLength": 256,
      },
    },
    "allow_fallbacks": {
      "type": [
        "boolean",
        "null",
      ],
    },
    "data_collection": {
      "type": [
        "string",
        "null",
      ],
      "enum": [
        "deny",
        "allow",
        "disallow",
        null,
      ],
    },
    "zdr": {
      "type": [
        "boolean",
        "null",
      ],
    },
    "only": {
      "type": [
        "array",
        "null",
      ],
      "maxItems": 64,
      "items": {
        "type": "string",
        "maxLength": 256,
      },
    },
    "ignore": {
      "type": [
        "array",
        "null",
      ],
      "maxItems": 64,
      "items": {
        "type": "string",
        "maxLength": 256,
      },
    },
    "sort": {
      "type": [
        "string",
        "null",
      ],
      "enum": [
        "price",
        "throughput",
        "latency",
        "exacto",
        null,
      ],
    },
    "max_price": {
      "type": [
        "object",
        "null",
      ],
      "properties": {
        "prompt": {
          "type": [
            "number",
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "completion": {
          "type": [
            "number",
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
    },
    "require_parameters": {
      "type": [
        "boolean",
        "null",
      ],
    },
  },
};

export const missingInputExample: NamedExample = {
  "name": "missing-input",
  "value": {
    "error": {
      "code": 400,
      "message": "input is required.",
      "metadata": {
        "kind": "bad_request",
        "field": "input",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const malformedBodyExample: NamedExample = {
  "name": "malformed-body",
  "value": {
    "error": {
      "code": 400,
      "message": "The body is not valid JSON: wrong at position 9.",
      "metadata": {
        "kind": "bad_request",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const missingKeyExample: NamedExample = {
  "name": "missing-key",
  "value": {
    "error": {
      "code": 401,
      "message": "No API key was sent. Send it as the header Authorization: Bearer <API_KEY> or x-api-key: <API_KEY>.",
      "metadata": {
        "kind": "unauthenticated",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const invalidKeyExample: NamedExample = {
  "name": "invalid-key",
  "value": {
    "error": {
      "code": 401,
      "message": "The API key is not valid: it is mistyped or incomplete. Copy all of it.",
      "metadata": {
        "kind": "unauthenticated",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const wrongKindOfKeyExample: NamedExample = {
  "name": "wrong-kind-of-key",
  "value": {
    "error": {
      "code": 401,
      "message": "This operation needs a management key, and this is an ordinary API key.",
      "metadata": {
        "kind": "wrong_key_kind",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf401: OperationPack["replies"][string] = {
  "application/json": [
    missingKeyExample,
    invalidKeyExample,
    wrongKindOfKeyExample,
  ],
};

export const insufficientCreditsExample: NamedExample = {
  "name": "insufficient-credits",
  "value": {
    "error": {
      "code": 402,
      "message": "Insufficient credits: $0.100512 has to be left for this request, and $0.0013 is left of the key's limit. This model holds at least $0.001512 for any request: raise the key's limit.",
      "metadata": {
        "kind": "out_of_credits",
        "of": "key",
        "required": 0.100512,
        "remaining": 0.0013,
        "limit": 0.0013,
        "held": 0,
        "resets_at": null,
        "limit_source": "key_limit",
        "reason": "too_little_left",
        "remedy_hint": "Raise the key's limit.",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf402: OperationPack["replies"][string] = {
  "application/json": [
    insufficientCreditsExample,
  ],
};

export const rateLimitedExample: NamedExample = {
  "name": "rate-limited",
  "value": {
    "error": {
      "code": 429,
      "message": "Rate limit exceeded: 60 requests per minute. Retry with exponential backoff.",
      "metadata": {
        "kind": "rate_limited",
        "of": "requests",
        "limit": 60,
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const tooMuchAtOnceExample: NamedExample = {
  "name": "too-much-at-once",
  "value": {
    "error": {
      "code": 429,
      "message": "The key has 1024 requests in flight, the most that it may have at a time. Send less at a time, and retry with exponential backoff.",
      "metadata": {
        "kind": "rate_limited",
        "of": "requests_in_flight",
        "limit": 1024,
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf429: OperationPack["replies"][string] = {
  "application/json": [
    rateLimitedExample,
    tooMuchAtOnceExample,
  ],
};

export const overloadedExample: NamedExample = {
  "name": "overloaded",
  "value": {
    "error": {
      "code": 529,
      "message": "The model's providers are temporarily overloaded or cannot be reached.",
      "metadata": {
        "kind": "overloaded",
        "provider": "acme",
        "attempts": [
          {
            "provider": "acme",
            "status": 503,
            "failure": "overloaded",
            "latency_ms": 12,
          },
        ],
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf529: OperationPack["replies"][string] = {
  "application/json": [
    overloadedExample,
  ],
};

export const unauthorizedExample: NamedExample = {
  "name": "unauthorized",
  "value": {
    "error": {
      "code": 401,
      "message": "The API key is not valid: it is mistyped or incomplete. Copy all of it.",
      "metadata": {
        "kind": "unauthenticated",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const paymentRequiredExample: NamedExample = {
  "name": "payment-required",
  "value": {
    "error": {
      "code": 402,
      "message": "Insufficient credits: $0.100512 has to be left for this request, and $0.0013 is left of the key's limit. This model holds at least $0.001512 for any request: raise the key's limit.",
      "metadata": {
        "kind": "out_of_credits",
        "of": "key",
        "required": 0.100512,
        "remaining": 0.0013,
        "limit": 0.0013,
        "held": 0,
        "resets_at": null,
        "limit_source": "key_limit",
        "reason": "too_little_left",
        "remedy_hint": "Raise the key's limit.",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const modelNotAllowedExample: NamedExample = {
  "name": "model-not-allowed",
  "value": {
    "error": {
      "code": 403,
      "message": "The key may not use the model acme/writer. It may use: acme/embed*.",
      "metadata": {
        "kind": "not_allowed",
        "right": "allowed_models",
        "allowed": [
          "acme/embed*",
        ],
        "field": "model",
        "model": "acme/writer",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const networkNotAllowedExample: NamedExample = {
  "name": "network-not-allowed",
  "value": {
    "error": {
      "code": 403,
      "message": "The key may not be used from the address 127.0.0.1.",
      "metadata": {
        "kind": "network_not_allowed",
        "right": "allowed_networks",
        "client_ip": "127.0.0.1",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const scopeTooNarrowExample: NamedExample = {
  "name": "scope-too-narrow",
  "value": {
    "error": {
      "code": 403,
      "message": "The key's scope is read_only: it may only read.",
      "metadata": {
        "kind": "not_allowed",
        "right": "scope",
        "scope": "read_only",
        "needed": "all",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const notFoundExample: NamedExample = {
  "name": "not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The model \"acme/writer-9\" does not exist. Did you mean \"acme/writer\"?",
      "metadata": {
        "kind": "model_not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const methodNotAllowedExample: NamedExample = {
  "name": "method-not-allowed",
  "value": {
    "error": {
      "code": 405,
      "message": "The method is not allowed here.",
      "metadata": {
        "kind": "method_not_allowed",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const bodyTooLargeExample: NamedExample = {
  "name": "body-too-large",
  "value": {
    "error": {
      "code": 413,
      "message": "The request body is larger than 20971520 bytes.",
      "metadata": {
        "kind": "too_large",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const unsupportedMediaTypeExample: NamedExample = {
  "name": "unsupported-media-type",
  "value": {
    "error": {
      "code": 415,
      "message": "The body must be application/json.",
      "metadata": {
        "kind": "unsupported_media_type",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const internalErrorExample: NamedExample = {
  "name": "internal-error",
  "value": {
    "error": {
      "code": 500,
      "message": "Unexpected server error.",
      "metadata": {
        "kind": "internal",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const providerFailedExample: NamedExample = {
  "name": "provider-failed",
  "value": {
    "error": {
      "code": 500,
      "message": "The sandbox answered 500, as asked.",
      "metadata": {
        "kind": "provider_failed",
        "provider": "sandbox",
        "attempts": [
          {
            "provider": "sandbox",
            "status": 500,
            "failure": "overloaded",
            "latency_ms": 12,
          },
        ],
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const secretUnreadableExample: NamedExample = {
  "name": "secret-unreadable",
  "value": {
    "error": {
      "code": 500,
      "message": "This workspace's own credential for acme (BYOK) cannot be opened with this gateway's master key: acme was not asked. The operator can bring the key back (portico doctor), or the credential has to be replaced or removed.",
      "metadata": {
        "kind": "secret_unreadable",
        "provider": "acme",
        "attempts": [
          {
            "provider": "acme",
            "status": null,
            "failure": "unopened",
            "latency_ms": 12,
          },
        ],
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const headersTooLargeExample: NamedExample = {
  "name": "headers-too-large",
  "value": {
    "error": {
      "code": 431,
      "message": "The request's headers are too large.",
      "metadata": {
        "kind": "headers_too_large",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const gatewayFullExample: NamedExample = {
  "name": "gateway-full",
  "value": {
    "error": {
      "code": 503,
      "message": "The gateway serves as much as it can at present. Retry with exponential backoff.",
      "metadata": {
        "kind": "unavailable",
        "of": "requests_in_flight",
        "limit": 4096,
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const unavailableExample: NamedExample = {
  "name": "unavailable",
  "value": {
    "error": {
      "code": 503,
      "message": "The gateway is stopping.",
      "metadata": {
        "kind": "unavailable",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOfOthers: OperationPack["replies"][string] = {
  "application/json": [
    malformedBodyExample,
    unauthorizedExample,
    paymentRequiredExample,
    modelNotAllowedExample,
    networkNotAllowedExample,
    scopeTooNarrowExample,
    notFoundExample,
    methodNotAllowedExample,
    bodyTooLargeExample,
    unsupportedMediaTypeExample,
    rateLimitedExample,
    internalErrorExample,
    providerFailedExample,
    secretUnreadableExample,
    headersTooLargeExample,
    gatewayFullExample,
    unavailableExample,
    overloadedExample,
  ],
};

export const limitParameter: OperationPack["parameters"][number] = {
  "name": "limit",
  "in": "query",
  "schema": {
    "type": "integer",
    "minimum": 1,
    "maximum": 1000,
  },
};

export const offsetParameter: OperationPack["parameters"][number] = {
  "name": "offset",
  "in": "query",
  "schema": {
    "type": "integer",
    "minimum": 0,
  },
};

export const schemaOfOtherTool: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
  ],
  "properties": {
    "type": {
      "type": "string",
      "maxLength": 256,
      "not": {
        "const": "function",
      },
    },
  },
};

export const textModelNotFoundExample: NamedExample = {
  "name": "text-model-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The model \"acme/writer-9\" does not exist. Did you mean \"acme/writer\"?",
      "metadata": {
        "kind": "model_not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404: OperationPack["replies"][string] = {
  "application/json": [
    textModelNotFoundExample,
  ],
};

export const repliesOf500: OperationPack["replies"][string] = {
  "application/json": [
    internalErrorExample,
  ],
};

export const idParameter: OperationPack["parameters"][number] = {
  "name": "id",
  "in": "path",
  "required": true,
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 128,
  },
};

export const workspaceNotFoundExample: NamedExample = {
  "name": "workspace-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The workspace \"00000000-0000-4000-8000-000000000000\" does not exist.",
      "metadata": {
        "kind": "not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404_2: OperationPack["replies"][string] = {
  "application/json": [
    workspaceNotFoundExample,
  ],
};

export const conflictExample: NamedExample = {
  "name": "conflict",
  "value": {
    "error": {
      "code": 409,
      "message": "A workspace of this organisation has that slug already.",
      "metadata": {
        "kind": "conflict",
        "field": "slug",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const lastManagementKeyExample: NamedExample = {
  "name": "last-management-key",
  "value": {
    "error": {
      "code": 409,
      "message": "This is the organisation's last usable management key, and without it no key could administer the organisation. Create another management key first, one that is valid for more than a day, and try again.",
      "metadata": {
        "kind": "conflict",
        "reason": "last_management_key",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf409: OperationPack["replies"][string] = {
  "application/json": [
    conflictExample,
    lastManagementKeyExample,
  ],
};

export const repliesOf400: OperationPack["replies"][string] = {
  "application/json": [
    malformedBodyExample,
  ],
};

export const invalidPageExample: NamedExample = {
  "name": "invalid-page",
  "value": {
    "error": {
      "code": 400,
      "message": "limit must be at least 1.",
      "metadata": {
        "kind": "bad_request",
        "field": "limit",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf400_2: OperationPack["replies"][string] = {
  "application/json": [
    invalidPageExample,
  ],
};

export const idParameter_2: OperationPack["parameters"][number] = {
  "name": "id",
  "in": "path",
  "required": true,
  "schema": {
    "type": "string",
    "maxLength": 36,
    "format": "uuid",
  },
};

export const credentialNotFoundExample: NamedExample = {
  "name": "credential-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The credential \"00000000-0000-4000-8000-000000000000\" does not exist.",
      "metadata": {
        "kind": "not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404_3: OperationPack["replies"][string] = {
  "application/json": [
    credentialNotFoundExample,
  ],
};

export const workspaceIdParameter: OperationPack["parameters"][number] = {
  "name": "workspace_id",
  "in": "query",
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 128,
  },
};

export const providerParameter: OperationPack["parameters"][number] = {
  "name": "provider",
  "in": "query",
  "schema": {
    "type": "string",
    "maxLength": 256,
  },
};

export const cursorParameter: OperationPack["parameters"][number] = {
  "name": "cursor",
  "in": "query",
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 512,
  },
};

export const schemaOfAllowedModels: OperationPack["schemas"][string] = {
  "type": [
    "array",
    "null",
  ],
  "minItems": 1,
  "maxItems": 200,
  "items": {
    "type": "string",
    "minLength": 1,
    "maxLength": 200,
  },
};

export const schemaOfAllowedNetworks: OperationPack["schemas"][string] = {
  "type": [
    "array",
    "null",
  ],
  "minItems": 1,
  "maxItems": 200,
  "items": {
    "type": "string",
    "maxLength": 64,
    "pattern": "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$",
  },
};

export const schemaOfAllowedProviders: OperationPack["schemas"][string] = {
  "type": [
    "array",
    "null",
  ],
  "minItems": 1,
  "maxItems": 200,
  "items": {
    "type": "string",
    "minLength": 1,
    "maxLength": 64,
  },
};

export const schemaOfLimitReset: OperationPack["schemas"][string] = {
  "type": [
    "string",
    "null",
  ],
  "enum": [
    "daily",
    "weekly",
    "monthly",
    null,
  ],
};

export const hashParameter: OperationPack["parameters"][number] = {
  "name": "hash",
  "in": "path",
  "required": true,
  "schema": {
    "type": "string",
    "maxLength": 64,
    "pattern": "^([0-9a-f]{64}|[0-9]{1,15})$",
  },
};

export const keyNotFoundExample: NamedExample = {
  "name": "key-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The API key \"0000000000000000000000000000000000000000000000000000000000000000\" does not exist.",
      "metadata": {
        "kind": "not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404_4: OperationPack["replies"][string] = {
  "application/json": [
    keyNotFoundExample,
  ],
};

export const budgetNotFoundExample: NamedExample = {
  "name": "budget-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The budget \"00000000-0000-4000-8000-000000000000\" does not exist.",
      "metadata": {
        "kind": "not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404_5: OperationPack["replies"][string] = {
  "application/json": [
    budgetNotFoundExample,
  ],
};

export const startDateParameter: OperationPack["parameters"][number] = {
  "name": "start_date",
  "in": "query",
  "schema": {
    "type": "string",
    "maxLength": 10,
    "format": "date",
  },
};

export const endDateParameter: OperationPack["parameters"][number] = {
  "name": "end_date",
  "in": "query",
  "schema": {
    "type": "string",
    "maxLength": 10,
    "format": "date",
  },
};

export const apiKeyHashParameter: OperationPack["parameters"][number] = {
  "name": "api_key_hash",
  "in": "query",
  "schema": {
    "type": "string",
    "maxLength": 64,
    "pattern": "^([0-9a-f]{64}|[0-9]{1,15})$",
  },
};

export const fromParameter: OperationPack["parameters"][number] = {
  "name": "from",
  "in": "query",
  "schema": {
    "type": "string",
    "format": "date-time",
    "maxLength": 64,
  },
};

export const toParameter: OperationPack["parameters"][number] = {
  "name": "to",
  "in": "query",
  "schema": {
    "type": "string",
    "format": "date-time",
    "maxLength": 64,
  },
};

export const generationNotFoundExample: NamedExample = {
  "name": "generation-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The generation \"gen-absent\" does not exist.",
      "metadata": {
        "kind": "not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404_6: OperationPack["replies"][string] = {
  "application/json": [
    generationNotFoundExample,
  ],
};

export const modelParameter: OperationPack["parameters"][number] = {
  "name": "model",
  "in": "query",
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 256,
  },
};

export const workspaceIdParameter_2: OperationPack["parameters"][number] = {
  "name": "workspace_id",
  "in": "query",
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 200,
  },
};

export const authorParameter: OperationPack["parameters"][number] = {
  "name": "author",
  "in": "path",
  "required": true,
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 200,
  },
};

export const slugParameter: OperationPack["parameters"][number] = {
  "name": "slug",
  "in": "path",
  "required": true,
  "schema": {
    "type": "string",
    "minLength": 1,
    "maxLength": 200,
  },
};

export const providerNotFoundExample: NamedExample = {
  "name": "provider-not-found",
  "value": {
    "error": {
      "code": 404,
      "message": "The provider \"nothing\" does not exist.",
      "metadata": {
        "kind": "not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
  },
};

export const repliesOf404_7: OperationPack["replies"][string] = {
  "application/json": [
    providerNotFoundExample,
  ],
};

export const schemaOfMessagesBase64Source: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "media_type",
    "data",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "base64",
    },
    "media_type": {
      "type": "string",
      "maxLength": 256,
    },
    "data": {
      "type": "string",
      "maxLength": 20971520,
    },
  },
};

export const schemaOfMessagesBlock: OperationPack["schemas"][string] = {
  "oneOf": [
    {
      "$ref": "#/components/schemas/MessagesText",
    },
    {
      "$ref": "#/components/schemas/MessagesImage",
    },
    {
      "$ref": "#/components/schemas/MessagesDocument",
    },
    {
      "$ref": "#/components/schemas/MessagesToolUse",
    },
    {
      "$ref": "#/components/schemas/MessagesToolResult",
    },
    {
      "$ref": "#/components/schemas/MessagesThought",
    },
    {
      "$ref": "#/components/schemas/MessagesRedactedThought",
    },
    {
      "$ref": "#/components/schemas/MessagesOtherBlock",
    },
  ],
};

export const schemaOfMessagesCacheControl: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "ephemeral",
    },
    "ttl": {
      "type": [
        "string",
        "null",
      ],
      "enum": [
        "5m",
        "1h",
        null,
      ],
    },
  },
};

export const schemaOfMessagesContentSource: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "content",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "content",
    },
    "content": {
      "oneOf": [
        {
          "type": "string",
          "maxLength": 20971520,
        },
        {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/MessagesText",
              },
              {
                "$ref": "#/components/schemas/MessagesImage",
              },
            ],
          },
        },
      ],
    },
  },
};

export const schemaOfMessagesConversation: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "messages",
  ],
  "properties": {
    "model": {
      "type": "string",
      "maxLength": 256,
    },
    "models": {
      "type": [
        "array",
        "null",
      ],
      "maxItems": 8,
      "items": {
        "type": "string",
        "maxLength": 256,
      },
    },
    "messages": {
      "type": "array",
      "minItems": 1,
      "maxItems": 4096,
      "items": {
        "$ref": "#/components/schemas/MessagesTurn",
      },
    },
    "system": {
      "oneOf": [
        {
          "type": "string",
          "maxLength": 20971520,
        },
        {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "$ref": "#/components/schemas/MessagesSystemBlock",
          },
        },
        {
          "type": "null",
        },
      ],
    },
    "tools": {
      "type": [
        "array",
        "null",
      ],
      "maxItems": 512,
      "items": {
        "$ref": "#/components/schemas/MessagesTool",
      },
    },
    "tool_choice": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesToolChoice",
        },
        {
          "type": "null",
        },
      ],
    },
    "thinking": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesThinkingBudget",
        },
        {
          "$ref": "#/components/schemas/MessagesThinkingMode",
        },
        {
          "type": "null",
        },
      ],
    },
    "output_config": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesOutputConfig",
        },
        {
          "type": "null",
        },
      ],
    },
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesDocument: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "source",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "document",
    },
    "source": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesBase64Source",
        },
        {
          "$ref": "#/components/schemas/MessagesTextSource",
        },
        {
          "$ref": "#/components/schemas/MessagesUrlSource",
        },
        {
          "$ref": "#/components/schemas/MessagesContentSource",
        },
        {
          "$ref": "#/components/schemas/MessagesOtherSource",
        },
      ],
    },
    "title": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 1024,
    },
    "context": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 1048576,
    },
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesImage: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "source",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "image",
    },
    "source": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesBase64Source",
        },
        {
          "$ref": "#/components/schemas/MessagesUrlSource",
        },
        {
          "$ref": "#/components/schemas/MessagesOtherSource",
        },
      ],
    },
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesJsonFormat: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "schema",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "json_schema",
    },
    "schema": {
      "type": "object",
      "maxProperties": 1024,
    },
  },
};

export const schemaOfMessagesOtherBlock: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
  ],
  "properties": {
    "type": {
      "type": "string",
      "maxLength": 256,
      "not": {
        "enum": [
          "text",
          "image",
          "document",
          "tool_use",
          "tool_result",
          "thinking",
          "redacted_thinking",
        ],
      },
    },
  },
};

export const schemaOfMessagesOtherSource: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
  ],
  "properties": {
    "type": {
      "type": "string",
      "maxLength": 256,
      "not": {
        "enum": [
          "base64",
          "text",
          "url",
          "content",
        ],
      },
    },
  },
};

export const schemaOfMessagesOutputConfig: OperationPack["schemas"][string] = {
  "type": "object",
  "properties": {
    "effort": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 64,
    },
    "format": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesJsonFormat",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesOwnTool: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "name",
    "input_schema",
  ],
  "properties": {
    "type": {
      "type": [
        "string",
        "null",
      ],
      "enum": [
        "custom",
        null,
      ],
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256,
    },
    "description": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 1048576,
    },
    "input_schema": {
      "type": "object",
      "maxProperties": 1024,
    },
    "strict": {
      "type": [
        "boolean",
        "null",
      ],
    },
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesRedactedThought: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "data",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "redacted_thinking",
    },
    "data": {
      "type": "string",
      "maxLength": 20971520,
    },
  },
};

export const schemaOfMessagesResultBlock: OperationPack["schemas"][string] = {
  "oneOf": [
    {
      "$ref": "#/components/schemas/MessagesText",
    },
    {
      "$ref": "#/components/schemas/MessagesImage",
    },
    {
      "$ref": "#/components/schemas/MessagesDocument",
    },
    {
      "$ref": "#/components/schemas/MessagesOtherBlock",
    },
  ],
};

export const schemaOfMessagesServerTool: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
  ],
  "properties": {
    "type": {
      "type": "string",
      "maxLength": 256,
      "not": {
        "const": "custom",
      },
    },
  },
};

export const schemaOfMessagesSystemBlock: OperationPack["schemas"][string] = {
  "oneOf": [
    {
      "$ref": "#/components/schemas/MessagesText",
    },
    {
      "$ref": "#/components/schemas/MessagesOtherBlock",
    },
  ],
};

export const schemaOfMessagesText: OperationPack["schemas"][string] = {
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
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesTextSource: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "data",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "text",
    },
    "media_type": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 256,
    },
    "data": {
      "type": "string",
      "maxLength": 20971520,
    },
  },
};

export const schemaOfMessagesThinkingBudget: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "budget_tokens",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "enabled",
    },
    "budget_tokens": {
      "type": "integer",
      "minimum": 1,
    },
    "display": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 64,
    },
  },
};

export const schemaOfMessagesThinkingMode: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
  ],
  "properties": {
    "type": {
      "type": "string",
      "maxLength": 64,
      "not": {
        "const": "enabled",
      },
    },
    "display": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 64,
    },
  },
};

export const schemaOfMessagesThought: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "thinking",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "thinking",
    },
    "thinking": {
      "type": "string",
      "maxLength": 20971520,
    },
    "signature": {
      "type": [
        "string",
        "null",
      ],
      "maxLength": 20971520,
    },
  },
};

export const schemaOfMessagesTool: OperationPack["schemas"][string] = {
  "oneOf": [
    {
      "$ref": "#/components/schemas/MessagesOwnTool",
    },
    {
      "$ref": "#/components/schemas/MessagesServerTool",
    },
  ],
};

export const schemaOfMessagesToolChoice: OperationPack["schemas"][string] = {
  "oneOf": [
    {
      "type": "object",
      "required": [
        "type",
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "auto",
            "any",
            "none",
          ],
        },
        "disable_parallel_tool_use": {
          "type": [
            "boolean",
            "null",
          ],
        },
      },
    },
    {
      "type": "object",
      "required": [
        "type",
        "name",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "tool",
        },
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 256,
        },
        "disable_parallel_tool_use": {
          "type": [
            "boolean",
            "null",
          ],
        },
      },
    },
  ],
};

export const schemaOfMessagesToolResult: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "tool_use_id",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "tool_result",
    },
    "tool_use_id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 65536,
    },
    "content": {
      "oneOf": [
        {
          "type": "string",
          "maxLength": 20971520,
        },
        {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "$ref": "#/components/schemas/MessagesResultBlock",
          },
        },
        {
          "type": "null",
        },
      ],
    },
    "is_error": {
      "type": [
        "boolean",
        "null",
      ],
    },
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesToolUse: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "id",
    "name",
    "input",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "tool_use",
    },
    "id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 65536,
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256,
    },
    "input": {
      "type": "object",
      "maxProperties": 16384,
    },
    "cache_control": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/MessagesCacheControl",
        },
        {
          "type": "null",
        },
      ],
    },
  },
};

export const schemaOfMessagesTurn: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "role",
    "content",
  ],
  "properties": {
    "role": {
      "type": "string",
      "enum": [
        "user",
        "assistant",
        "system",
      ],
    },
    "content": {
      "oneOf": [
        {
          "type": "string",
          "maxLength": 20971520,
        },
        {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "$ref": "#/components/schemas/MessagesBlock",
          },
        },
      ],
    },
  },
};

export const schemaOfMessagesUrlSource: OperationPack["schemas"][string] = {
  "type": "object",
  "required": [
    "type",
    "url",
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "url",
    },
    "url": {
      "type": "string",
      "maxLength": 20971520,
    },
  },
};

export const messagesMissingKeyExample: NamedExample = {
  "name": "messages-missing-key",
  "value": {
    "error": {
      "type": "authentication_error",
      "code": 401,
      "message": "No API key was sent. Send it as the header Authorization: Bearer <API_KEY> or x-api-key: <API_KEY>.",
      "metadata": {
        "kind": "unauthenticated",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const messagesTwoKeysExample: NamedExample = {
  "name": "messages-two-keys",
  "value": {
    "error": {
      "type": "authentication_error",
      "code": 401,
      "message": "Two different API keys were sent, one in Authorization and one in x-api-key. Send one of them.",
      "metadata": {
        "kind": "unauthenticated",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const repliesOf401_2: OperationPack["replies"][string] = {
  "application/json": [
    messagesMissingKeyExample,
    messagesTwoKeysExample,
  ],
};

export const messagesModelNotFoundExample: NamedExample = {
  "name": "messages-model-not-found",
  "value": {
    "error": {
      "type": "not_found_error",
      "code": 404,
      "message": "The model \"acme/writer-9\" does not exist. Did you mean \"acme/writer\"?",
      "metadata": {
        "kind": "model_not_found",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const repliesOf404_8: OperationPack["replies"][string] = {
  "application/json": [
    messagesModelNotFoundExample,
  ],
};

export const messagesModelNotAllowedExample: NamedExample = {
  "name": "messages-model-not-allowed",
  "value": {
    "error": {
      "type": "permission_error",
      "code": 403,
      "message": "The key may not use the model acme/writer. It may use: acme/embed*.",
      "metadata": {
        "kind": "not_allowed",
        "right": "allowed_models",
        "allowed": [
          "acme/embed*",
        ],
        "field": "model",
        "model": "acme/writer",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const messagesBodyTooLargeExample: NamedExample = {
  "name": "messages-body-too-large",
  "value": {
    "error": {
      "type": "invalid_request_error",
      "code": 413,
      "message": "The request body is larger than 20971520 bytes.",
      "metadata": {
        "kind": "too_large",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const messagesUnsupportedMediaTypeExample: NamedExample = {
  "name": "messages-unsupported-media-type",
  "value": {
    "error": {
      "type": "invalid_request_error",
      "code": 415,
      "message": "The body must be application/json.",
      "metadata": {
        "kind": "unsupported_media_type",
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const messagesGatewayFullExample: NamedExample = {
  "name": "messages-gateway-full",
  "value": {
    "error": {
      "type": "api_error",
      "code": 503,
      "message": "The gateway serves as much as it can at present. Retry with exponential backoff.",
      "metadata": {
        "kind": "unavailable",
        "of": "requests_in_flight",
        "limit": 4096,
      },
    },
    "user_id": null,
    "service_metadata": {
      "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
    },
    "type": "error",
    "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
  },
};

export const repliesOfOthers_2: OperationPack["replies"][string] = {
  "application/json": [
    messagesModelNotAllowedExample,
    messagesBodyTooLargeExample,
    messagesUnsupportedMediaTypeExample,
    messagesGatewayFullExample,
  ],
};
