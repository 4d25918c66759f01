import type { Schema } from "@portico/client";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/buttons.tsx";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { Page } from "../../parts/page.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { Column } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, emptyDraft } from "./workspace-draft.ts";
import { WorkspaceDrawer } from "./workspace-drawer.tsx";
import { WorkspaceFields } from "./workspace-fields.tsx";
import "./workspaces.css";

const route = getRouteApi("/workspaces");
const words = texts.workspaces;

export function Screen() {
  const { workspace, tab = "settings" } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const open = (id: string | undefined) => void navigate({ search: { workspace: id } });
  const query = portico.listWorkspaces.useInfiniteQuery({ params: { query: { limit: 100 } } });
  const shown = query.data?.pages
    .flatMap(({ data }) => data)
    .find(({ id, slug }) => [id, slug].includes(workspace ?? ""));
  const create = useMay("createWorkspace") && (
    <Button kind="main" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create || undefined}>
      <PagedTable
        query={query}
        words={words}
        label={words.title}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        openKey={shown?.id}
      />
      {workspace !== undefined && (
        <WorkspaceDrawer
          id={workspace}
          tab={tab}
          onTab={(next) => void navigate({ search: { workspace, tab: next }, replace: true })}
          onClose={() => open(undefined)}
        />
      )}
      {isCreating && (
        <CreateWorkspace
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            open(id);
          }}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<Schema<"Workspace">>[] = [
  { title: words.form.name, cell: ({ name }) => name, width: 1.5 },
  { title: words.form.slug, cell: ({ slug }) => <code>{slug}</code>, width: 1.5, isMinor: true },
  {
    title: words.tabs.log,
    cell: ({ is_observability_io_logging_enabled: isOn }) => (
      <Badge tone={isOn ? "warning" : "plain"}>{isOn ? words.log.on : words.log.off}</Badge>
    ),
  },
  {
    title: words.form.vectors,
    cell: ({ is_embeddings_cache_enabled: isOn }) => (isOn === true ? words.on : words.off),
    isMinor: true,
  },
  { title: words.created, cell: ({ created_at }) => <Time at={created_at} ago />, isMinor: true },
];

interface CreateWorkspaceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

function CreateWorkspace({ onClose, onCreated }: CreateWorkspaceProps) {
  const create = portico.createWorkspace.useMutation();
  return (
    <DraftDialog
      title={words.create}
      lead={words.createLead}
      start={emptyDraft}
      check={bodyOfNew}
      verb={words.create}
      sending={create}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body }, { onSuccess: ({ data }) => onCreated(data.id) })}
    >
      {(fields) => <WorkspaceFields {...fields} />}
    </DraftDialog>
  );
}
