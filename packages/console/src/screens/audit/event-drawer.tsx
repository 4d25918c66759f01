import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Copyable } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/page.tsx";
import { SmallTable } from "../../parts/small-table.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { spoken } from "../../parts/words.ts";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { Actor, TargetLink } from "./event-cells.tsx";
import { changesOf } from "./events.ts";

const words = texts.audit;

interface EventDrawerProps {
  readonly id: number;
  /** When it was made: the gateway finds events by their time. */
  readonly at: string;
  readonly onClose: () => void;
}

export function EventDrawer({ id, at, onClose }: EventDrawerProps) {
  const query = portico.listAuditEvents.useQuery({
    params: {
      query: { from: at, to: new Date(Date.parse(at) + 1).toISOString(), limit: 1000 },
    },
  });
  const event = query.data?.data.find((one) => one.id === id);
  return (
    <Dialog
      open
      as="drawer"
      onClose={onClose}
      title={event === undefined ? words.oneEvent : spoken(event.action)}
    >
      <Answered query={query}>
        {() =>
          event === undefined ? (
            <Empty title={words.goneTitle}>{words.gone}</Empty>
          ) : (
            <EventDetails event={event} />
          )
        }
      </Answered>
    </Dialog>
  );
}

function EventDetails({ event }: { readonly event: Schema<"AuditEvent"> }) {
  const { actor, target, workspace_id, client_ip, request_id } = event;
  const names = useWorkspaceNames();
  return (
    <div className="details">
      <Facts
        facts={[
          [words.when, <Time key="when" at={event.created_at} />],
          [words.who, <ActorLink key="who" actor={actor} />],
          [words.action, <code key="action">{event.action}</code>],
          [words.target, <TargetLink key="target" event={event} />],
          [words.targetId, <Copyable key="id" text={target.id} />],
          [
            words.workspace,
            workspace_id === null
              ? words.wholeOrganisation
              : (names.get(workspace_id) ?? workspace_id),
          ],
          [words.address, client_ip],
          [words.requestId, request_id === null ? null : <Copyable key="id" text={request_id} />],
        ]}
      />
      <Section title={words.changes}>
        <ChangesTable event={event} />
      </Section>
    </div>
  );
}

function ActorLink({ actor }: { readonly actor: Schema<"AuditActor"> }) {
  if (actor.key_id === null) return <Actor actor={actor} />;
  return (
    <>
      <Actor actor={actor} />{" "}
      <Link to="/keys" search={{ key: String(actor.key_id) }}>
        {words.itsKey}
      </Link>{" "}
      <Link to="/audit" search={{ actor_key: actor.key_id }}>
        {words.allOfIt}
      </Link>
    </>
  );
}

/** The fields of a change side by side: what each was, and what it is. */
function ChangesTable({ event }: { readonly event: Schema<"AuditEvent"> }) {
  const changes = changesOf(event.before, event.after);
  if (changes.length === 0) return <p className="fine">{words.noFields}</p>;
  return (
    <SmallTable
      className="changes"
      columns={[
        { title: words.field, cell: ({ field }) => field },
        {
          title: words.before,
          cell: ({ before }) => (before === null ? <Absent /> : <del>{before}</del>),
        },
        {
          title: words.after,
          cell: ({ after }) => (after === null ? <Absent /> : <ins>{after}</ins>),
        },
      ]}
      rows={changes}
      rowKey={({ field }) => field}
    />
  );
}

function Absent() {
  return (
    <span className="none" title={words.absent}>
      –
    </span>
  );
}
