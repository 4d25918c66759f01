import type { Schema } from "@portico/client";
import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { mistakeIn } from "../../parts/field.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { SecretInput } from "./secret-input.tsx";

const words = texts.workspaces.byok;

interface AddCredentialProps {
  readonly workspace: Schema<"Workspace">;
  readonly onClose: () => void;
}

export function AddCredential({ workspace, onClose }: AddCredentialProps) {
  const [provider, setProvider] = useState("");
  const [name, setName] = useState("");
  const [secret, setSecret] = useState("");
  const providers = portico.listProviders.useQuery();
  // The answer is not kept: what was sent stands in the mutation until it is forgotten.
  const add = portico.createByokCredential.useMutation({ gcTime: 0 });
  const taking = (providers.data?.data ?? []).filter(({ byok }) => byok);
  const chosen = provider || (taking[0]?.slug ?? "");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = {
      provider: chosen,
      secret,
      name: name.trim() || null,
      workspace_id: workspace.id,
    };
    // Gone from the page as soon as it is sent, also where the gateway refuses it.
    setSecret("");
    add.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={words.add} lead={words.addLead}>
      <form onSubmit={submit}>
        <ChoiceInput
          label={words.provider}
          value={chosen}
          error={mistakeIn(add.error, "provider")}
          options={taking.map(({ name: label, slug }) => ({ value: slug, label }))}
          onChange={setProvider}
        />
        <TextInput
          label={words.name}
          hint={words.nameHint}
          value={name}
          error={mistakeIn(add.error, "name")}
          onChange={setName}
        />
        <SecretInput value={secret} error={mistakeIn(add.error, "secret")} onChange={setSecret} />
        {providers.error !== null && <Failure error={providers.error} />}
        {providers.data !== undefined && taking.length === 0 && <p>{words.noProvider}</p>}
        {add.error !== null && <Failure error={add.error} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.parts.cancel}</Button>
          <Button
            kind="main"
            type="submit"
            isBusy={add.isPending}
            disabled={secret === "" || chosen === ""}
          >
            {words.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
