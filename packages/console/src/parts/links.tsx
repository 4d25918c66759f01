import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../app/current-session.ts";
import { texts } from "../texts/texts.ts";
import { changePlace } from "./change-place.ts";

interface ThingLinkProps {
  readonly id: string;
  readonly children?: ReactNode;
}

/** To a thing's own screen, where the session may see it; otherwise the words alone. */
export function KeyLink({ id, children = id }: ThingLinkProps) {
  if (!useMay("getApiKey")) return children;
  return (
    <Link to="/keys" search={{ key: id }}>
      {children}
    </Link>
  );
}

export function ModelLink({ id, children = id }: ThingLinkProps) {
  return (
    <Link to="/models" search={{ model: id }}>
      {children}
    </Link>
  );
}

export function ProviderLink({ id, children = id }: ThingLinkProps) {
  if (!useMay("listProviders")) return children;
  return (
    <Link to="/providers" search={{ provider: id }}>
      {children}
    </Link>
  );
}

export function WorkspaceLink({ id, children = id }: ThingLinkProps) {
  if (!useMay("listWorkspaces")) return children;
  return (
    <Link to="/workspaces" search={{ workspace: id }}>
      {children}
    </Link>
  );
}

interface ChangeLinkProps {
  readonly cause: string;
  /** Among the columns of a list: one word, the others for screen readers alone. */
  readonly isShort?: boolean;
  readonly subject: string | null;
}

const verbs: Readonly<Record<string, string>> = texts.parts.changes;

/** To where it is changed, where the session may do that. */
export function ChangeLink({ cause, subject, isShort = false }: ChangeLinkProps) {
  const place = changePlace(cause, subject);
  const may = useMay(place?.needs ?? "");
  if (place === null || !may) return null;
  const verb = verbs[place.verb] ?? "";
  return (
    <Link to={place.to} search={place.search} aria-label={isShort ? verb : undefined}>
      {isShort ? verb.split(" ")[0] : verb}
    </Link>
  );
}
