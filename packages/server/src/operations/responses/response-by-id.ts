import { keepsNoResponses } from "@portico/core/rules/kept-responses";
import { absent } from "../../errors.ts";
import { type Context, type Operation, ok } from "../operation.ts";
import type { KeptResponses } from "./kept-responses.ts";

export const getResponse: Operation<"getResponse"> = async ({ params }, context) => {
  const kept = await keptFor(context);
  const found = await kept.find(context.caller, params.id);
  if (found === null) throw absent("response", params.id);
  return ok(found.response);
};

export const deleteResponse: Operation<"deleteResponse"> = async ({ params: { id } }, context) => {
  const kept = await keptFor(context);
  if (!(await kept.remove(context.caller, id))) throw absent("response", id);
  return ok({ id, object: "response", deleted: true });
};

/** No admission follows that checks the key again, so that it is counted here. */
async function keptFor({ gateway, caller, rights }: Context): Promise<KeptResponses> {
  await gateway.admission.count(caller);
  rights.isDecided = true;
  if (gateway.keptResponses === null) throw keepsNoResponses();
  return gateway.keptResponses;
}
