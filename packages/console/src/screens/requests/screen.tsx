import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useSettings } from "../../app/settings.ts";
import { CsvButton } from "../../parts/csv-button.tsx";
import { given } from "../../parts/given.ts";
import { Page } from "../../parts/page.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import type { RequestsSearch } from "../searches.ts";
import { AgentSessions } from "./agent-sessions.tsx";
import { countOfFilters, queryOf } from "./query.ts";
import { RefusedList } from "./refused-list.tsx";
import { RequestDrawer } from "./request-drawer.tsx";
import { RequestFilters } from "./request-filters.tsx";
import { RequestsList } from "./requests-list.tsx";
import "./requests.css";

const route = getRouteApi("/requests");

export function Screen() {
  const navigate = route.useNavigate();
  const openId = route.useSearch({ select: ({ id }) => id });
  // Opening a request changes no filter, so it is no other list.
  const filters = route.useSearch({
    select: ({ id: _, ...others }) => others,
    structuralSharing: true,
  });
  const { zone } = useSettings();
  const query = useMemo(() => queryOf(filters, Date.now(), zone), [filters, zone]);
  const change = (changes: Partial<RequestsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const clear = () => void navigate({ search: ({ tab }) => given({ tab }) });
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, id }) });
  const count = countOfFilters(filters);
  return (
    <Page
      title={texts.requests.title}
      lead={texts.requests.lead}
      actions={
        <CsvButton
          path="/generations"
          query={{ ...query, include: undefined, limit: 1000 }}
          fileName="requests.csv"
        />
      }
    >
      <RequestFilters />
      <Tabs
        value={filters.tab ?? "booked"}
        onChange={(tab) => change({ tab: tab === "booked" ? undefined : tab })}
        tabs={[
          {
            name: "booked",
            label: texts.requests.tabs.booked,
            body: (
              <RequestsList
                {...{ query, openId }}
                onOpen={open}
                isFiltered={count > 0}
                onClear={clear}
              />
            ),
          },
          {
            name: "refused",
            label: texts.requests.tabs.refused,
            body: <RefusedList query={query} />,
          },
          {
            name: "sessions",
            label: texts.requests.tabs.sessions,
            body: (
              <AgentSessions
                query={query}
                onOpen={({ session_id: session, api_key_id: key }) =>
                  change({ session, key: String(key) })
                }
              />
            ),
          },
        ]}
      />
      <RequestDrawer id={openId} onClose={() => open(undefined)} />
    </Page>
  );
}
