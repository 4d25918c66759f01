import type { Schema } from "@portico/client";
import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { PlainFormDialog } from "../../parts/draft-form.tsx";
import { mistakeIn } from "../../parts/field.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.workspaces.byok;

interface SecretInputProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (secret: string) => void;
}

/** Goes one way: it is sent once, and neither the page nor the gateway shows it again. */
function SecretInput(props: SecretInputProps) {
  return (
    <TextInput {...props} label={words.secret} hint={words.secretHint} type="password" isRequired />
  );
}

interface EditProps {
  readonly credential: Schema<"ByokCredential">;
  readonly onClose: () => void;
}

/** A new secret takes the place of the old one at once. */
export function RotateCredential({ credential, onClose }: EditProps) {
  const [secret, setSecret] = useState("");
  const rotate = portico.updateByokCredential.useMutation({ gcTime: 0 });
  const submit = () => {
    setSecret("");
    rotate.mutate(
      { params: { path: { id: credential.id } }, body: { secret } },
      { onSuccess: onClose },
    );
  };
  return (
    <PlainFormDialog
      title={words.rotate}
      lead={words.rotateLead}
      onClose={onClose}
      verb={words.rotate}
      sending={rotate}
      isReady={secret !== ""}
      onSubmit={submit}
    >
      <SecretInput value={secret} error={mistakeIn(rotate.error, "secret")} onChange={setSecret} />
    </PlainFormDialog>
  );
}

export function RenameCredential({ credential, onClose }: EditProps) {
  const [name, setName] = useState(credential.name ?? "");
  const rename = portico.updateByokCredential.useMutation({ onSuccess: onClose });
  const submit = () =>
    rename.mutate({
      params: { path: { id: credential.id } },
      body: { name: name.trim() || null },
    });
  return (
    <PlainFormDialog
      title={words.rename}
      onClose={onClose}
      verb={texts.workspaces.save}
      sending={rename}
      onSubmit={submit}
    >
      <TextInput
        label={words.name}
        hint={words.nameHint}
        value={name}
        error={mistakeIn(rename.error, "name")}
        onChange={setName}
      />
    </PlainFormDialog>
  );
}

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
  const submit = () => {
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
    <PlainFormDialog
      title={words.add}
      lead={words.addLead}
      onClose={onClose}
      verb={words.add}
      sending={add}
      isReady={secret !== "" && chosen !== ""}
      onSubmit={submit}
    >
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
    </PlainFormDialog>
  );
}
