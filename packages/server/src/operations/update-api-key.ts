import { fromKeyChange, toApiKey } from "./api-key-wire.ts";
import { found } from "./found.ts";
import { type Operation, ok } from "./operation.ts";

export const updateApiKey: Operation<"updateApiKey"> = async (
  { params, body },
  { caller, gateway },
) => {
  const change = fromKeyChange(body);
  const record = await gateway.store.keys.update(caller.organisationId, params.hash, change);
  return ok({ data: toApiKey(found(record)) });
};
