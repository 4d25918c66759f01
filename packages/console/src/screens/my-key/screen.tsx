import type { Schema } from "@portico/client";
import { useNavigate } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Facts } from "../../parts/facts.tsx";
import { KeyUse, LimitCard, namesOf, rightFacts } from "../../parts/key-facts.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { texts } from "../../texts/texts.ts";
import { LastRequests } from "./last-requests.tsx";
import { Settings } from "./settings.tsx";
import "./my-key.css";

type CurrentKey = Schema<"CurrentKey">;
const words = texts.myKey;
/** What is left changes with every request. */
const refreshMs = 15_000;

export function Screen() {
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

type Model = Schema<"Model">;

/** The gateway lists to a key what that key may use. */
function Models() {
  const navigate = useNavigate();
  const query = portico.listModels.useQuery({}, { staleTime: 60_000 });
  return (
    <Answered
      query={query}
      isEmpty={({ data }) => data.length === 0}
      empty={<Empty title={words.models.none}>{words.models.noneHint}</Empty>}
    >
      {({ data }) => (
        <Table
          label={words.models.title}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: "/models", search: { model: id } })}
        />
      )}
    </Answered>
  );
}

const columns: readonly Column<Model>[] = [
  { title: words.models.id, width: 2, cell: ({ id }) => <code>{id}</code> },
  { title: words.models.name, width: 2, isMinor: true, cell: ({ name }) => name },
  {
    title: words.models.context,
    align: "end",
    cell: ({ context_length: length }) => <Count count={length} />,
  },
];

type KeyBudget = Schema<"KeyBudget">;

/** All limits in money that can refuse the key, those of which the least is left first. */
function OwnLimits({ apiKey }: { readonly apiKey: Schema<"CurrentKey"> }) {
  return (
    <>
      {apiKey.budgets.length === 0 ? (
        <p>{words.budgets.none}</p>
      ) : (
        <ul className="limit-cards">
          {apiKey.budgets.map((budget) => (
            <li key={`${budget.limit_source}:${budget.budget_id}`}>
              <OwnLimit budget={budget} />
            </li>
          ))}
        </ul>
      )}
      <p className="fine">
        {words.budgets.heldNow} <Usd amount={apiKey.held} />
      </p>
    </>
  );
}

function OwnLimit({ budget }: { readonly budget: KeyBudget }) {
  const { limit, spent, held, remaining } = budget;
  const isKnown = limit !== null && spent !== null && held !== null && remaining !== null;
  return (
    <LimitCard
      title={
        <>
          {words.budgets.sources[budget.limit_source]} {budget.name}
        </>
      }
      badge={<LimitBadge budget={budget} />}
      limit={isKnown ? { limit, spent, held, remaining } : null}
      remaining={remaining}
      note={
        budget.resets_at === null ? words.budgets.neverResets : <Resets at={budget.resets_at} />
      }
    />
  );
}

function LimitBadge({ budget }: { readonly budget: KeyBudget }) {
  if (budget.is_exhausted) return <Badge tone="bad">{words.budgets.usedUp}</Badge>;
  return budget.binds_next ? <Badge tone="info">{texts.keys.limits.bindsNext}</Badge> : null;
}

function Resets({ at }: { readonly at: string }) {
  return (
    <>
      {words.budgets.resets} <Time at={at} />
    </>
  );
}

/** What is left of the key's pace now. */
function Rates({ rates }: { readonly rates: Schema<"KeyRates"> }) {
  const { requests, tokens, requests_in_flight: inFlight } = rates;
  return (
    <Tiles>
      <Tile label={words.rates.requests} note={requests && <Of limit={requests.limit} />}>
        {requests === null ? words.rates.noLimit : <Count count={requests.remaining} />}
      </Tile>
      <Tile label={words.rates.tokens} note={tokens && <Of limit={tokens.limit} />}>
        {tokens === null ? words.rates.noLimit : <Count count={tokens.remaining} />}
      </Tile>
      <Tile label={words.rates.inFlight} note={inFlight && <Of limit={inFlight.limit} />}>
        {inFlight === null ? words.rates.noLimit : <Count count={inFlight.current} />}
      </Tile>
    </Tiles>
  );
}

function Of({ limit }: { readonly limit: number }) {
  return (
    <>
      {words.rates.of} <Count count={limit} />
    </>
  );
}
