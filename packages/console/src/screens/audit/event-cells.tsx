import type { Schema } from "@portico/client";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.tsx";
import { spoken } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";

/** Who made a change. A name is what a stranger chose: the kind of actor stands beside it. */
export function Actor({ actor }: { readonly actor: Schema<"AuditActor"> }) {
  const words = texts.audit.actors[actor.type];
  return (
    <>
      {actor.name ?? words} {actor.name !== null && <Badge>{words}</Badge>}
    </>
  );
}

const typeNames: Readonly<Record<string, string>> = texts.audit.targets;

export function targetName(type: string): string {
  return typeNames[type] ?? spoken(type);
}

/** What was changed, as a link to its own screen where there is one. */
export function TargetLink({ event }: { readonly event: Schema<"AuditEvent"> }) {
  const { type, id } = event.target;
  const words = type === "credits" ? targetName(type) : `${targetName(type)} ${shortId(id)}`;
  const link = linkOf(event);
  return link === null ? <span>{words}</span> : <Link {...link}>{words}</Link>;
}

function linkOf({ target: { type, id }, workspace_id }: Schema<"AuditEvent">): LinkProps | null {
  switch (type) {
    case "api_key":
      return { to: "/keys", search: { key: id } };
    case "workspace":
      return { to: "/workspaces", search: { workspace: id } };
    case "io_log":
      return { to: "/workspaces", search: { workspace: id, tab: "log" } };
    case "byok_credential":
      return { to: "/workspaces", search: { workspace: workspace_id ?? undefined, tab: "byok" } };
    case "generation":
      return { to: "/requests", search: { id } };
    case "provider":
      return { to: "/providers", search: { provider: id } };
    case "credits":
      return { to: "/ledger" };
    case "budget":
      return { to: "/budgets", search: { budget: id } };
    case "session":
      return { to: "/sessions" };
    default:
      return null;
  }
}

/** The beginning of a long id tells it apart in a list; the drawer has the whole of it. */
function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : id;
}
