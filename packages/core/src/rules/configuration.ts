import { GatewayError, refusedField, shown } from "../failures.ts";

/** The version that was changed is not in use any more. */
export function configurationChanged(inUse: number, cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message: `Version ${inUse} of the configuration is in use by now: look at what it changed, and send yours again with ${inUse} as its parent.`,
    metadata: { in_use: inUse },
    cause,
  });
}

/** A file decides, which cannot be changed from here. */
export function fileRules(file: string, cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message: `${file} decides here: change it where the gateway runs, and every process takes it within seconds. Without the file, versions that are sent decide.`,
    metadata: { reason: "file_rules" },
    cause,
  });
}

export const onlyOperators =
  "The configuration belongs to the whole installation: only management keys and people of its first organisation may see and change it.";

/** Of a text that is sent to try one of its providers. */
export function noSuchProvider(name: string): GatewayError {
  return refusedField("check", `The text has no provider ${shown(name)}.`);
}
