import { GatewayError, inField, shown } from "../failures.ts";

interface Fault {
  readonly path: string;
  readonly expectation: string;
}

/** Said to callers who may have named several models. */
export function answeredInPlace(answered: string, wanted: string): string {
  return `${answered} answered in place of ${wanted}.`;
}

/** The refusal of a name that is too long for the contract: no model has so long a name, so it is missing as any other. */
export function overlongModel({ path, expectation }: Fault, body: unknown): GatewayError | null {
  if (!/^model(?:s\[\d+\])?$/.test(path) || !expectation.startsWith("must have at most"))
    return null;
  const { model, models } = Object(body);
  const name = String(path === "model" ? model : models[path.slice("models[".length, -1)]);
  const message = `The model ${shown(name)} does not exist. GET /models lists those that do.`;
  const missing = new GatewayError("modelNotFound", { message });
  return path === "model" ? missing : inField(path, missing);
}
