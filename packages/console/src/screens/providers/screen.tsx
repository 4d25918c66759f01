import type { Schema } from "@portico/client";
import { getRouteApi } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count } from "../../parts/amounts.tsx";
import { CircuitBadge, Latency, Throughput, Uptime } from "../../parts/circuit.tsx";
import { Filters } from "../../parts/filters.tsx";
import { ChangeLink } from "../../parts/links.tsx";
import { Page } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { ProviderDrawer } from "./provider-drawer.tsx";
import "./providers.css";

const route = getRouteApi("/providers");
const words = texts.providers;
const refreshMs = 15_000;

export function Screen() {
  const { provider } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (slug: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, provider: slug }) });
  const query = portico.listProviders.useQuery({}, { refetchInterval: refreshMs });
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters filters={[{ name: "search", label: words.search }]} />
      <Answered
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {({ data }) => <ProviderTable providers={data} openSlug={provider} onOpen={open} />}
      </Answered>
      {provider !== undefined && <ProviderDrawer slug={provider} onClose={() => open(undefined)} />}
    </Page>
  );
}

interface ProviderTableProps {
  readonly providers: readonly Schema<"Provider">[];
  readonly openSlug: string | undefined;
  readonly onOpen: (slug: string) => void;
}

/** The gateway gives all providers at once. */
function ProviderTable({ providers, openSlug, onOpen }: ProviderTableProps) {
  const { search = "" } = route.useSearch();
  const found = providers.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  if (found.length === 0) return <Empty title={words.noneFound}>{words.noneFoundHint}</Empty>;
  return (
    <Table
      label={words.title}
      columns={columns}
      rows={found}
      rowKey={({ slug }) => slug}
      onOpen={({ slug }) => onOpen(slug)}
      openKey={openSlug}
    />
  );
}

const columns: readonly Column<Schema<"Provider">>[] = [
  { title: words.name, cell: ({ name }) => name, width: 1.4 },
  { title: words.circuit, cell: ({ circuit }) => <CircuitBadge state={circuit} /> },
  {
    title: words.uptimeNow,
    cell: (provider) => <Uptime percent={provider.uptime_last_5m} />,
    align: "end",
  },
  {
    title: words.uptimeHalfHour,
    cell: (provider) => <Uptime percent={provider.uptime_last_30m} />,
    align: "end",
    isMinor: true,
  },
  {
    title: words.uptimeDay,
    cell: (provider) => <Uptime percent={provider.uptime_last_1d} />,
    align: "end",
  },
  {
    title: words.latency,
    cell: (provider) => <Latency measured={provider.latency_last_30m} />,
    align: "end",
    width: 1.6,
  },
  {
    title: words.throughput,
    cell: (provider) => <Throughput measured={provider.throughput_last_30m} />,
    align: "end",
    isMinor: true,
  },
  { title: words.models, cell: ({ models }) => <Count count={models} />, align: "end", width: 0.7 },
  {
    title: texts.parts.toChange,
    cell: ({ slug }) => <ChangeLink isShort cause="health" subject={`provider:${slug}`} />,
  },
  {
    title: words.byok,
    cell: ({ byok }) => (byok ? words.yes : words.no),
    width: 0.7,
    isMinor: true,
  },
];
