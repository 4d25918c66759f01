import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { CsvButton } from "../../parts/csv-button.tsx";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { Filters, workspaceFilter } from "../../parts/filters.tsx";
import { given } from "../../parts/given.ts";
import { Page } from "../../parts/page.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { keyKinds, keyOrders } from "../searches.ts";
import { columnsOf } from "./columns.tsx";
import { bodyOfNew, type CreateBody, emptyDraft } from "./key-draft.ts";
import { KeyDrawer } from "./key-drawer.tsx";
import { KeyFields } from "./key-fields.tsx";
import { NewSecret } from "./new-secret.tsx";
import "./keys.css";

const route = getRouteApi("/keys");
const words = texts.keys;

export function Screen(): ReactNode {
  const { key, create = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  // The address opens the form and no more: while a new secret is shown no navigation is allowed, and so none may close it.
  useEffect(() => {
    if (!create) return;
    setCreating(true);
    void navigate({ search: (old) => ({ ...old, create: undefined }), replace: true });
  }, [create, navigate]);
  const open = (hash: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, key: hash, change: undefined }) });
  const mayCreate = useMay("createApiKey");
  const createButton = mayCreate ? (
    <Button kind="main" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Page title={words.title} lead={words.lead} actions={createButton}>
      {useMay("listApiKeys") && (
        <Filters filters={filters} more={rareFilters} views={{ list: "keys" }} />
      )}
      <KeyList openKey={key} onOpen={open} />
      {key !== undefined && <KeyDrawer hash={key} onClose={() => open(undefined)} />}
      {mayCreate && isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Page>
  );
}

const pageLength = 100;

/** What the gateway is asked for what stands in the address. */
function useAskedKeys() {
  const { search, kind, show, sort, workspace } = route.useSearch();
  return given({
    search,
    kind,
    sort,
    workspace_id: workspace,
    exposed: show === "exposed" ? true : undefined,
    include_disabled: show === "enabled" ? false : undefined,
  });
}

interface KeyListProps {
  readonly openKey: string | undefined;
  readonly onOpen: (hash: string) => void;
}

function KeyList({ openKey, onOpen }: KeyListProps) {
  const asked = useAskedKeys();
  const names = useWorkspaceNames();
  const query = portico.listApiKeys.useInfiniteQuery(
    { params: { query: { ...asked, limit: pageLength } } },
    { placeholderData: keepPreviousData },
  );
  const total = query.data?.pages[0]?.total_count;
  return (
    <PagedTable
      query={query}
      words={words}
      isFiltered={Object.keys(asked).length > 0}
      head={
        <div className="list-head">
          <output className="fine" data-figure="keys" data-value={total}>
            {total === 1 ? words.countOne : words.count.replace("{count}", String(total))}
          </output>
          <CsvButton path="/keys" query={{ ...asked, limit: 1000 }} fileName="keys.csv" />
        </div>
      }
      label={words.title}
      columns={columnsOf(names)}
      rowKey={({ hash }) => hash}
      onOpen={({ hash }) => onOpen(hash)}
      openKey={openKey}
    />
  );
}

/** The form of a new key, and then its secret, once. */
function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<{ readonly name: string; readonly secret: string }>();
  const create = portico.createApiKey.useMutation({ gcTime: 0 });
  if (secret !== undefined) return <NewSecret {...secret} onClose={onClose} />;
  const submit = (body: CreateBody) =>
    create.mutate(
      { body },
      {
        onSuccess: ({ data, key }) => {
          setSecret({ name: data.name, secret: key });
          create.reset();
        },
      },
    );
  return (
    <DraftDialog
      title={words.create}
      lead={words.createLead}
      start={emptyDraft}
      check={bodyOfNew}
      verb={words.create}
      sending={create}
      onClose={onClose}
      onSubmit={submit}
    >
      {(fields) => <KeyFields {...fields} />}
    </DraftDialog>
  );
}

const states = { enabled: words.enabledOnly, exposed: words.exposedOnly };
const filters = [
  { name: "search", label: words.search, placeholder: words.searchHint },
  {
    name: "show",
    label: words.state,
    any: words.anyState,
    values: Object.keys(states),
    words: states,
  },
  { name: "sort", label: words.sort, usual: "newest", values: keyOrders, words: words.sorts },
];
const rareFilters = [
  { name: "kind", label: words.kind, any: words.anyKind, values: keyKinds, words: words.kinds },
  workspaceFilter,
];
