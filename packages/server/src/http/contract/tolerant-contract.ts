import { completeAssistantItems } from "./complete-items.ts";
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
