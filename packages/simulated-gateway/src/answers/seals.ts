import { fromBase64Url, toBase64Url } from "@portico/core/base64";
import { fieldsOf } from "@portico/core/json/shape";
import type { Turn } from "@portico/core/simulated-model";
import type { Said } from "./simulate.ts";

/** The family of the simulated model's carriers. */
const family = "sandbox";

/** A seal of the mock hides nothing: it is the thought and its signature in Base64. Null for a thought that was cut off. */
export function sealOf({ text, signature }: Extract<Said, { type: "thought" }>): string | null {
  if (signature === undefined) return null;
  return toBase64Url(JSON.stringify({ text, signature }));
}

/** The thought that comes back in a seal. A seal that cannot be opened is left out without an error. */
export function openSeal(seal: string | null | undefined): Turn[] {
  const { text, signature: data } = fieldsOf(readJson(fromBase64Url(seal ?? "")));
  if (typeof text !== "string" || typeof data !== "string") return [];
  return [{ type: "thought", text, carrier: { family, data } }];
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
