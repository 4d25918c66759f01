// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.

/** Every operation of the contract by its id, in the order of the document. */
export const operations = {
  "createEmbeddings": {
    "id": "createEmbeddings",
    "method": "post",
    "path": "/embeddings",
    "tag": "Embeddings",
    "stage": "specified",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["Idempotency-Key", "X-Session-Id", "X-Claude-Code-Session-Id", "X-Session-Affinity", "X-Session-Budget", "X-Tags", "HTTP-Referer", "X-Service-Title", "X-Portico-Cache"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "402": ["application/json"],
      "404": ["application/json"],
      "429": ["application/json"],
      "529": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listEmbeddingModels": {
    "id": "listEmbeddingModels",
    "method": "get",
    "path": "/embeddings/models",
    "tag": "Embeddings",
    "stage": "specified",
    "key": "any",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["limit", "offset"],
    "headerParameters": ["HTTP-Referer", "X-Service-Title"],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createResponse": {
    "id": "createResponse",
    "method": "post",
    "path": "/responses",
    "tag": "Responses (beta)",
    "stage": "beta",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["Idempotency-Key", "X-Stainless-Helper-Method", "X-Session-Id", "X-Claude-Code-Session-Id", "X-Session-Affinity", "X-Session-Budget", "X-Tags", "HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json", "text/event-stream"],
      "400": ["application/json"],
      "401": ["application/json"],
      "402": ["application/json"],
      "404": ["application/json"],
      "429": ["application/json"],
      "500": ["application/json"],
      "529": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getResponse": {
    "id": "getResponse",
    "method": "get",
    "path": "/responses/{id}",
    "tag": "Responses (beta)",
    "stage": "preview",
    "key": "ordinary",
    "scope": "read_only",
    "roles": [],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "deleteResponse": {
    "id": "deleteResponse",
    "method": "delete",
    "path": "/responses/{id}",
    "tag": "Responses (beta)",
    "stage": "preview",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "countResponseTokens": {
    "id": "countResponseTokens",
    "method": "post",
    "path": "/responses/input_tokens",
    "tag": "Responses (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "all",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "compactResponse": {
    "id": "compactResponse",
    "method": "post",
    "path": "/responses/compact",
    "tag": "Responses (preview)",
    "stage": "preview",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["Idempotency-Key", "X-Session-Id", "X-Claude-Code-Session-Id", "X-Session-Affinity", "X-Session-Budget", "X-Tags", "HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "402": ["application/json"],
      "404": ["application/json"],
      "429": ["application/json"],
      "500": ["application/json"],
      "529": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createChatCompletion": {
    "id": "createChatCompletion",
    "method": "post",
    "path": "/chat/completions",
    "tag": "Chat (preview)",
    "stage": "preview",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["Idempotency-Key", "X-Session-Id", "X-Claude-Code-Session-Id", "X-Session-Affinity", "X-Session-Budget", "X-Tags", "HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json", "text/event-stream"],
      "400": ["application/json"],
      "401": ["application/json"],
      "402": ["application/json"],
      "404": ["application/json"],
      "429": ["application/json"],
      "500": ["application/json"],
      "529": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createRerank": {
    "id": "createRerank",
    "method": "post",
    "path": "/rerank",
    "tag": "Rerank (preview)",
    "stage": "preview",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["Idempotency-Key", "X-Session-Id", "X-Claude-Code-Session-Id", "X-Session-Affinity", "X-Session-Budget", "X-Tags", "HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "402": ["application/json"],
      "404": ["application/json"],
      "429": ["application/json"],
      "529": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getWorkspace": {
    "id": "getWorkspace",
    "method": "get",
    "path": "/workspaces/{id}",
    "tag": "Workspaces",
    "stage": "specified",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": ["HTTP-Referer", "X-Service-Title"],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
      "default": ["application/json"]
    }
  },
  "deleteWorkspace": {
    "id": "deleteWorkspace",
    "method": "delete",
    "path": "/workspaces/{id}",
    "tag": "Workspaces (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "updateWorkspace": {
    "id": "updateWorkspace",
    "method": "patch",
    "path": "/workspaces/{id}",
    "tag": "Workspaces (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listWorkspaces": {
    "id": "listWorkspaces",
    "method": "get",
    "path": "/workspaces",
    "tag": "Workspaces (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createWorkspace": {
    "id": "createWorkspace",
    "method": "post",
    "path": "/workspaces",
    "tag": "Workspaces (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "eraseIoLog": {
    "id": "eraseIoLog",
    "method": "delete",
    "path": "/workspaces/{id}/io-log",
    "tag": "Workspaces (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["admin"],
    "pathParameters": ["id"],
    "queryParameters": ["user"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "deleteByokCredential": {
    "id": "deleteByokCredential",
    "method": "delete",
    "path": "/byok/{id}",
    "tag": "BYOK",
    "stage": "specified",
    "key": "any",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": ["HTTP-Referer", "X-Service-Title"],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
      "default": ["application/json"]
    }
  },
  "updateByokCredential": {
    "id": "updateByokCredential",
    "method": "patch",
    "path": "/byok/{id}",
    "tag": "BYOK (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listByokCredentials": {
    "id": "listByokCredentials",
    "method": "get",
    "path": "/byok",
    "tag": "BYOK (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["workspace_id", "provider", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createByokCredential": {
    "id": "createByokCredential",
    "method": "post",
    "path": "/byok",
    "tag": "BYOK (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getCurrentKey": {
    "id": "getCurrentKey",
    "method": "get",
    "path": "/key",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": [],
    "pathParameters": [],
    "queryParameters": ["user", "tag"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listApiKeys": {
    "id": "listApiKeys",
    "method": "get",
    "path": "/keys",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["workspace_id", "include_disabled", "search", "kind", "exposed", "sort", "cursor", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createApiKey": {
    "id": "createApiKey",
    "method": "post",
    "path": "/keys",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "reportExposedKeys": {
    "id": "reportExposedKeys",
    "method": "post",
    "path": "/keys/exposed",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getApiKey": {
    "id": "getApiKey",
    "method": "get",
    "path": "/keys/{hash}",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": ["hash"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "deleteApiKey": {
    "id": "deleteApiKey",
    "method": "delete",
    "path": "/keys/{hash}",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["hash"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "updateApiKey": {
    "id": "updateApiKey",
    "method": "patch",
    "path": "/keys/{hash}",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["hash"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "rotateApiKey": {
    "id": "rotateApiKey",
    "method": "post",
    "path": "/keys/{hash}/rotate",
    "tag": "API keys (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["hash"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listBudgets": {
    "id": "listBudgets",
    "method": "get",
    "path": "/budgets",
    "tag": "Budgets (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["workspace_id", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createBudget": {
    "id": "createBudget",
    "method": "post",
    "path": "/budgets",
    "tag": "Budgets (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getBudget": {
    "id": "getBudget",
    "method": "get",
    "path": "/budgets/{id}",
    "tag": "Budgets (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": ["limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "deleteBudget": {
    "id": "deleteBudget",
    "method": "delete",
    "path": "/budgets/{id}",
    "tag": "Budgets (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["billing", "operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "updateBudget": {
    "id": "updateBudget",
    "method": "patch",
    "path": "/budgets/{id}",
    "tag": "Budgets (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["billing", "operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getCredits": {
    "id": "getCredits",
    "method": "get",
    "path": "/credits",
    "tag": "Credits (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "grantCredits": {
    "id": "grantCredits",
    "method": "post",
    "path": "/credits",
    "tag": "Credits (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["billing", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listCreditGrants": {
    "id": "listCreditGrants",
    "method": "get",
    "path": "/credits/grants",
    "tag": "Ledger (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["cursor", "limit"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getLedger": {
    "id": "getLedger",
    "method": "get",
    "path": "/ledger",
    "tag": "Ledger (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["start_date", "end_date"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listHolds": {
    "id": "listHolds",
    "method": "get",
    "path": "/holds",
    "tag": "Ledger (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["api_key_hash", "cursor", "limit"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listActivity": {
    "id": "listActivity",
    "method": "get",
    "path": "/activity",
    "tag": "Activity (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["date", "start_date", "end_date", "from", "to", "workspace_id", "api_key_hash", "model", "provider", "app", "tag", "tag_name", "group_by", "granularity", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getGeneration": {
    "id": "getGeneration",
    "method": "get",
    "path": "/generation",
    "tag": "Generations (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["id"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listGenerations": {
    "id": "listGenerations",
    "method": "get",
    "path": "/generations",
    "tag": "Generations (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["from", "to", "api_key_hash", "workspace_id", "model", "provider", "app", "operation", "streamed", "status", "failed", "error_kind", "end_user", "session_id", "tag", "search", "min_cost", "max_cost", "include", "cursor", "limit"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listAgentSessions": {
    "id": "listAgentSessions",
    "method": "get",
    "path": "/agent-sessions",
    "tag": "Generations (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["from", "to", "api_key_hash", "workspace_id", "model", "session_id", "cursor", "limit"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listRefusals": {
    "id": "listRefusals",
    "method": "get",
    "path": "/refusals",
    "tag": "Generations (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["from", "to", "api_key_hash", "workspace_id", "model", "reason", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "refundGeneration": {
    "id": "refundGeneration",
    "method": "post",
    "path": "/generation/refund",
    "tag": "Generations (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["billing", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listAlerts": {
    "id": "listAlerts",
    "method": "get",
    "path": "/alerts",
    "tag": "Alerts (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["kind", "subject", "workspace_id", "state", "from", "to", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listAuditEvents": {
    "id": "listAuditEvents",
    "method": "get",
    "path": "/audit",
    "tag": "Audit log (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["from", "to", "actor_type", "actor_key_id", "action", "target_type", "target_id", "workspace_id", "limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getStatus": {
    "id": "getStatus",
    "method": "get",
    "path": "/status",
    "tag": "Status (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getConfiguration": {
    "id": "getConfiguration",
    "method": "get",
    "path": "/configuration",
    "tag": "Configuration (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "updateConfiguration": {
    "id": "updateConfiguration",
    "method": "put",
    "path": "/configuration",
    "tag": "Configuration (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "planConfiguration": {
    "id": "planConfiguration",
    "method": "post",
    "path": "/configuration/plan",
    "tag": "Configuration (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listConfigurationVersions": {
    "id": "listConfigurationVersions",
    "method": "get",
    "path": "/configuration/versions",
    "tag": "Configuration (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["admin"],
    "pathParameters": [],
    "queryParameters": ["cursor", "limit"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getConfigurationVersion": {
    "id": "getConfigurationVersion",
    "method": "get",
    "path": "/configuration/versions/{version}",
    "tag": "Configuration (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["admin"],
    "pathParameters": ["version"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "activateConfiguration": {
    "id": "activateConfiguration",
    "method": "post",
    "path": "/configuration/versions/{version}/activate",
    "tag": "Configuration (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["admin"],
    "pathParameters": ["version"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "409": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getSession": {
    "id": "getSession",
    "method": "get",
    "path": "/session",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createSession": {
    "id": "createSession",
    "method": "post",
    "path": "/session",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "none",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "429": ["application/json"],
      "default": ["application/json"]
    }
  },
  "deleteSession": {
    "id": "deleteSession",
    "method": "delete",
    "path": "/session",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listSignInWays": {
    "id": "listSignInWays",
    "method": "get",
    "path": "/session/ways",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "none",
    "scope": "read_only",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "431": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listSessions": {
    "id": "listSessions",
    "method": "get",
    "path": "/sessions",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["limit", "offset"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json", "text/csv"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "revokeSessions": {
    "id": "revokeSessions",
    "method": "delete",
    "path": "/sessions",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["all"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "revokeSession": {
    "id": "revokeSession",
    "method": "delete",
    "path": "/sessions/{id}",
    "tag": "Sessions (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "spend",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": ["id"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listModels": {
    "id": "listModels",
    "method": "get",
    "path": "/models",
    "tag": "Models (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": ["limit", "offset", "after_id", "before_id", "kind"],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listModelEndpoints": {
    "id": "listModelEndpoints",
    "method": "get",
    "path": "/models/{author}/{slug}/endpoints",
    "tag": "Models (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": ["author", "slug"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getModel": {
    "id": "getModel",
    "method": "get",
    "path": "/model/{author}/{slug}",
    "tag": "Models (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "read_only",
    "roles": ["viewer", "billing", "operator", "admin"],
    "pathParameters": ["author", "slug"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "listProviders": {
    "id": "listProviders",
    "method": "get",
    "path": "/providers",
    "tag": "Models (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "read_only",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "default": ["application/json"]
    }
  },
  "getProvider": {
    "id": "getProvider",
    "method": "get",
    "path": "/providers/{slug}",
    "tag": "Models (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "read_only",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": ["slug"],
    "queryParameters": [],
    "headerParameters": [],
    "request": null,
    "responses": {
      "200": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "checkProvider": {
    "id": "checkProvider",
    "method": "post",
    "path": "/providers/{slug}/check",
    "tag": "Models (preview)",
    "stage": "preview",
    "key": "management",
    "scope": "all",
    "roles": ["operator", "admin"],
    "pathParameters": ["slug"],
    "queryParameters": [],
    "headerParameters": [],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  },
  "createMessage": {
    "id": "createMessage",
    "method": "post",
    "path": "/messages",
    "tag": "Messages (preview)",
    "stage": "preview",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["Idempotency-Key", "anthropic-version", "anthropic-beta", "X-Session-Id", "X-Claude-Code-Session-Id", "X-Session-Affinity", "X-Session-Budget", "X-Tags", "HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json", "text/event-stream"],
      "400": ["application/json"],
      "401": ["application/json"],
      "402": ["application/json"],
      "404": ["application/json"],
      "429": ["application/json"],
      "500": ["application/json"],
      "529": ["application/json"],
      "default": ["application/json"]
    }
  },
  "countMessageTokens": {
    "id": "countMessageTokens",
    "method": "post",
    "path": "/messages/count_tokens",
    "tag": "Messages (preview)",
    "stage": "preview",
    "key": "any",
    "scope": "all",
    "roles": ["viewer", "operator", "admin"],
    "pathParameters": [],
    "queryParameters": [],
    "headerParameters": ["anthropic-version", "anthropic-beta", "HTTP-Referer", "X-Service-Title"],
    "request": {
      "required": true,
      "mediaTypes": ["application/json"]
    },
    "responses": {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "404": ["application/json"],
      "default": ["application/json"]
    }
  }
} as const;
