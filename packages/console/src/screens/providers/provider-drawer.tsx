import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count, Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { CircuitBadge, Latency, Throughput, Uptime } from "../../parts/circuit.tsx";
import { CredentialCheck } from "../../parts/credential-check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EndpointTable } from "../../parts/endpoint-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import { formatMs } from "../../parts/format.ts";
import { ChangeLink } from "../../parts/links.tsx";
import { Section } from "../../parts/page.tsx";
import { type SmallColumn, SmallTable } from "../../parts/small-table.tsx";
import { Answered } from "../../parts/states.tsx";
import { fill, spoken } from "../../parts/words.ts";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { DayStrip } from "./day-strip.tsx";

const words = texts.providers;
const refreshMs = 30_000;

interface ProviderDrawerProps {
  readonly slug: string;
  readonly onClose: () => void;
}

export function ProviderDrawer({ slug, onClose }: ProviderDrawerProps) {
  const query = portico.getProvider.useQuery(
    { params: { path: { slug } } },
    { refetchInterval: refreshMs },
  );
  return (
    <Dialog open as="drawer" onClose={onClose} title={slug}>
      <Answered query={query}>
        {({ data }) => <ProviderDetails details={data} now={query.dataUpdatedAt} />}
      </Answered>
    </Dialog>
  );
}

interface ProviderDetailsProps {
  readonly details: Schema<"ProviderDetails">;
  readonly now: number;
}

function ProviderDetails({ details, now }: ProviderDetailsProps) {
  const { provider, endpoints, credentials, time_line, circuit_changes, failures } = details;
  return (
    <div className="details">
      <Measured provider={provider} />
      <Section title={words.lastDay}>
        <DayStrip timeLine={time_line} now={now} />
      </Section>
      <Section
        title={words.credentials}
        actions={<ChangeLink cause="health" subject={`provider:${provider.slug}`} />}
      >
        <p>{credentials.operator ? words.operatorCredential : words.noOperatorCredential}</p>
        <CredentialCheck provider={provider.slug} />
        <PoolList pool={credentials.pool} />
        <ByokList credentials={credentials.byok} takesByok={provider.byok} />
      </Section>
      <Section
        title={words.lastErrors}
        actions={
          <Link to="/requests" search={{ provider: provider.slug }} className="fine">
            {words.allRequests}
          </Link>
        }
      >
        <LastErrors failures={failures} />
      </Section>
      <Section title={words.circuitChanges}>
        <CircuitChanges changes={circuit_changes} />
      </Section>
      <Section title={words.models}>
        <EndpointList endpoints={endpoints} />
      </Section>
    </div>
  );
}

function Measured({ provider }: { readonly provider: Schema<"Provider"> }) {
  const collection = words.dataPolicies[provider.data_collection];
  return (
    <Facts
      facts={[
        [words.circuit, <CircuitBadge key="circuit" state={provider.circuit} />],
        [
          words.answeredShare,
          <span key="uptime">
            <Uptime percent={provider.uptime_last_5m} /> {words.inMinutes},{" "}
            <Uptime percent={provider.uptime_last_30m} /> {words.inHalfHour},{" "}
            <Uptime percent={provider.uptime_last_1d} /> {words.inDay}
          </span>,
        ],
        [words.latency, <Latency key="latency" measured={provider.latency_last_30m} />],
        [words.throughput, <Throughput key="throughput" measured={provider.throughput_last_30m} />],
        [words.models, <Count key="models" count={provider.models} />],
        [words.data, collection],
      ]}
    />
  );
}

const poolTones = { ready: "good", limited: "warning", refused: "bad" } as const;

/** The operator's credentials where there are several, with what the provider last said of each. */
function PoolList({ pool }: { readonly pool: readonly Schema<"PooledCredential">[] }) {
  if (pool.length === 0) return null;
  return (
    <ul className="plain-list">
      {pool.map(({ name, state, until, last_failure: last }) => (
        <li key={name}>
          <div>
            <code>{name}</code> <Badge tone={poolTones[state]}>{words.poolStates[state]}</Badge>{" "}
            {until !== null && (
              <span className="fine">
                {words.until} <Time at={until} />
              </span>
            )}
          </div>
          {last !== null && (
            <span className="fine">
              {spoken(last.failure)}
              {last.status !== null && ` HTTP ${last.status}`} <Time at={last.at} ago />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ByokListProps {
  readonly credentials: readonly Schema<"ByokCredential">[];
  readonly takesByok: boolean;
}

/** The credentials that workspaces brought along for a provider. */
function ByokList({ credentials, takesByok }: ByokListProps) {
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

/** When the gateway left endpoints alone, and when it asked them again. */
function CircuitChanges({ changes }: { readonly changes: readonly Schema<"CircuitChange">[] }) {
  if (changes.length === 0) return <p className="fine">{words.noChanges}</p>;
  return (
    <ol className="plain-list">
      {changes.map(({ at, upstream_model, circuit, process }) => (
        <li key={`${at} ${upstream_model} ${process} ${circuit}`}>
          <Time at={at} /> <CircuitBadge state={circuit} /> <code>{upstream_model}</code>{" "}
          <span className="fine">
            {words.process} <code>{process}</code>
          </span>
        </li>
      ))}
    </ol>
  );
}

type Endpoint = Schema<"ModelEndpoint">;

/** The models that a provider serves, each with its own circuit and price. */
function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  if (endpoints.length === 0) return <p className="fine">{words.noModels}</p>;
  return (
    <EndpointTable
      endpoints={endpoints}
      head={{
        title: words.model,
        cell: ({ model_id: model }) => (
          <Link to="/models" search={{ model }}>
            {model}
          </Link>
        ),
      }}
    />
  );
}

/** Attempts that did not serve their request, each with the request's own page. */
function LastErrors({ failures }: { readonly failures: readonly Schema<"ProviderFailure">[] }) {
  if (failures.length === 0) return <p className="fine">{words.noErrors}</p>;
  return (
    <SmallTable
      columns={failureColumns}
      rows={failures}
      rowKey={({ generation_id: id, at, upstream_model }) => `${id} ${at} ${upstream_model}`}
    />
  );
}

const failureColumns: readonly SmallColumn<Schema<"ProviderFailure">>[] = [
  { title: words.when, cell: ({ at }) => <Time at={at} ago /> },
  {
    title: words.why,
    cell: ({ failure, status }) => (
      <>
        {spoken(failure)}
        {status !== null && <span className="fine"> HTTP {status}</span>}
      </>
    ),
  },
  { title: words.model, cell: ({ model }) => model },
  { title: words.took, cell: ({ latency }) => formatMs(latency) },
  {
    title: words.request,
    cell: ({ generation_id: id, served_by: provider }) => (
      <Link to="/requests" search={{ id }}>
        {provider === null ? words.notServed : fill(words.servedBy, { provider })}
      </Link>
    ),
  },
];
