import { missingModel, told } from "@portico/contract/explain";
import type { ReadRequest } from "../../answer/wire.ts";
import { GatewayError } from "../../failures.ts";

interface Named {
  readonly model?: string;
  readonly models?: readonly string[] | null;
}

/** The model that a request asks for, and those that may answer in its place. */
export function readModels(body: Named): Pick<ReadRequest<unknown>, "modelId" | "models"> {
  const { models, model: modelId = models?.[0] } = body;
  if (modelId !== undefined) return { modelId, ...(models && { models }) };
  const problem = missingModel(body);
  throw new GatewayError("badRequest", { ...(problem && told(problem)) });
}
