import type { OperationId, Output } from "@portico/contract";
import type { Bench, Reply } from "../suite/bench.ts";
import { NotApplicable } from "../suite/case-errors.ts";
import type { Sending } from "../suite/sending.ts";
import { absentId } from "./ask.ts";

type Paid =
  | "createEmbeddings"
  | "createRerank"
  | "createResponse"
  | "createChatCompletion"
  | "createMessage";

/** Makes a service return an error status, by the means that this target offers. */
export async function provoke(
  bench: Bench,
  operation: OperationId,
  status: number,
): Promise<Reply> {
  const { prefersStatus, sandboxFailures } = bench.target.abilities;
  const sending = validRequest(bench, operation);
  if (prefersStatus)
    return bench.send(operation, { ...sending, headers: { Prefer: `code=${status}` } });
  if (status === 402 && isPaid(operation)) return withKey(bench, operation, { limit: 0 });
  if (status === 429 && isPaid(operation)) {
    const key = { requests_per_minute: 1 };
    return withKey(bench, operation, key, 2);
  }
  if (!sandboxFailures || !isPaid(operation))
    throw new NotApplicable(`Nothing makes this target answer ${operation} with ${status}.`);
  const family = families[operation] ?? "fail";
  return bench.send(operation, {
    body: { ...(sending.body as object), model: `sandbox/${family}-${status}` },
  });
}

/** The sandbox's models that fail, of other operations than text. */
const families: { readonly [Id in OperationId]?: string } = {
  createEmbeddings: "embed-fail",
  createRerank: "rerank-fail",
};

const paid: ReadonlySet<OperationId> = new Set<Paid>([
  "createEmbeddings",
  "createRerank",
  "createResponse",
  "createChatCompletion",
  "createMessage",
]);

function isPaid(operation: OperationId): operation is Paid {
  return paid.has(operation);
}

const absentHash = "0".repeat(64);

const withoutInput = {
  listEmbeddingModels: {},
  listBudgets: {},
  listWorkspaces: {},
  listByokCredentials: {},
  listApiKeys: {},
  getCurrentKey: {},
  getSession: {},
  deleteSession: {},
  listSignInWays: {},
  listSessions: {},
  revokeSessions: {},
  getCredits: {},
  listCreditGrants: {},
  getLedger: {},
  listHolds: {},
  getStatus: {},
  listActivity: {},
  listAlerts: {},
  listAuditEvents: {},
  listGenerations: {},
  listRefusals: {},
  listModels: {},
  listProviders: {},
} as const satisfies { readonly [Id in OperationId]?: Sending };

/** A valid request, although the things that it names need not exist. */
export function validRequest({ target }: Pick<Bench, "target">, operation: OperationId): Sending {
  const requests: { readonly [Id in OperationId]: Sending } = {
    ...withoutInput,
    createEmbeddings: { body: { model: target.embeddingModel, input: "hello" } },
    createRerank: {
      body: { model: target.rerankModel ?? "sandbox/rerank", query: "hello", documents: ["hello"] },
    },
    createMessage: {
      body: {
        model: target.textModel,
        max_tokens: 16,
        messages: [{ role: "user", content: "Hello" }],
      },
    },
    countMessageTokens: {
      body: { model: target.textModel, messages: [{ role: "user", content: "Hello" }] },
    },
    createResponse: { body: { model: target.textModel, input: "hello" } },
    createChatCompletion: {
      body: { model: target.textModel, messages: [{ role: "user", content: "hello" }] },
    },
    getWorkspace: { params: { id: target.workspace } },
    deleteWorkspace: { params: { id: absentId } },
    eraseIoLog: { params: { id: absentId } },
    createBudget: { body: { scope: "end_user", end_user: "new", limit: 1 } },
    getBudget: { params: { id: absentId } },
    updateBudget: { params: { id: absentId }, body: { limit: 1 } },
    deleteBudget: { params: { id: absentId } },
    updateWorkspace: { params: { id: target.workspace }, body: {} },
    createWorkspace: { body: { name: "conformance" } },
    deleteByokCredential: { params: { id: absentId } },
    updateByokCredential: { params: { id: absentId }, body: {} },
    createByokCredential: { body: { provider: target.byokProvider ?? "openai", secret: "sk-x" } },
    createApiKey: { body: { name: "conformance" } },
    getApiKey: { params: { hash: absentHash } },
    deleteApiKey: { params: { hash: absentHash } },
    updateApiKey: { params: { hash: absentHash }, body: {} },
    rotateApiKey: { params: { hash: absentHash }, body: {} },
    reportExposedKeys: { body: { keys: ["ptc_absent"] } },
    createSession: { body: { key: target.apiKey } },
    revokeSession: { params: { id: absentId } },
    grantCredits: { body: { amount: 1 } },
    getGeneration: { query: { id: "gen-absent" } },
    refundGeneration: { body: { id: "gen-absent" } },
    getModel: { params: modelParams(target.textModel) },
    listModelEndpoints: { params: modelParams(target.textModel) },
    getProvider: { params: { slug: "sandbox" } },
    checkProvider: { params: { slug: "sandbox" }, body: {} },
  };
  return requests[operation];
}

/** For cases that read what they have written. */
export function requireState({ target }: Bench): void {
  if (!target.abilities.stateful)
    throw new NotApplicable("The target does not store what is sent to it.");
}

/** Runs requests with a key of their own, which is deleted afterwards; returns the last reply. */
async function withKey(
  bench: Bench,
  operation: Paid,
  limits: Readonly<Record<string, unknown>>,
  times = 1,
): Promise<Reply> {
  const { key, data } = await newKey(bench, limits);
  try {
    for (let time = 1; time < times; time += 1)
      await bench.send(operation, { ...validRequest(bench, operation), key: { value: key } });
    return await bench.send(operation, {
      ...validRequest(bench, operation),
      key: { value: key },
    });
  } finally {
    await bench.send("deleteApiKey", { params: { hash: data.hash } });
  }
}

export async function newKey(
  bench: Bench,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Output<"createApiKey">> {
  requireState(bench);
  const reply = await bench.send("createApiKey", { body: { name: "conformance", ...more } });
  return reply.body as Output<"createApiKey">;
}

function modelParams(id: string) {
  const [author = "", ...slug] = id.split("/");
  return { author, slug: slug.join("/") };
}
