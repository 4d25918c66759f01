import { GatewayError } from "../errors.ts";
import { type Operation, ok } from "./operation.ts";

export const deleteApiKey: Operation<"deleteApiKey"> = async ({ params }, { caller, gateway }) => {
  const isDeleted = await gateway.store.keys.delete(caller.organisationId, params.hash);
  if (!isDeleted) throw new GatewayError("notFound");
  return ok({ deleted: true });
};
