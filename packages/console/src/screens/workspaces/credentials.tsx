import type { Schema } from "@portico/client";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { AddCredential } from "./add-credential.tsx";
import { CredentialCard } from "./credential-card.tsx";

const words = texts.workspaces.byok;

/** The workspace's own contracts with providers. Its traffic to a provider uses the first one that is switched on. */
export function Credentials({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const [isAdding, setAdding] = useState(false);
  const [wiped, setWiped] = useState<string>();
  const query = portico.listByokCredentials.useInfiniteQuery({
    params: { query: { workspace_id: workspace.id, limit: 100 } },
  });
  const add = useMay("createByokCredential") && (
    <Button onClick={() => setAdding(true)}>{words.add}</Button>
  );
  return (
    <div className="details">
      <p className="fine">{words.lead}</p>
      {wiped !== undefined && (
        <output className="notice">
          {words.wiped} <code>{wiped}</code>
        </output>
      )}
      <Answered
        query={query}
        isEmpty={({ pages }) => pages[0]?.data.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {({ pages }) => (
          <ul className="plain-list">
            {pages
              .flatMap(({ data }) => data)
              .map((credential) => (
                <CredentialCard key={credential.id} credential={credential} onWiped={setWiped} />
              ))}
          </ul>
        )}
      </Answered>
      <div className="actions">
        {add}
        {query.hasNextPage && (
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        )}
      </div>
      {isAdding && <AddCredential workspace={workspace} onClose={() => setAdding(false)} />}
    </div>
  );
}
