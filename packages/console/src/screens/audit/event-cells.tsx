import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
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
  const words = `${targetName(type)} ${shortId(id)}`;
  switch (type) {
    case "api_key":
      return (
        <Link to="/keys" search={{ key: id }}>
          {words}
        </Link>
      );
    case "workspace":
      return (
        <Link to="/workspaces" search={{ workspace: id }}>
          {words}
        </Link>
      );
    case "io_log":
      return (
        <Link to="/workspaces" search={{ workspace: id, tab: "log" }}>
          {words}
        </Link>
      );
    case "byok_credential":
      return (
        <Link to="/workspaces" search={{ workspace: event.workspace_id ?? undefined, tab: "byok" }}>
          {words}
        </Link>
      );
    case "generation":
      return (
        <Link to="/requests" search={{ id }}>
          {words}
        </Link>
      );
    case "provider":
      return (
        <Link to="/providers" search={{ provider: id }}>
          {words}
        </Link>
      );
    case "credits":
      return <Link to="/ledger">{targetName(type)}</Link>;
    case "budget":
      return (
        <Link to="/budgets" search={{ budget: id }}>
          {words}
        </Link>
      );
    case "session":
      return <Link to="/sessions">{words}</Link>;
    default:
      return <span>{words}</span>;
  }
}

/** The beginning of a long id tells it apart in a list; the drawer has the whole of it. */
function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : id;
}
