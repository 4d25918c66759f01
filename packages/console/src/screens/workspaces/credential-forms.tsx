import type { Schema } from "@portico/client";
import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, mistakeIn } from "../../parts/field.tsx";
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
function SecretInput({ value, error, onChange }: SecretInputProps) {
  return (
    <Field label={words.secret} hint={words.secretHint} error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
    </Field>
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
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setSecret("");
    rotate.mutate(
      { params: { path: { id: credential.id } }, body: { secret } },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onClose={onClose} title={words.rotate} lead={words.rotateLead}>
      <form onSubmit={submit}>
        <SecretInput
          value={secret}
          error={mistakeIn(rotate.error, "secret")}
          onChange={setSecret}
        />
        {rotate.error !== null && <Failure error={rotate.error} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.parts.cancel}</Button>
          <Button kind="main" type="submit" isBusy={rotate.isPending} disabled={secret === ""}>
            {words.rotate}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RenameCredential({ credential, onClose }: EditProps) {
  const [name, setName] = useState(credential.name ?? "");
  const rename = portico.updateByokCredential.useMutation({ onSuccess: onClose });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    rename.mutate({
      params: { path: { id: credential.id } },
      body: { name: name.trim() || null },
    });
  };
  return (
    <Dialog open onClose={onClose} title={words.rename}>
      <form onSubmit={submit}>
        <TextInput
          label={words.name}
          hint={words.nameHint}
          value={name}
          error={mistakeIn(rename.error, "name")}
          onChange={setName}
        />
        {rename.error !== null && <Failure error={rename.error} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.parts.cancel}</Button>
          <Button kind="main" type="submit" isBusy={rename.isPending}>
            {texts.workspaces.save}
          </Button>
        </div>
      </form>
    </Dialog>
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
