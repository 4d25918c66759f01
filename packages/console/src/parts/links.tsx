import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../app/current-session.ts";

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
