import { type OperationFacts, type OperationId, type Output, operations } from "@portico/contract";
import type { Bench, Reply } from "../suite/bench.ts";
import type { Sending } from "../suite/request-to.ts";
import { NotApplicable } from "../targets/target.ts";
import { absentId } from "./ask.ts";

/** The operations that cost something, and the sandbox's models that fail at each. */
const families = {
  createEmbeddings: "embed-fail",
  createRerank: "rerank-fail",
  createResponse: "fail",
  compactResponse: "fail",
  createChatCompletion: "fail",
  createMessage: "fail",
} as const satisfies { readonly [Id in OperationId]?: string };

type Paid = keyof typeof families;

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
  if (status === 402 && isPaid(operation)) return askedTwice(bench, operation, { limit: 0 });
  if (status === 429 && isPaid(operation))
    return askedTwice(bench, operation, { requests_per_minute: 1 });
  if (!sandboxFailures || !isPaid(operation))
    throw new NotApplicable(`Nothing makes this target answer ${operation} with ${status}.`);
  const model = `sandbox/${families[operation]}-${status}`;
  return bench.send(operation, { body: { ...(sending.body as object), model } });
}

function isPaid(operation: OperationId): operation is Paid {
  return Object.hasOwn(families, operation);
}

const absentHash = "0".repeat(64);
const absentVersion = "999999";

/** A valid request, although the things that it names need not exist. */
export function validRequest({ target }: Pick<Bench, "target">, operation: OperationId): Sending {
  const requests: { readonly [Id in OperationId]?: Sending } = {
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
    countResponseTokens: { body: { model: target.textModel, input: "hello" } },
    createResponse: { body: { model: target.textModel, input: "hello" } },
    compactResponse: { body: { model: target.textModel, input: "hello" } },
    createChatCompletion: {
      body: { model: target.textModel, messages: [{ role: "user", content: "hello" }] },
    },
    getWorkspace: { params: { id: target.workspace } },
    deleteWorkspace: { params: { id: absentId } },
    eraseIoLog: { params: { id: absentId } },
    updateConfiguration: { body: { yaml: "", parent: Number(absentVersion) } },
    planConfiguration: { body: { yaml: "" } },
    getConfigurationVersion: { params: { version: absentVersion } },
    activateConfiguration: { params: { version: absentVersion }, body: {} },
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
    getResponse: { params: { id: "gen-absent" } },
    deleteResponse: { params: { id: "gen-absent" } },
    refundGeneration: { body: { id: "gen-absent" } },
    getModel: { params: modelParams(target.textModel) },
    listModelEndpoints: { params: modelParams(target.textModel) },
    getProvider: { params: { slug: "sandbox" } },
    checkProvider: { params: { slug: "sandbox" }, body: {} },
  };
  const { request, pathParameters }: OperationFacts = operations[operation];
  if (requests[operation] === undefined && (request !== null || pathParameters.length > 0))
    throw new Error(`There is no valid request for ${operation} here.`);
  return requests[operation] ?? {};
}

/** Whether this target can be made to fail, and has a model that thinks: a rehearsal, or a gateway with its sandbox. */
export function rehearses({ target }: Bench): boolean {
  return target.abilities.prefersStatus || target.abilities.sandboxFailures;
}

/** Asks for a stream that breaks off, or that a status refuses before it begins. */
export async function failingStream(
  bench: Bench,
  operation: Paid,
  body: object,
  fails: "midstream" | 529 = "midstream",
): Promise<Reply> {
  if (!rehearses(bench)) throw new NotApplicable("Nothing makes this target's streams break off.");
  const streamed = { ...body, stream: true };
  if (!bench.target.abilities.prefersStatus)
    return bench.send(operation, { body: { ...streamed, model: `sandbox/fail-${fails}` } });
  const Prefer = fails === "midstream" ? "fault=fail" : `code=${fails}`;
  return bench.send(operation, { body: streamed, headers: { Prefer } });
}

/** A model that thinks of a number and wants its thoughts back: the sandbox's, which the mock has too. */
export function thinkingModel(bench: Bench): { readonly model: string } {
  if (rehearses(bench)) return { model: "sandbox/think" };
  throw new NotApplicable("No model of this target is known to think.");
}

/** For cases that read what they have written. */
export function requireState({ target }: Bench): void {
  if (!target.abilities.stateful)
    throw new NotApplicable("The target does not store what is sent to it.");
}

/** The reply to a request that has come before, with a key that has this limit. */
async function askedTwice(bench: Bench, operation: Paid, limit: object): Promise<Reply> {
  return withKey(bench, limit, async ({ key }) => {
    const sending = { ...validRequest(bench, operation), key };
    await bench.send(operation, sending);
    return bench.send(operation, sending);
  });
}

/** A key for one case. */
interface OwnKey {
  readonly secret: string;
  readonly data: Output<"createApiKey">["data"];
  /** For requests with it, and for those about it. */
  readonly key: { readonly value: string };
  readonly params: { readonly hash: string };
}

/** Makes a key for a case, which is deleted afterwards. */
export async function withKey<Result>(
  bench: Bench,
  more: object,
  use: (own: OwnKey) => Promise<Result>,
): Promise<Result> {
  const { key: secret, data } = await newKey(bench, { ...more });
  const params = { hash: data.hash };
  try {
    return await use({ secret, data, key: { value: secret }, params });
  } finally {
    await bench.send("deleteApiKey", { params });
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
