import type { Part } from "@portico/core/model-call/parts";
import { fieldsOf, isFields, textOf } from "../../json/json-shape.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";

export function pushText(parts: Part[], type: "text" | "reasoning", value: unknown): void {
  const text = textOf(value);
  if (text !== undefined) parts.push({ type, text });
}

export function callPart(key: string, name: unknown, id: unknown): Part {
  const named = textOf(name);
  if (named === undefined) throw malformed("The provider called a function without a name.");
  const callId = textOf(id);
  return { type: "call", key, name: named, ...(callId !== undefined && { callId }) };
}

/** The provider answered, and its answer cannot be used. */
export function malformed(message: string): UpstreamError {
  return new UpstreamError("malformed", message);
}

/** What an upstream says of the tier that it served: a word like `priority`; `auto` names none, nor does anything else. */
export function serviceTierOf(value: unknown): { readonly serviceTier?: string } {
  const isTier = typeof value === "string" && /^[a-z][a-z0-9_-]{0,31}$/.test(value);
  return isTier && value !== "auto" ? { serviceTier: value } : {};
}

/** An error object in place of an answer, as every JSON dialect writes it. */
export function holdsError(body: unknown): boolean {
  const { error } = fieldsOf(body);
  return isFields(error) || (typeof error === "string" && error !== "");
}
