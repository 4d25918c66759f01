import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { KeyUse } from "../../parts/key-use.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { KeyBadges } from "./columns.tsx";
import { Exposure } from "./exposure.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KeyFacts } from "./key-facts.tsx";
import { KeyLimits } from "./key-limits.tsx";

interface KeyDrawerProps {
  readonly hash: string;
  readonly onClose: () => void;
}

const words = texts.keys;

/** One key. Its address is the key's hash; an earlier hash of a rotated key finds it too. */
export function KeyDrawer({ hash, onClose }: KeyDrawerProps) {
  const query = portico.getApiKey.useQuery({ params: { path: { hash } } });
  const key = query.data?.data;
  return (
    <Dialog
      open
      as="drawer"
      onClose={onClose}
      title={key?.name ?? words.oneKey}
      lead={key && <KeyLead apiKey={key} />}
    >
      <Answered query={query}>
        {({ data }) => <KeyDetails apiKey={data} onRevoked={onClose} />}
      </Answered>
    </Dialog>
  );
}

function KeyLead({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  return (
    <>
      <code>{apiKey.label}</code> <KeyBadges apiKey={apiKey} />
    </>
  );
}

function KeyDetails({
  apiKey,
  onRevoked,
}: {
  readonly apiKey: Schema<"ApiKey">;
  readonly onRevoked: () => void;
}) {
  return (
    <div className="details">
      {apiKey.exposed_at !== null && <Exposure apiKey={apiKey} />}
      <KeyActions apiKey={apiKey} onRevoked={onRevoked} />
      {apiKey.kind === "ordinary" && (
        <>
          <Section title={words.limits.title}>
            <KeyLimits apiKey={apiKey} />
          </Section>
          <Section title={words.use.title} actions={<KeyLinks hash={apiKey.hash} />}>
            <KeyUse apiKey={apiKey} />
          </Section>
        </>
      )}
      <Section title={words.facts.title}>
        <KeyFacts apiKey={apiKey} />
      </Section>
    </div>
  );
}

function KeyLinks({ hash }: { readonly hash: string }) {
  return (
    <div className="actions">
      <Link to="/requests" search={{ key: hash }}>
        {words.itsRequests}
      </Link>
      <Link to="/spend" search={{ key: hash }}>
        {words.itsSpending}
      </Link>
    </div>
  );
}
