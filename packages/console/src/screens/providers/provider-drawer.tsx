import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count } from "../../parts/amounts.tsx";
import { CircuitBadge, Latency, Throughput, Uptime } from "../../parts/circuit.tsx";
import { CredentialCheck } from "../../parts/credential-check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { ByokList } from "./byok-list.tsx";
import { CircuitChanges } from "./circuit-changes.tsx";
import { DayStrip } from "./day-strip.tsx";
import { EndpointList } from "./endpoint-list.tsx";
import { LastErrors } from "./last-errors.tsx";

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
      <Section title={words.credentials}>
        <p>{credentials.operator ? words.operatorCredential : words.noOperatorCredential}</p>
        <CredentialCheck provider={provider.slug} />
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
