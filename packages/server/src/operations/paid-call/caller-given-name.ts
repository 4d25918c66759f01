import { hash } from "node:crypto";
import { givenName } from "@portico/core/rules/names";

export function callerGivenName(name: string | null | undefined): string | null {
  return givenName(name, (text) => hash("sha256", text, "hex"));
}
