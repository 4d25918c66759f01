import { givenName } from "@portico/core/rules/names";
import { hashOf } from "./key-text.ts";

export function callerGivenName(name: string | null | undefined): string | null {
  return givenName(name, hashOf);
}
