import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { useSettings } from "../../app/settings.ts";
import { Time } from "../../parts/amounts.tsx";
import { CsvButton } from "../../parts/csv-button.tsx";
import { Page } from "../../parts/page.tsx";
import { spoken } from "../../parts/spoken.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { Actor } from "./actor.tsx";
import { askedEvents } from "./asked-events.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { EventDrawer } from "./event-drawer.tsx";
import { TargetLink } from "./target-link.tsx";
import "./audit.css";

const route = getRouteApi("/audit");
const words = texts.audit;
const pageLength = 100;

export function AuditScreen() {
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
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <Answered
      query={query}
      isEmpty={({ pages }) => pages[0]?.data.length === 0}
      empty={
        <Empty title={isFiltered ? words.noneFound : words.none}>
          {isFiltered ? words.noneFoundHint : words.noneHint}
        </Empty>
      }
    >
      {({ pages }) => (
        <Table
          label={words.title}
          columns={columns}
          rows={pages.flatMap(({ data }) => data)}
          rowKey={({ id }) => id}
          onOpen={onOpen}
          openKey={openId}
          more={query}
          total={pages[0]?.total_count}
        />
      )}
    </Answered>
  );
}

const columns: readonly Column<Schema<"AuditEvent">>[] = [
  {
    name: "action",
    title: words.action,
    cell: ({ action }) => spoken(action),
    width: 1.2,
  },
  {
    name: "target",
    title: words.target,
    cell: (event) => <TargetLink event={event} />,
    width: 1.2,
  },
  { name: "who", title: words.who, cell: ({ actor }) => <Actor actor={actor} />, width: 1.4 },
  {
    name: "when",
    title: words.when,
    cell: ({ created_at }) => <Time at={created_at} isShort />,
    width: 1.3,
  },
  { name: "address", title: words.address, cell: ({ client_ip }) => client_ip, isMinor: true },
];
