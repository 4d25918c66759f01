import type { Schema } from "@portico/client";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { DraftForm } from "../../parts/draft-form.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, draftOf } from "./workspace-draft.ts";
import { WorkspaceFields } from "./workspace-fields.tsx";

const words = texts.workspaces;

/** A form where the session may change them, else what they are. */
export function Settings({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
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
