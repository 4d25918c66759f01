import type { Schema } from "@portico/client";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Count, Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Facts } from "../../parts/facts.tsx";
import { namesOf, rightFacts } from "../../parts/key-rights.tsx";
import { KeyUse } from "../../parts/key-use.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { LastRequests } from "./last-requests.tsx";
import { Models } from "./models.tsx";
import { OwnLimits } from "./own-limits.tsx";
import { Rates } from "./rates.tsx";
import { Settings } from "./settings.tsx";
import "./my-key.css";

type CurrentKey = Schema<"CurrentKey">;
const words = texts.myKey;
/** What is left changes with every request. */
const refreshMs = 15_000;

export function MyKeyScreen() {
  const query = portico.getCurrentKey.useQuery({}, { refetchInterval: refreshMs });
  return (
    <Page title={words.title} lead={words.lead}>
      <Answered query={query}>
        {({ data }) => (
          <div className="details">
            <Head apiKey={data} />
            {data.kind === "ordinary" ? <OrdinaryKey apiKey={data} /> : <p>{words.management}</p>}
            <Section title={words.rights}>
              <Facts facts={factsOf(data)} />
            </Section>
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Head({ apiKey }: { readonly apiKey: CurrentKey }) {
  return (
    <p>
      <strong>{apiKey.name}</strong> <code>{apiKey.label}</code>{" "}
      {apiKey.kind === "management" && <Badge tone="info">{texts.keys.kinds.management}</Badge>}
      {apiKey.secret_expires_at !== null && (
        <Badge tone="warning">
          {words.secretEnds} <Time at={apiKey.secret_expires_at} ago />
        </Badge>
      )}
    </p>
  );
}

function OrdinaryKey({ apiKey }: { readonly apiKey: CurrentKey }) {
  const mayRequests = useMay("listGenerations");
  return (
    <>
      <Section title={words.spent}>
        <KeyUse apiKey={apiKey} />
      </Section>
      <Section title={words.limits}>
        <OwnLimits apiKey={apiKey} />
      </Section>
      <Section title={words.rates.title}>
        <Rates rates={apiKey.rates} />
      </Section>
      <Section title={words.settings}>
        <Settings />
      </Section>
      {mayRequests && (
        <Section title={words.requests.title}>
          <LastRequests />
        </Section>
      )}
      <Section title={words.models.title}>
        <Models />
      </Section>
    </>
  );
}

function factsOf(apiKey: CurrentKey) {
  const facts = texts.keys.facts;
  return [
    ...(apiKey.kind === "management"
      ? ([[texts.keys.form.scope, texts.keys.scopes[apiKey.scope]]] as const)
      : [[texts.keys.form.max_output_tokens, mostTokens(apiKey)] as const, ...rightFacts(apiKey)]),
    [facts.networks, namesOf(apiKey.allowed_networks, facts.anyNetwork)],
    [facts.created, <Time key="created" at={apiKey.created_at} />],
    [
      facts.expires,
      apiKey.expires_at === null ? facts.never : <Time key="expires" at={apiKey.expires_at} />,
    ],
    [facts.rotated, <Time key="rotated" at={apiKey.rotated_at} />],
  ] as const;
}

function mostTokens({ max_output_tokens: most }: CurrentKey) {
  return most === null ? texts.keys.facts.noLimit : <Count count={most} />;
}
