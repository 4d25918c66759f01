import type { Schema } from "@portico/contract/facts";
import { GatewayError } from "../failures.ts";

type Key = Pick<Schema<"ApiKey">, "id" | "kind" | "name">;

/** What a session of a key says of its holder. */
export function whoHolds(key: Key | null) {
  if (key === null) throw new Error("A caller without a session has a key.");
  const role = key.kind === "management" ? "admin" : "holder";
  return { way: "key", role, subject: `key:${key.id}`, name: key.name } as const;
}

/** A person by the role, or a key by its kind and scope. */
export type SessionReader =
  | { readonly role: string }
  | { readonly kind: Schema<"ApiKey">["kind"]; readonly scope: string };

/** Sessions have addresses of people, so a key that reads amounts alone sees its own. */
export function mayReadAllSessions(reader: SessionReader): boolean {
  if ("role" in reader) return reader.role === "admin";
  return reader.kind === "management" && reader.scope !== "spend";
}

export function mayEndAllSessions(reader: SessionReader): boolean {
  if ("role" in reader) return reader.role === "admin";
  return reader.kind === "management" && reader.scope === "all";
}

export function foreignSignIn(): GatewayError {
  return new GatewayError("notAllowed", {
    message: "Only a page of the gateway itself may sign in.",
    metadata: { right: "origin" },
  });
}

export function noSession(): GatewayError {
  return new GatewayError("notFound", {
    message: "The request has an API key and no session: there is nothing to sign out of.",
  });
}

export function mayNotEndAll(): GatewayError {
  return new GatewayError("notAllowed", {
    message: "all=true needs the role admin, or a management key that may call every operation.",
    metadata: { right: "role", needed: ["admin"] },
  });
}
