import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { useSettings } from "../../app/settings.ts";
import { Time } from "../../parts/amounts.tsx";
import { CsvButton } from "../../parts/csv-button.tsx";
import { type Filter, Filters, workspaceFilter } from "../../parts/filters.tsx";
import { Page } from "../../parts/page.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { Column } from "../../parts/table.tsx";
import { spoken } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { type AuditSearch, actorTypes } from "../searches.ts";
import { Actor, TargetLink, targetName } from "./event-cells.tsx";
import { EventDrawer } from "./event-drawer.tsx";
import { askedEvents } from "./events.ts";
import "./audit.css";

const route = getRouteApi("/audit");
const words = texts.audit;
const pageLength = 100;

export function Screen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { zone } = useSettings();
  const asked = askedEvents(search, zone);
  const { event, at } = search;
  const close = () =>
    void navigate({ search: (old) => ({ ...old, event: undefined, at: undefined }) });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={<CsvButton path="/audit" query={{ ...asked, limit: 1000 }} fileName="audit.csv" />}
    >
      <AuditFilters />
      <EventList
        asked={asked}
        openId={event}
        onOpen={({ id, created_at }) =>
          void navigate({ search: (old) => ({ ...old, event: id, at: created_at }) })
        }
      />
      {event !== undefined && at !== undefined && (
        <EventDrawer id={event} at={at} onClose={close} />
      )}
    </Page>
  );
}

interface EventListProps {
  readonly asked: ReturnType<typeof askedEvents>;
  readonly openId: number | undefined;
  readonly onOpen: (event: Schema<"AuditEvent">) => void;
}

function EventList({ asked, openId, onOpen }: EventListProps) {
  const query = portico.listAuditEvents.useInfiniteQuery(
    { params: { query: { ...asked, limit: pageLength } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <PagedTable
      query={query}
      words={words}
      isFiltered={Object.keys(asked).length > 0}
      label={words.title}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      openKey={openId}
    />
  );
}

const columns: readonly Column<Schema<"AuditEvent">>[] = [
  { title: words.action, cell: ({ action }) => spoken(action), width: 1.2 },
  { title: words.target, cell: (event) => <TargetLink event={event} />, width: 1.2 },
  { title: words.who, cell: ({ actor }) => <Actor actor={actor} />, width: 1.4 },
  { title: words.when, cell: ({ created_at }) => <Time at={created_at} isShort />, width: 1.3 },
  { title: words.address, cell: ({ client_ip }) => client_ip, isMinor: true },
];

const targets = Object.keys(words.targets);

const rareFilters: readonly Filter<AuditSearch>[] = [
  { name: "actor", label: words.who, any: words.anyActor, values: actorTypes, words: words.actors },
  { name: "target", label: words.target, any: words.anyTarget, values: targets, words: targetName },
  { name: "target_id", label: words.targetId },
  workspaceFilter,
];

function AuditFilters() {
  const values = useActions(route.useSearch().action);
  const filters: readonly Filter<AuditSearch>[] = [
    { name: "from", label: words.from, type: "day" },
    { name: "to", label: words.to, type: "day" },
    { name: "action", label: words.action, any: words.anyAction, values, words: spoken },
  ];
  return (
    <Filters
      filters={filters}
      more={rareFilters}
      linked={["actor_key"]}
      views={{ list: "audit" }}
    />
  );
}

const reads = /^(get|list|count)[A-Z]/;
/** What the gateway writes down that is no operation of its API. */
const ownActions = ["backUpStore", "firstStart", "rotateSecrets"];

/** Actions that can be in the log: operations that change something. A link may name one more. */
function useActions(asked: string | undefined) {
  const { operations } = useSession();
  const writes = operations.filter((id) => !reads.test(id));
  const actions = new Set([...writes, ...ownActions, ...(asked === undefined ? [] : [asked])]);
  return [...actions].sort();
}
