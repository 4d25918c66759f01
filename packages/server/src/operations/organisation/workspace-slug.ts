import { randomInt } from "node:crypto";
import { slugOfName, slugTaken } from "@portico/core/rules/slugs";
import { SlugTaken } from "../../store/ports/errors.ts";

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
  throw error instanceof SlugTaken ? slugTaken(error) : error;
}
