import type { OperationId, Output } from "@portico/contract";
import type { Bench, Reply, Sending } from "../suite/bench.ts";
import { NotApplicable } from "../suite/case.ts";

type Paid = "createEmbeddings" | "createResponse";

/** Makes a service answer what it answers only in trouble, by the means that this target offers. */
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
  const family = operation === "createEmbeddings" ? "embed-fail" : "fail";
  return bench.send(operation, {
    body: { ...(sending.body as object), model: `sandbox/${family}-${status}` },
  });
}

function isPaid(operation: OperationId): operation is Paid {
  return operation === "createEmbeddings" || operation === "createResponse";
}

/** A request that is right in every respect. */
export function validRequest({ target }: Bench, operation: OperationId): Sending {
  switch (operation) {
    case "createEmbeddings":
      return { body: { model: target.embeddingModel, input: "hello" } };
    case "createResponse":
      return { body: { model: target.textModel, input: "hello" } };
    case "getWorkspace":
      return { params: { id: target.workspace } };
    case "deleteByokCredential":
      return { params: { id: "00000000-0000-4000-8000-000000000000" } };
    case "listEmbeddingModels":
      return {};
    default:
      throw new NotApplicable(`No request is known for ${operation}.`);
  }
}

/** Asks with a key of its own, which is deleted again; gives the last reply. */
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
  if (!bench.target.abilities.stateful)
    throw new NotApplicable("The target does not remember what it is told.");
  const reply = await bench.send("createApiKey", { body: { name: "conformance", ...more } });
  return reply.body as Output<"createApiKey">;
}
