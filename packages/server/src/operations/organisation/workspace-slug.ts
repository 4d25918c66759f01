import { randomInt } from "node:crypto";
import { isLikeUuid, slugLikeUuid, slugOfName, slugTaken } from "@portico/core/rules/slugs";
import { GatewayError } from "../../errors.ts";
import { SlugTaken } from "../../store/ports/errors.ts";

export function checkSlug(slug: string): void {
  if (isLikeUuid(slug))
    throw new GatewayError("badRequest", { message: slugLikeUuid, metadata: { field: "slug" } });
}

export function slugOf(name: string): string {
  return slugOfName(name) ?? `workspace-${suffix()}`;
}

/** Makes a derived slug different from a taken one. */
export function otherSlug(slug: string): string {
  return `${slug}-${suffix()}`;
}

function suffix(): string {
  return randomInt(36 ** 4, 36 ** 5).toString(36);
}

export function refuseTakenSlug(error: unknown): never {
  if (!(error instanceof SlugTaken)) throw error;
  throw new GatewayError("conflict", {
    message: slugTaken,
    metadata: { field: "slug" },
    cause: error,
  });
}
