import type { Contract } from "./contract.ts";

/** The contract for an operator who sets `compatibility.incomplete_assistant_items: accept`. */
export function tolerantContract(contract: Contract): Contract {
  return {
    ...contract,
    checkRequest: (id, request) =>
      contract.checkRequest(
        id,
        id === "createResponse"
          ? { ...request, body: completeAssistantItems(request.body) }
          : request,
      ),
  };
}

/**
 * Some clients leave `id` or `status` out of the assistant messages that they send back (interface.md 4.5, rule 1, asks
 * for both). Where the operator accepts that, they are filled in before the request is checked; nothing else is.
 */
export function completeAssistantItems(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body["input"])) return body;
  return {
    ...body,
    input: body["input"].map((item) => (isAssistant(item) ? complete(item) : item)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isAssistant(item: unknown): item is Fields {
  return isRecord(item) && item["type"] === "message" && item["role"] === "assistant";
}

function complete(item: Fields): Fields {
  return {
    ...item,
    id: item["id"] ?? "msg_unknown",
    status: item["status"] ?? "completed",
  };
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
