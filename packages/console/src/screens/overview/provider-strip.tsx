import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { fill } from "../../parts/fill.ts";
import { formatMs, formatShare } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { refreshing } from "./refreshing.ts";

type Provider = Schema<"Provider">;

const words = texts.overview;

const tones: Readonly<Record<Provider["circuit"], Tone>> = {
  closed: "good",
  half_open: "warning",
  open: "bad",
};

export function ProviderStrip() {
  const may = useMay("listProviders");
  const providers = portico.listProviders.useQuery({}, { ...refreshing, enabled: may });
  if (!may) return null;
  return (
    <Section title={words.providers} actions={<Link to="/providers">{words.allProviders}</Link>}>
      <Answered
        query={providers}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="fine">{words.noProviders}</p>}
      >
        {({ data }) => (
          <ul className="overview-strip">
            {data.map((provider) => (
              <li key={provider.slug}>
                <strong>{provider.name}</strong>
                <Badge tone={tones[provider.circuit]}>{words.circuits[provider.circuit]}</Badge>
                <span className="fine">{uptimeOf(provider)}</span>
                <span className="fine">{latencyOf(provider)}</span>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Section>
  );
}

function uptimeOf({ uptime_last_1d: uptime }: Provider): string {
  if (uptime === null) return words.notAsked;
  return fill(words.uptime, { share: formatShare(uptime / 100) });
}

function latencyOf({ latency_last_30m: latency }: Provider): string | null {
  return latency && fill(words.firstContent, { p50: formatMs(latency.p50) });
}
