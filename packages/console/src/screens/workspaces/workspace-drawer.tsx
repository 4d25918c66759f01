import type { Schema } from "@portico/client";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { CopyButton } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { Credentials } from "./credentials.tsx";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { IoLog } from "./io-log.tsx";
import type { WorkspaceTab } from "./search.ts";
import { Settings } from "./settings.tsx";

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
        ...(maySeeCredentials
          ? [
              {
                name: "byok" as const,
                label: words.tabs.byok,
                body: <Credentials workspace={workspace} />,
              },
            ]
          : []),
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
        [
          words.id,
          <span key="id">
            <code>{id}</code> <CopyButton text={id} />
          </span>,
        ],
        [words.form.slug, <code key="slug">{slug}</code>],
        [words.created, <Time key="created" at={created_at} />],
        [words.changed, <Time key="changed" at={updated_at} ago />],
      ]}
    />
  );
}
