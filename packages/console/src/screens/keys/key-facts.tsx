import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { Count, Time } from "../../parts/amounts.tsx";
import { CopyButton } from "../../parts/buttons.tsx";
import { Facts } from "../../parts/facts.tsx";
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
        [words.networks, list(apiKey.allowed_networks, words.anyNetwork)],
        ...timeFacts(apiKey),
      ]}
    />
  );
}

function managementFacts({ scope }: Key): Rows {
  return [[texts.keys.form.scope, texts.keys.scopes[scope]]];
}

function rateFacts(apiKey: Key): Rows {
  const fields = [
    "requests_per_minute",
    "tokens_per_minute",
    "max_requests_in_flight",
    "max_output_tokens",
  ] as const;
  return fields.map((field) => [
    texts.keys.form[field],
    apiKey[field] === null ? words.noLimit : <Count count={apiKey[field]} />,
  ]);
}

function rightFacts(apiKey: Key): Rows {
  return [
    [words.models, list(apiKey.allowed_models, words.allModels)],
    [words.providers, list(apiKey.allowed_providers, words.allProviders)],
    [
      words.data,
      [
        apiKey.data_collection === "deny" && texts.keys.form.denyCollection,
        apiKey.zero_data_retention && texts.keys.form.zeroRetention,
      ]
        .filter(Boolean)
        .join("; ") || words.eachRequest,
    ],
  ];
}

function timeFacts(apiKey: Key): Rows {
  return [
    [words.owner, apiKey.owner_email],
    [words.creator, apiKey.creator_user_id],
    [words.created, <Time key="created" at={apiKey.created_at} />],
    [words.updated, <Time key="updated" at={apiKey.updated_at} />],
    [words.expires, apiKey.expires_at === null ? words.never : <Time at={apiKey.expires_at} />],
    [words.rotated, <Time key="rotated" at={apiKey.rotated_at} />],
    [words.previous, <Time key="previous" at={apiKey.previous_secret_expires_at} />],
  ];
}

function list(names: readonly string[] | null, none: string): ReactNode {
  if (names === null) return none;
  return (
    <ul className="names">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
