// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { Scenario } from "../scenarios/scenario.ts";

type Name = "budget-alert" | "cut-stream" | "embeddings" | "first-call" | "out-of-credit" | "own-credential" | "provider-fails-over" | "revoked-key" | "tool-loop";

/** Every scenario of spec/scenarios by its name. */
export const scenarios: Readonly<Record<Name, Scenario>> = {
  "budget-alert": {
    "name": "budget-alert",
    "title": "A budget alerts",
    "summary": "A workspace passes half of its budget, and an alert is written.",
    "description": "A budget limits all keys of a workspace together. At 50, 80 and 95 % an alert is written in the transaction of the call that crossed the threshold, once in each period, and goes out by mail and webhook where the operator configured them.",
    "inputs": {
      "management_key": "A management key."
    },
    "key": "$steps.make.outputs.key",
    "faults": [],
    "steps": [
      {
        "id": "open",
        "description": "Make a workspace.",
        "given": true,
        "operationId": "createWorkspace",
        "method": "post",
        "path": "/workspaces",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          }
        ],
        "body": {
          "name": "Research"
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "id": "$response.body#/data/id"
        }
      },
      {
        "id": "make",
        "description": "Make a key that spends there.",
        "given": true,
        "operationId": "createApiKey",
        "method": "post",
        "path": "/keys",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          }
        ],
        "body": {
          "name": "Research",
          "workspace_id": "$steps.open.outputs.id"
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "key": "$response.body#/key"
        }
      },
      {
        "id": "limit",
        "description": "Limit what the workspace may spend: a tiny sum, since the sandbox is cheap.",
        "given": true,
        "operationId": "createBudget",
        "method": "post",
        "path": "/budgets",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          }
        ],
        "body": {
          "name": "Research",
          "workspace_id": "$steps.open.outputs.id",
          "limit": 0.0000036
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 201"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/scope == \"workspace\""
          }
        ],
        "outputs": {
          "id": "$response.body#/data/id"
        }
      },
      {
        "id": "spend",
        "description": "The first call stays below half of the budget.",
        "given": true,
        "operationId": "createRerank",
        "method": "post",
        "path": "/rerank",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/rerank",
          "query": "sea",
          "documents": [
            "the sea",
            "a hill"
          ]
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {}
      },
      {
        "id": "cross",
        "description": "The second call passes half of the budget. It is served: the alert is a notice, not a limit.",
        "given": true,
        "operationId": "createRerank",
        "method": "post",
        "path": "/rerank",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/rerank",
          "query": "sea",
          "documents": [
            "the sea",
            "a hill"
          ]
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {}
      },
      {
        "id": "alerts",
        "description": "Read the alerts of the workspace: which budget, which threshold, what was spent and what is left. The alert is there as soon as the reply of the call is.",
        "given": false,
        "operationId": "listAlerts",
        "method": "get",
        "path": "/alerts",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "header",
            "name": "Accept",
            "value": "application/json"
          },
          {
            "in": "query",
            "name": "workspace_id",
            "value": "$steps.open.outputs.id"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/0/kind == \"budget\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/0/threshold_percent == 50"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/0/subject_name == \"Research\""
          }
        ],
        "outputs": {}
      },
      {
        "id": "raise",
        "description": "Raise the budget. What was spent stays, so the share falls.",
        "given": false,
        "operationId": "updateBudget",
        "method": "patch",
        "path": "/budgets/{id}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "id",
            "value": "$steps.limit.outputs.id"
          }
        ],
        "body": {
          "limit": 1
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/limit == 1"
          }
        ],
        "outputs": {}
      }
    ]
  },
  "cut-stream": {
    "name": "cut-stream",
    "title": "The stream is cut",
    "summary": "The provider breaks off in the middle of a stream; the stream says so, and the caller asks again.",
    "description": "A stream that has begun has its status 200 already. A failure on the way is an event: `error`, then `response.failed` with what had come. `[DONE]` still ends the stream.",
    "inputs": {
      "api_key": "An ordinary key."
    },
    "key": null,
    "faults": [
      {
        "operationId": "createResponse",
        "fault": "fail",
        "times": 1
      }
    ],
    "steps": [
      {
        "id": "ask",
        "description": "Stream an answer from a model that is cut after a few words. After the deltas come `error` and `response.failed`; the text so far is in `response.output`.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/cut-midstream",
          "input": "Say hello to everyone who reads this.",
          "stream": true
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "regex",
            "context": "$response.body",
            "condition": "\"type\":\"response\\.content_part\\.delta\"[\\s\\S]*\"type\":\"error\"[\\s\\S]*\"type\":\"response\\.failed\"[\\s\\S]*\\ndata: \\[DONE\\]\\s*$"
          }
        ],
        "outputs": {
          "id": "$response.header.X-Generation-Id"
        }
      },
      {
        "id": "account",
        "description": "What was delivered is charged, and the generation says that it failed.",
        "given": false,
        "operationId": "getGeneration",
        "method": "get",
        "path": "/generation",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          },
          {
            "in": "query",
            "name": "id",
            "value": "$steps.ask.outputs.id"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/state == \"settled\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/streamed == true"
          }
        ],
        "outputs": {}
      },
      {
        "id": "ask-again",
        "description": "Ask again: a stream that ends well has `response.done` before `[DONE]`.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello to everyone who reads this.",
          "stream": true
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "regex",
            "context": "$response.body",
            "condition": "\"type\":\"response\\.done\"[\\s\\S]*\\ndata: \\[DONE\\]\\s*$"
          }
        ],
        "outputs": {}
      }
    ]
  },
  "embeddings": {
    "name": "embeddings",
    "title": "Embeddings",
    "summary": "An embedding model is looked for, and texts become vectors in their order.",
    "description": "Texts of a batch come back in the order in which they were sent; the same text with the same model has the same vector.",
    "inputs": {
      "api_key": "An ordinary key."
    },
    "key": null,
    "faults": [],
    "steps": [
      {
        "id": "choose",
        "description": "See which embedding models there are. The sandbox is always among those that can be called.",
        "given": false,
        "operationId": "listEmbeddingModels",
        "method": "get",
        "path": "/embeddings/models",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {}
      },
      {
        "id": "embed",
        "description": "Send two texts at once. `index` says which text each vector belongs to.",
        "given": false,
        "operationId": "createEmbeddings",
        "method": "post",
        "path": "/embeddings",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/embed",
          "input": [
            "one",
            "two"
          ]
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/1/index == 1"
          },
          {
            "type": "simple",
            "condition": "$response.body#/model == \"sandbox/embed\""
          }
        ],
        "outputs": {}
      },
      {
        "id": "forget-input",
        "description": "A request without `input` is refused, and the message names the field.",
        "given": false,
        "operationId": "createEmbeddings",
        "method": "post",
        "path": "/embeddings",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/embed"
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 400"
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/code == 400"
          }
        ],
        "outputs": {}
      }
    ]
  },
  "first-call": {
    "name": "first-call",
    "title": "The first call",
    "summary": "A key is looked at, a question is asked, the answer is streamed, and its cost is read.",
    "description": "What a program does on its first day: it finds out what its key may do, asks the sandbox model a question, asks again with a stream, and looks up what that cost. Nothing has to be prepared, and the sandbox needs no provider.",
    "inputs": {
      "api_key": "An ordinary key."
    },
    "key": null,
    "faults": [],
    "steps": [
      {
        "id": "look",
        "description": "Ask what the key is and what is left of its limits. A wrong key is found out here, before any call costs money.",
        "given": false,
        "operationId": "getCurrentKey",
        "method": "get",
        "path": "/key",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/kind == \"ordinary\""
          }
        ],
        "outputs": {}
      },
      {
        "id": "ask",
        "description": "Ask a question, and wait for the whole answer. `output` holds what the model said, `usage` what it cost.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/status == \"completed\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/output/0/type == \"message\""
          }
        ],
        "outputs": {
          "text": "$response.body#/output/0/content/0/text"
        }
      },
      {
        "id": "stream",
        "description": "Ask again with `stream`. The answer comes as events while it is made: each delta is a piece of the text, and `[DONE]` ends the stream.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello.",
          "stream": true
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "regex",
            "context": "$response.body",
            "condition": "^data: \\{\"type\":\"response\\.created\"[\\s\\S]*\"type\":\"response\\.content_part\\.delta\"[\\s\\S]*\"type\":\"response\\.done\"[\\s\\S]*\\ndata: \\[DONE\\]\\s*$"
          }
        ],
        "outputs": {
          "id": "$response.header.X-Generation-Id"
        }
      },
      {
        "id": "account",
        "description": "Look up the stream by the id that its header `X-Generation-Id` named: who served it, how many tokens it used, and what it cost.",
        "given": false,
        "operationId": "getGeneration",
        "method": "get",
        "path": "/generation",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          },
          {
            "in": "query",
            "name": "id",
            "value": "$steps.stream.outputs.id"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/state == \"settled\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/model == \"sandbox/text\""
          }
        ],
        "outputs": {
          "cost": "$response.body#/data/total_cost"
        }
      }
    ]
  },
  "out-of-credit": {
    "name": "out-of-credit",
    "title": "The key runs out of money",
    "summary": "A key has spent its limit and is refused with 402, until its limit is raised.",
    "description": "A request is sent only if the key can pay for it. The 402 says which limit refused, what is left of it, and what to do; nothing is charged.",
    "inputs": {
      "management_key": "A management key."
    },
    "key": "$steps.make.outputs.key",
    "faults": [],
    "steps": [
      {
        "id": "make",
        "description": "Make a key with a limit.",
        "given": true,
        "operationId": "createApiKey",
        "method": "post",
        "path": "/keys",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          }
        ],
        "body": {
          "name": "Nearly empty",
          "limit": 0.01
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "key": "$response.body#/key",
          "hash": "$response.body#/data/hash"
        }
      },
      {
        "id": "spend",
        "description": "The key pays for a call.",
        "given": true,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {}
      },
      {
        "id": "see",
        "description": "See what the key has spent.",
        "given": true,
        "operationId": "getApiKey",
        "method": "get",
        "path": "/keys/{hash}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "hash",
            "value": "$steps.make.outputs.hash"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/usage > 0"
          }
        ],
        "outputs": {
          "usage": "$response.body#/data/usage"
        }
      },
      {
        "id": "use-up",
        "description": "Set the limit to what is spent already. It takes many calls to use up a cent at the sandbox; this is the same state at once.",
        "given": true,
        "operationId": "updateApiKey",
        "method": "patch",
        "path": "/keys/{hash}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "hash",
            "value": "$steps.make.outputs.hash"
          }
        ],
        "body": {
          "limit": "$steps.see.outputs.usage"
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/limit_remaining == 0"
          }
        ],
        "outputs": {}
      },
      {
        "id": "ask",
        "description": "The next call is refused. `error.metadata` names the limit, what is left, and the remedy.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 402"
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/code == 402"
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/metadata/limit_source == \"key_limit\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/metadata/remaining == 0"
          }
        ],
        "outputs": {}
      },
      {
        "id": "look",
        "description": "The holder of the key sees which of its limits is used up.",
        "given": false,
        "operationId": "getCurrentKey",
        "method": "get",
        "path": "/key",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/limit_remaining == 0"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/budgets/0/is_exhausted == true"
          }
        ],
        "outputs": {}
      },
      {
        "id": "raise",
        "description": "Someone with a management key raises the limit.",
        "given": false,
        "operationId": "updateApiKey",
        "method": "patch",
        "path": "/keys/{hash}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "hash",
            "value": "$steps.make.outputs.hash"
          }
        ],
        "body": {
          "limit": 1
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/limit == 1"
          }
        ],
        "outputs": {}
      },
      {
        "id": "ask-again",
        "description": "The same call is served.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/status == \"completed\""
          }
        ],
        "outputs": {}
      }
    ]
  },
  "own-credential": {
    "name": "own-credential",
    "title": "A credential of one’s own",
    "summary": "A workspace brings its own credential for a provider, and takes it away.",
    "description": "Requests of a workspace that has a credential of its own use it before that of the operator. Its secret is sealed and never shown.",
    "inputs": {
      "management_key": "A management key.",
      "provider": "A provider for which workspaces may bring credentials of their own."
    },
    "key": null,
    "faults": [],
    "steps": [
      {
        "id": "find",
        "description": "Find the workspace, by its UUID or its slug.",
        "given": false,
        "operationId": "getWorkspace",
        "method": "get",
        "path": "/workspaces/{id}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "id",
            "value": "default"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "id": "$response.body#/data/id"
        }
      },
      {
        "id": "bring",
        "description": "Bring the credential.",
        "given": false,
        "operationId": "createByokCredential",
        "method": "post",
        "path": "/byok",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          }
        ],
        "body": {
          "provider": "$inputs.provider",
          "workspace_id": "$steps.find.outputs.id",
          "secret": "sk-journey-secret"
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "id": "$response.body#/data/id"
        }
      },
      {
        "id": "take",
        "description": "Take it away.",
        "given": false,
        "operationId": "deleteByokCredential",
        "method": "delete",
        "path": "/byok/{id}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "id",
            "value": "$steps.bring.outputs.id"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/deleted == true"
          }
        ],
        "outputs": {}
      },
      {
        "id": "miss",
        "description": "A second time there is nothing to delete.",
        "given": false,
        "operationId": "deleteByokCredential",
        "method": "delete",
        "path": "/byok/{id}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "id",
            "value": "$steps.bring.outputs.id"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 404"
          }
        ],
        "outputs": {}
      }
    ]
  },
  "provider-fails-over": {
    "name": "provider-fails-over",
    "title": "A provider fails over",
    "summary": "The provider of the first model is overloaded, so the next model of the list answers.",
    "description": "The caller gets an answer, not the failure. `model` of the reply says who gave it, and the generation lists every attempt. A provider that is overloaded is passed over in the same way where one model has several providers.",
    "inputs": {
      "api_key": "An ordinary key."
    },
    "key": null,
    "faults": [],
    "steps": [
      {
        "id": "ask",
        "description": "Ask a model whose provider is overloaded, and name another one in `models`. The reply names the model that answered; only that one is charged.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/fail-529",
          "models": [
            "sandbox/text"
          ],
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/status == \"completed\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/model == \"sandbox/text\""
          }
        ],
        "outputs": {
          "id": "$response.body#/id"
        }
      },
      {
        "id": "attempts",
        "description": "See the attempts: the first failed with 529, the second answered.",
        "given": false,
        "operationId": "getGeneration",
        "method": "get",
        "path": "/generation",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          },
          {
            "in": "query",
            "name": "id",
            "value": "$steps.ask.outputs.id"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/attempts == 2"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/provider_responses/0/failure == \"overloaded\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/provider_responses/1/status == 200"
          }
        ],
        "outputs": {}
      },
      {
        "id": "alone",
        "description": "Without another model, the caller gets the 529. Its header `Retry-After` says when to try again.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/fail-529",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 529"
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/code == 529"
          }
        ],
        "outputs": {
          "retry_after": "$response.header.Retry-After"
        }
      }
    ]
  },
  "revoked-key": {
    "name": "revoked-key",
    "title": "A key is revoked",
    "summary": "A key is made, used and switched off; its next call is refused.",
    "description": "A key that is disabled or deleted is refused with 401 at once, on every node. Disabling can be undone, deleting cannot.",
    "inputs": {
      "management_key": "A management key."
    },
    "key": "$steps.make.outputs.key",
    "faults": [],
    "steps": [
      {
        "id": "make",
        "description": "Make a key. Its text is shown this once.",
        "given": true,
        "operationId": "createApiKey",
        "method": "post",
        "path": "/keys",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          }
        ],
        "body": {
          "name": "Lent to a colleague",
          "limit": 1
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 201"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/name == \"Lent to a colleague\""
          }
        ],
        "outputs": {
          "key": "$response.body#/key",
          "hash": "$response.body#/data/hash"
        }
      },
      {
        "id": "use",
        "description": "The key is good for calls.",
        "given": true,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {}
      },
      {
        "id": "switch-off",
        "description": "Disable the key.",
        "given": true,
        "operationId": "updateApiKey",
        "method": "patch",
        "path": "/keys/{hash}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "hash",
            "value": "$steps.make.outputs.hash"
          }
        ],
        "body": {
          "disabled": true
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/data/disabled == true"
          }
        ],
        "outputs": {}
      },
      {
        "id": "ask",
        "description": "The next call with the key is refused with 401. The message says what to do.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$steps.make.outputs.key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "Say hello."
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 401"
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/code == 401"
          }
        ],
        "outputs": {}
      },
      {
        "id": "delete",
        "description": "Delete the key for good.",
        "given": false,
        "operationId": "deleteApiKey",
        "method": "delete",
        "path": "/keys/{hash}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "hash",
            "value": "$steps.make.outputs.hash"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/deleted == true"
          }
        ],
        "outputs": {}
      },
      {
        "id": "miss",
        "description": "The key is not found any more. What it spent stays in the activity.",
        "given": false,
        "operationId": "getApiKey",
        "method": "get",
        "path": "/keys/{hash}",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.management_key}"
          },
          {
            "in": "path",
            "name": "hash",
            "value": "$steps.make.outputs.hash"
          }
        ],
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 404"
          }
        ],
        "outputs": {}
      }
    ]
  },
  "tool-loop": {
    "name": "tool-loop",
    "title": "A tool loop",
    "summary": "The model calls a function, the program answers the call, and the model uses the result.",
    "description": "The gateway keeps no conversation: the second request carries the question, the call and its result. The `call_id` ties the result to the call.",
    "inputs": {
      "api_key": "An ordinary key."
    },
    "key": null,
    "faults": [],
    "steps": [
      {
        "id": "ask",
        "description": "Ask a question together with a function that can answer it. The model does not answer: its `output` is a call of the function, with arguments as JSON text.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": "What is the weather in Paris?",
          "tools": [
            {
              "type": "function",
              "name": "get_weather",
              "description": "The weather in a city.",
              "strict": null,
              "parameters": {
                "type": "object",
                "properties": {
                  "city": {
                    "type": "string"
                  }
                },
                "required": [
                  "city"
                ]
              }
            }
          ]
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/output/0/type == \"function_call\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/output/0/name == \"get_weather\""
          }
        ],
        "outputs": {
          "id": "$response.body#/output/0/id",
          "call_id": "$response.body#/output/0/call_id",
          "arguments": "$response.body#/output/0/arguments"
        }
      },
      {
        "id": "answer",
        "description": "Run the function, and send the whole conversation: the question, the call as it came, and the result with the same `call_id`. Now the model answers.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": [
            {
              "type": "message",
              "role": "user",
              "content": [
                {
                  "type": "input_text",
                  "text": "What is the weather in Paris?"
                }
              ]
            },
            {
              "type": "function_call",
              "id": "$steps.ask.outputs.id",
              "call_id": "$steps.ask.outputs.call_id",
              "name": "get_weather",
              "arguments": "$steps.ask.outputs.arguments"
            },
            {
              "type": "function_call_output",
              "call_id": "$steps.ask.outputs.call_id",
              "output": "It is sunny."
            }
          ],
          "tools": [
            {
              "type": "function",
              "name": "get_weather",
              "description": "The weather in a city.",
              "strict": null,
              "parameters": {
                "type": "object",
                "properties": {
                  "city": {
                    "type": "string"
                  }
                },
                "required": [
                  "city"
                ]
              }
            }
          ]
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 200"
          },
          {
            "type": "simple",
            "condition": "$response.body#/output/0/type == \"message\""
          },
          {
            "type": "simple",
            "condition": "$response.body#/status == \"completed\""
          }
        ],
        "outputs": {
          "text": "$response.body#/output/0/content/0/text"
        }
      },
      {
        "id": "stray-result",
        "description": "A result whose `call_id` fits no call of the conversation is refused before any provider is asked.",
        "given": false,
        "operationId": "createResponse",
        "method": "post",
        "path": "/responses",
        "parameters": [
          {
            "in": "header",
            "name": "Authorization",
            "value": "Bearer {$inputs.api_key}"
          }
        ],
        "body": {
          "model": "sandbox/text",
          "input": [
            {
              "type": "message",
              "role": "user",
              "content": [
                {
                  "type": "input_text",
                  "text": "What is the weather in Paris?"
                }
              ]
            },
            {
              "type": "function_call_output",
              "call_id": "call_of_nothing",
              "output": "It is sunny."
            }
          ],
          "tools": [
            {
              "type": "function",
              "name": "get_weather",
              "description": "The weather in a city.",
              "strict": null,
              "parameters": {
                "type": "object",
                "properties": {
                  "city": {
                    "type": "string"
                  }
                },
                "required": [
                  "city"
                ]
              }
            }
          ]
        },
        "criteria": [
          {
            "type": "simple",
            "condition": "$statusCode == 400"
          },
          {
            "type": "simple",
            "condition": "$response.body#/error/code == 400"
          }
        ],
        "outputs": {}
      }
    ]
  }
};
