import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Copyable } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { KeyUse, LimitCard, namesOf, rateFacts, rightFacts } from "../../parts/key-facts.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { KeyBadges } from "./columns.tsx";
import { KeyActions } from "./key-actions.tsx";
import { type BindingLimit, bindingLimits } from "./limits-of.ts";

interface KeyDrawerProps {
  readonly hash: string;
  readonly onClose: () => void;
}

const words = texts.keys;

/** One key. Its address is the key's hash; an earlier hash of a rotated key finds it too. */
export function KeyDrawer({ hash, onClose }: KeyDrawerProps) {
  const query = portico.getApiKey.useQuery({ params: { path: { hash } } });
  const key = query.data?.data;
  return (
    <Dialog
      open
      as="drawer"
      onClose={onClose}
      title={key?.name ?? words.oneKey}
      lead={key && <KeyLead apiKey={key} />}
    >
      <Answered query={query}>
        {({ data }) => <KeyDetails apiKey={data} onRevoked={onClose} />}
      </Answered>
    </Dialog>
  );
}

function KeyLead({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  return (
    <>
      <code>{apiKey.label}</code> <KeyBadges apiKey={apiKey} />
    </>
  );
}

function KeyDetails({
  apiKey,
  onRevoked,
}: {
  readonly apiKey: Schema<"ApiKey">;
  readonly onRevoked: () => void;
}) {
  return (
    <div className="details">
      {apiKey.exposed_at !== null && <Exposure apiKey={apiKey} />}
      <KeyActions apiKey={apiKey} onRevoked={onRevoked} />
      {apiKey.kind === "ordinary" && (
        <>
          <Section title={words.limits.title}>
            <KeyLimits apiKey={apiKey} />
          </Section>
          <Section title={words.use.title} actions={<KeyLinks hash={apiKey.hash} />}>
            <KeyUse apiKey={apiKey} />
          </Section>
        </>
      )}
      <Section title={words.facts.title}>
        <KeyFacts apiKey={apiKey} />
      </Section>
    </div>
  );
}

function KeyLinks({ hash }: { readonly hash: string }) {
  return (
    <div className="actions">
      <Link to="/requests" search={{ key: hash }}>
        {words.itsRequests}
      </Link>
      <Link to="/spend" search={{ key: hash }}>
        {words.itsSpending}
      </Link>
    </div>
  );
}

/** Where a key was found, when, and what to do about it. The place is a text of strangers: it is shown, and not linked. */
function Exposure({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  return (
    <div className="notice failure" role="alert">
      <h3>{words.exposure.title}</h3>
      <Facts
        facts={[
          [words.exposure.when, <Time key="when" at={apiKey.exposed_at} />],
          [words.exposure.source, apiKey.exposed_source],
          [words.exposure.place, apiKey.exposed_url && <code>{apiKey.exposed_url}</code>],
        ]}
      />
      <ol>
        <li>{words.exposure.rotate}</li>
        <li>{words.exposure.remove}</li>
        <li>{words.exposure.look}</li>
      </ol>
    </div>
  );
}

type Key = Schema<"ApiKey">;
type Rows = readonly (readonly [string, ReactNode])[];

function KeyFacts({ apiKey }: { readonly apiKey: Key }) {
  const workspaces = useWorkspaceNames();
  return (
    <Facts
      facts={[
        [words.facts.id, apiKey.id],
        [words.facts.hash, <Copyable key="hash" text={apiKey.hash} />],
        [texts.parts.workspace, workspaces.get(apiKey.workspace_id) ?? apiKey.workspace_id],
        ...(apiKey.kind === "management"
          ? managementFacts(apiKey)
          : [...rateFacts(apiKey), ...rightFacts(apiKey)]),
        [words.facts.networks, namesOf(apiKey.allowed_networks, words.facts.anyNetwork)],
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
    [words.facts.owner, apiKey.owner_email],
    [words.facts.creator, apiKey.creator_user_id],
    [words.facts.created, <Time key="created" at={apiKey.created_at} />],
    [words.facts.updated, <Time key="updated" at={apiKey.updated_at} />],
    [
      words.facts.expires,
      apiKey.expires_at === null ? (
        words.facts.never
      ) : (
        <Time key="expires" at={apiKey.expires_at} />
      ),
    ],
    [words.facts.rotated, <Time key="rotated" at={apiKey.rotated_at} />],
    [words.facts.previous, <Time key="previous" at={apiKey.previous_secret_expires_at} />],
  ];
}

/** All limits in money that can refuse the key's requests. The first of them binds next. */
function KeyLimits({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  const budgets = portico.listBudgets.useQuery(
    { params: { query: { workspace_id: apiKey.workspace_id, limit: 1000 } } },
    { enabled: useMay("listBudgets") },
  );
  const credits = portico.getCredits.useQuery({}, { enabled: useMay("getCredits") });
  const limits = bindingLimits(apiKey, {
    budgets: budgets.data?.data ?? [],
    credits: credits.data?.data,
  });
  if (limits.length === 0) return <p>{words.limits.none}</p>;
  return (
    <ul className="limit-cards">
      {limits.map((limit, index) => (
        <li key={`${limit.source}:${limit.budgetId}`}>
          <LimitCard
            title={<LimitTitle limit={limit} />}
            badge={index === 0 && <Badge tone="info">{words.limits.bindsNext}</Badge>}
            limit={limit.limit}
            remaining={limit.remaining}
            note={
              limit.source === "key" && apiKey.limit_reset !== null
                ? texts.parts.resets[apiKey.limit_reset]
                : undefined
            }
          />
        </li>
      ))}
    </ul>
  );
}

function LimitTitle({ limit }: { readonly limit: BindingLimit }) {
  if (limit.budgetId === null) return words.limits.sources[limit.source];
  return (
    <>
      {words.limits.sources[limit.source]}{" "}
      <Link to="/budgets" search={{ budget: limit.budgetId }}>
        {limit.name}
      </Link>
    </>
  );
}
