import type { Schema } from "@portico/client";
import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { fill } from "../../parts/fill.ts";
import { ChoiceInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { NewSecret } from "./new-secret.tsx";

interface RotateKeyProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onClose: () => void;
}

const words = texts.keys.rotation;

/** Seconds for which the present secret goes on working. */
const overlaps = ["0", "3600", "86400", "604800", "2592000"] as const;

export function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  // An exposed secret must not go on working.
  const [overlap, setOverlap] = useState(apiKey.exposed_at === null ? "86400" : "0");
  const [secret, setSecret] = useState<string>();
  const rotate = portico.rotateApiKey.useMutation({ gcTime: 0 });
  if (secret !== undefined)
    return <NewSecret name={apiKey.name} secret={secret} onClose={onClose} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    rotate.mutate(
      {
        params: { path: { hash: apiKey.hash } },
        body: { overlap_seconds: Number(overlap) },
      },
      {
        onSuccess: ({ key }) => {
          setSecret(key);
          rotate.reset();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={fill(words.title, { name: apiKey.name })}
      lead={words.lead}
    >
      <form onSubmit={submit}>
        <ChoiceInput
          label={words.overlap}
          hint={words.overlapHint}
          value={overlap}
          options={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
          onChange={setOverlap}
        />
        {rotate.error !== null && <Failure error={rotate.error} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.parts.cancel}</Button>
          <Button kind="main" type="submit" isBusy={rotate.isPending}>
            {words.verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
