import type { Schema } from "@portico/client";
import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { mistakeIn } from "../../parts/field.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { SecretInput } from "./secret-input.tsx";

const words = texts.workspaces.byok;

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
