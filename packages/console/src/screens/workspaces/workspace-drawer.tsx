import type { Schema } from "@portico/client";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Button, Copyable } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DraftForm } from "../../parts/draft-form.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import type { WorkspaceTab } from "../searches.ts";
import { CredentialCard } from "./credential-card.tsx";
import { AddCredential } from "./credential-forms.tsx";
import { IoLog } from "./io-log.tsx";
import { bodyOfChange, draftOf } from "./workspace-draft.ts";
import { WorkspaceFields } from "./workspace-fields.tsx";

const words = texts.workspaces;

interface WorkspaceDrawerProps {
  readonly id: string;
  readonly tab: WorkspaceTab;
  readonly onTab: (tab: WorkspaceTab) => void;
  readonly onClose: () => void;
}

/** One workspace, by its id or its slug. */
export function WorkspaceDrawer({ id, tab, onTab, onClose }: WorkspaceDrawerProps) {
  const query = portico.getWorkspace.useQuery({ params: { path: { id } } });
  const name = query.data?.data.name;
  return (
    <Dialog open as="drawer" onClose={onClose} title={name ?? words.one}>
      <Answered query={query}>
        {({ data }) => <WorkspaceTabs workspace={data} tab={tab} onTab={onTab} onGone={onClose} />}
      </Answered>
    </Dialog>
  );
}

interface WorkspaceTabsProps {
  readonly workspace: Schema<"Workspace">;
  readonly tab: WorkspaceTab;
  readonly onTab: (tab: WorkspaceTab) => void;
  readonly onGone: () => void;
}

function WorkspaceTabs({ workspace, tab, onTab, onGone }: WorkspaceTabsProps) {
  const mayDelete = useMay("deleteWorkspace");
  const maySeeCredentials = useMay("listByokCredentials");
  const settings = (
    <div className="details">
      <WorkspaceFacts workspace={workspace} />
      <Settings workspace={workspace} />
      {mayDelete && <DeleteWorkspace workspace={workspace} onGone={onGone} />}
    </div>
  );
  return (
    <Tabs
      value={tab}
      onChange={onTab}
      tabs={[
        { name: "settings", label: words.tabs.settings, body: settings },
        maySeeCredentials && {
          name: "byok",
          label: words.tabs.byok,
          body: <Credentials workspace={workspace} />,
        },
        { name: "log", label: words.tabs.log, body: <IoLog workspace={workspace} /> },
      ]}
    />
  );
}

function WorkspaceFacts({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const { id, slug, created_at, updated_at } = workspace;
  return (
    <Facts
      facts={[
        [words.id, <Copyable key="id" text={id} />],
        [words.form.slug, <code key="slug">{slug}</code>],
        [words.created, <Time key="created" at={created_at} />],
        [words.changed, <Time key="changed" at={updated_at} ago />],
      ]}
    />
  );
}

/** The workspace's own contracts with providers. Its traffic to a provider uses the first one that is switched on. */
function Credentials({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const [isAdding, setAdding] = useState(false);
  const [wiped, setWiped] = useState<string>();
  const query = portico.listByokCredentials.useInfiniteQuery({
    params: { query: { workspace_id: workspace.id, limit: 100 } },
  });
  const add = useMay("createByokCredential") && (
    <Button onClick={() => setAdding(true)}>{words.byok.add}</Button>
  );
  return (
    <div className="details">
      <p className="fine">{words.byok.lead}</p>
      {wiped !== undefined && (
        <output className="notice">
          {words.byok.wiped} <code>{wiped}</code>
        </output>
      )}
      <Answered
        query={query}
        isEmpty={({ pages }) => pages[0]?.data.length === 0}
        empty={<Empty title={words.byok.none}>{words.byok.noneHint}</Empty>}
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
            {words.byok.more}
          </Button>
        )}
      </div>
      {isAdding && <AddCredential workspace={workspace} onClose={() => setAdding(false)} />}
    </div>
  );
}

interface DeleteWorkspaceProps {
  readonly workspace: Schema<"Workspace">;
  readonly onGone: () => void;
}

/** Cannot be undone, so its name has to be typed. */
function DeleteWorkspace({ workspace, onGone }: DeleteWorkspaceProps) {
  const [isOpen, setOpen] = useState(false);
  const remove = portico.deleteWorkspace.useMutation({ onSuccess: onGone });
  return (
    <>
      <div className="actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {words.deletion.open}
        </Button>
      </div>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={fill(words.deletion.title, { name: workspace.name })}
        lead={words.deletion.lead}
        verb={words.deletion.verb}
        name={workspace.name}
        sending={remove}
        onConfirm={() => remove.mutate({ params: { path: { id: workspace.id } } })}
      />
    </>
  );
}

/** A form where the session may change them, else what they are. */
function Settings({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const update = portico.updateWorkspace.useMutation();
  const mayUpdate = useMay("updateWorkspace");
  return (
    <Section title={words.tabs.settings}>
      {mayUpdate ? (
        <>
          <DraftForm
            // What was saved, here or elsewhere, is what the form starts from.
            key={workspace.updated_at}
            start={draftOf(workspace)}
            check={(draft) => bodyOfChange(draft, workspace)}
            verb={words.save}
            sending={update}
            onSubmit={(body) => update.mutate({ params: { path: { id: workspace.id } }, body })}
          >
            {(fields) => <WorkspaceFields {...fields} />}
          </DraftForm>
          <output>{update.isSuccess && words.saved}</output>
        </>
      ) : (
        <SettingFacts workspace={workspace} />
      )}
    </Section>
  );
}

function SettingFacts({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const onOff = (is: boolean | undefined) => (is === true ? words.on : words.off);
  const sort = workspace.default_provider_sort;
  return (
    <Facts
      facts={[
        [words.form.description, workspace.description],
        [words.form.sort, sort === null ? words.form.gatewaySorts : words.form.sorts[sort]],
        [words.form.model, workspace.default_text_model],
        [words.form.logging, onOff(workspace.is_observability_io_logging_enabled)],
        [words.form.vectors, onOff(workspace.is_embeddings_cache_enabled)],
        [words.form.broadcast, onOff(workspace.is_observability_broadcast_enabled)],
        [words.form.discount, onOff(workspace.is_data_discount_logging_enabled)],
      ]}
    />
  );
}
