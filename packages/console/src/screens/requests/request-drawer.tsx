import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { CopyButton } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Answered } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { Attempts } from "./attempts.tsx";
import { Money } from "./money.tsx";
import { Refund } from "./refund.tsx";
import { RequestContent } from "./request-content.tsx";
import { RequestError } from "./request-error.tsx";
import { RequestFacts } from "./request-facts.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { Generation } from "./tail.ts";

interface RequestDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

export function RequestDrawer({ id, onClose }: RequestDrawerProps) {
  return (
    <Dialog
      as="drawer"
      open={id !== undefined}
      onClose={onClose}
      title={texts.requests.one}
      {...(id === undefined ? {} : { lead: <Id id={id} /> })}
    >
      {id !== undefined && <Request key={id} id={id} />}
    </Dialog>
  );
}

function Id({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> <CopyButton text={id} label={texts.requests.copyId} />
    </>
  );
}

function Request({ id }: { readonly id: string }) {
  const query = portico.getGeneration.useQuery({ params: { query: { id } } });
  const { role } = useSession();
  return (
    <Answered query={query}>
      {({ data }) => (
        <div className="request">
          <div className="actions">
            <StatusBadge generation={data} />
            <AskAgain generation={data} />
            <Refund generation={data} />
          </div>
          <RequestError generation={data} />
          <Attempts generation={data} />
          <Money generation={data} />
          <RequestFacts generation={data} />
          {/* Only management keys read content. */}
          {role !== "holder" && <RequestContent id={id} />}
        </div>
      )}
    </Answered>
  );
}

/** The playground speaks the three wires of text models. */
function AskAgain({ generation: { id, operation, model } }: { readonly generation: Generation }) {
  if (operation !== "responses" && operation !== "chat" && operation !== "messages") return null;
  return (
    <Link to="/playground" search={{ wire: operation, model, again: id }} className="button">
      {texts.requests.askAgain}
    </Link>
  );
}
