import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { Time } from "../../parts/amounts.tsx";
import { CopyButton } from "../../parts/buttons.tsx";
import { Facts } from "../../parts/facts.tsx";
import { namesOf, rateFacts, rightFacts } from "../../parts/key-rights.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";

type Key = Schema<"ApiKey">;
type Rows = readonly (readonly [string, ReactNode])[];
const words = texts.keys.facts;

export function KeyFacts({ apiKey }: { readonly apiKey: Key }) {
  const workspaces = useWorkspaceNames();
  return (
    <Facts
      facts={[
        [words.id, apiKey.id],
        [
          words.hash,
          <>
            <code>{apiKey.hash}</code> <CopyButton text={apiKey.hash} />
          </>,
        ],
        [texts.parts.workspace, workspaces.get(apiKey.workspace_id) ?? apiKey.workspace_id],
        ...(apiKey.kind === "management"
          ? managementFacts(apiKey)
          : [...rateFacts(apiKey), ...rightFacts(apiKey)]),
        [words.networks, namesOf(apiKey.allowed_networks, words.anyNetwork)],
        ...timeFacts(apiKey),
      ]}
    />
  );
}

function managementFacts({ scope }: Key): Rows {
  return [[texts.keys.form.scope, texts.keys.scopes[scope]]];
}

function timeFacts(apiKey: Key): Rows {
  return [
    [words.owner, apiKey.owner_email],
    [words.creator, apiKey.creator_user_id],
    [words.created, <Time key="created" at={apiKey.created_at} />],
    [words.updated, <Time key="updated" at={apiKey.updated_at} />],
    [
      words.expires,
      apiKey.expires_at === null ? words.never : <Time key="expires" at={apiKey.expires_at} />,
    ],
    [words.rotated, <Time key="rotated" at={apiKey.rotated_at} />],
    [words.previous, <Time key="previous" at={apiKey.previous_secret_expires_at} />],
  ];
}
