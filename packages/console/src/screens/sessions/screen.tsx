import type { Schema } from "@portico/client";
import { useState } from "react";
import { useMay, useSession } from "../../app/current-session.ts";
import { portico, queryClient } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Page } from "../../parts/page.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { Column } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { programOf } from "./program-of.ts";

type Session = Schema<"Session">;
const words = texts.sessions;
const pageLength = 100;

export function Screen() {
  const { role } = useSession();
  const [ending, setEnding] = useState<Session>();
  const query = portico.listSessions.useInfiniteQuery({
    params: { query: { limit: pageLength } },
  });
  const end = portico.revokeSession.useMutation({
    onSuccess: async () => {
      setEnding(undefined);
      // Without a session, the page has nothing to show but the sign-in.
      if (ending?.is_current === true) await queryClient.resetQueries();
    },
  });
  return (
    <Page
      title={words.title}
      lead={role === "admin" ? words.leadOfAll : words.lead}
      actions={<EndEverywhere mayEndAll={role === "admin"} />}
    >
      <PagedTable
        query={query}
        words={words}
        label={words.title}
        columns={columnsOf(setEnding)}
        rowKey={({ id }) => id}
      />
      <Confirm
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={words.endOne}
        lead={ending?.is_current === true ? words.endCurrentLead : words.endLead}
        verb={words.end}
        sending={end}
        onConfirm={() => ending && end.mutate({ params: { path: { id: ending.id } } })}
      />
    </Page>
  );
}

function columnsOf(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
    { title: words.who, width: 3, cell: (session) => <Who session={session} /> },
    { title: words.role, width: 1.1, cell: ({ role }) => words.roles[role] },
    { title: words.way, width: 1.3, isMinor: true, cell: ({ way }) => words.ways[way] },
    {
      title: words.place,
      width: 2.2,
      isMinor: true,
      cell: ({ address, user_agent: agent }) => (
        <span title={agent ?? undefined}>
          {address ?? words.unknown}{" "}
          {agent !== null && <span className="fine">{programOf(agent)}</span>}
        </span>
      ),
    },
    { title: words.seen, width: 1.6, cell: ({ last_seen_at: at }) => <Time at={at} ago /> },
    {
      title: words.ends,
      width: 1.2,
      isMinor: true,
      cell: (session) => <Time at={endOf(session)} ago />,
    },
    {
      title: words.end,
      width: 0.9,
      align: "end",
      cell: (session) => (
        <Button kind="quiet" onClick={() => onEnd(session)}>
          {words.end}
        </Button>
      ),
    },
  ];
}

function Who({ session }: { readonly session: Session }) {
  return (
    <>
      {session.name} {session.is_current && <Badge tone="good">{words.current}</Badge>}
    </>
  );
}

/** The earlier of its two ends. */
function endOf({ expires_at: absolute, idle_expires_at: idle }: Session): string {
  return Date.parse(idle) < Date.parse(absolute) ? idle : absolute;
}

/** Signs out everywhere: all of one's own sessions, or for an admin those of everybody. This page's is among them. */
function EndEverywhere({ mayEndAll }: { readonly mayEndAll: boolean }) {
  const [asked, setAsked] = useState<"own" | "all">();
  const mayEnd = useMay("revokeSessions");
  const end = portico.revokeSessions.useMutation({
    onSuccess: () => queryClient.resetQueries(),
  });
  if (!mayEnd) return null;
  return (
    <>
      <Button onClick={() => setAsked("own")}>{words.endOwn}</Button>
      {mayEndAll && (
        <Button kind="danger" onClick={() => setAsked("all")}>
          {words.endAll}
        </Button>
      )}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === "all" ? words.endAll : words.endOwn}
        lead={asked === "all" ? words.endAllLead : words.endOwnLead}
        verb={asked === "all" ? words.endAll : words.endOwn}
        sending={end}
        onConfirm={() => end.mutate({ params: { query: { all: asked === "all" } } })}
      />
    </>
  );
}
