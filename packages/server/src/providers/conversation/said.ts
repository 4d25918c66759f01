import type { ContentPart, SaidPart } from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../../upstream/upstream-error.ts";

/** A content without the blocks that only one vendor's wire has. */
export function said(content: readonly ContentPart[]): readonly SaidPart[] {
  return content.filter((part) => part.type !== "foreign");
}

/** A content as a dialect writes it. A refusal names the part that cannot be written. */
export function written<Out>(
  content: readonly ContentPart[],
  write: (part: SaidPart) => Out,
): Out[] {
  return said(content).map((part) => writtenPart(part, () => write(part)));
}

/** One part of it. */
export function writtenPart<Out>(part: SaidPart, write: () => Out): Out {
  try {
    return write();
  } catch (cause) {
    throw cause instanceof UpstreamError && "place" in part ? at(part.place, cause) : cause;
  }
}

function at(place: string | undefined, cause: UpstreamError): UpstreamError {
  const { failure, message } = cause;
  return new UpstreamError(failure, `${place}: ${message}`, { cause });
}
