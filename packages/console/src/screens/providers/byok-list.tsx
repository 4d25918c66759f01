import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.tsx";
import { CredentialCheck } from "../../parts/credential-check.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.providers;

interface ByokListProps {
  readonly credentials: readonly Schema<"ByokCredential">[];
  readonly takesByok: boolean;
}

/** The credentials that workspaces brought along for a provider. */
export function ByokList({ credentials, takesByok }: ByokListProps) {
  const names = useWorkspaceNames();
  if (!takesByok) return <p className="fine">{words.takesNoByok}</p>;
  if (credentials.length === 0) return <p className="fine">{words.noByok}</p>;
  return (
    <ul className="plain-list">
      {credentials.map(({ id, name, label, provider, workspace_id: workspace, disabled }) => (
        <li key={id}>
          <div>
            {name ?? words.unnamed} <code>{label}</code>{" "}
            {disabled && <Badge tone="warning">{words.off}</Badge>}{" "}
            <Link to="/workspaces" search={{ workspace, tab: "byok" }}>
              {names.get(workspace) ?? workspace}
            </Link>
          </div>
          <CredentialCheck provider={provider} byokId={id} />
        </li>
      ))}
    </ul>
  );
}
