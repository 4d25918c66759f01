import type { Schema } from "@portico/client";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { DraftDialog, PlainFormDialog } from "../../parts/draft-form.tsx";
import { ChoiceInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, draftOf } from "./key-draft.ts";
import { KeyFields } from "./key-fields.tsx";
import { NewSecret } from "./new-secret.tsx";

interface KeyActionsProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onRevoked: () => void;
}

const words = texts.keys;
const route = getRouteApi("/keys");

/** What the session may do with a key. Nothing else is offered. */
export function KeyActions({ apiKey, onRevoked }: KeyActionsProps) {
  const { change: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const setOpened = (change: typeof opened) =>
    void navigate({ search: (old) => ({ ...old, change }), replace: true });
  const mayUpdate = useMay("updateApiKey");
  const mayRotate = useMay("rotateApiKey");
  const mayDelete = useMay("deleteApiKey");
  const close = () => setOpened(undefined);
  return (
    <>
      <div className="actions">
        {mayUpdate && <Button onClick={() => setOpened("edit")}>{words.edit}</Button>}
        {mayRotate && <Button onClick={() => setOpened("rotate")}>{words.rotation.verb}</Button>}
        {mayDelete && (
          <Button kind="danger" onClick={() => setOpened("revoke")}>
            {words.revocation.verb}
          </Button>
        )}
        {mayUpdate && <Switch apiKey={apiKey} />}
      </div>
      {mayUpdate && opened === "edit" && <EditKey apiKey={apiKey} onClose={close} />}
      {mayRotate && opened === "rotate" && <RotateKey apiKey={apiKey} onClose={close} />}
      <RevokeKey
        apiKey={apiKey}
        open={mayDelete && opened === "revoke"}
        onClose={close}
        onRevoked={onRevoked}
      />
    </>
  );
}

/** Switches a key off and on. What was just done can be taken back by the same button. */
function Switch({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  const update = portico.updateApiKey.useMutation();
  const change = (disabled: boolean) =>
    update.mutate({ params: { path: { hash: apiKey.hash } }, body: { disabled } });
  const verb = apiKey.disabled ? words.enable : words.disable;
  return (
    <>
      <Button onClick={() => change(!apiKey.disabled)} isBusy={update.isPending}>
        {verb}
      </Button>
      {update.isSuccess && (
        <output className="done">
          {apiKey.disabled ? words.disabled : words.enabled}{" "}
          <Button kind="quiet" onClick={() => change(!apiKey.disabled)} disabled={update.isPending}>
            {texts.parts.undo}
          </Button>
        </output>
      )}
      {update.error !== null && <Failure error={update.error} />}
    </>
  );
}

interface KeyDialogProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onClose: () => void;
}

function EditKey({ apiKey, onClose }: KeyDialogProps) {
  const { hash } = apiKey;
  const update = portico.updateApiKey.useMutation({ onSuccess: onClose });
  return (
    <DraftDialog
      title={words.edit}
      lead={words.editLead}
      start={draftOf(apiKey)}
      check={(draft) => bodyOfChange(draft, apiKey)}
      verb={words.save}
      sending={update}
      onClose={onClose}
      onSubmit={(body) => update.mutate({ params: { path: { hash } }, body })}
    >
      {(fields) => <KeyFields {...fields} isChange />}
    </DraftDialog>
  );
}

interface RevokeKeyProps extends KeyDialogProps {
  readonly open: boolean;
  readonly onRevoked: () => void;
}

function RevokeKey({ apiKey, open, onClose, onRevoked }: RevokeKeyProps) {
  const revoke = portico.deleteApiKey.useMutation({
    onSuccess: onRevoked,
    // The key itself is gone: the drawer closes, and asks for it no more.
    invalidates: ["listApiKeys", "getCurrentKey", "listAuditEvents"],
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={fill(words.revocation.title, { name: apiKey.name })}
      lead={words.revocation.lead}
      verb={words.revocation.verb}
      name={apiKey.name}
      sending={revoke}
      onConfirm={() => revoke.mutate({ params: { path: { hash: apiKey.hash } } })}
    />
  );
}

/** Seconds for which the present secret goes on working. */
const overlaps = ["0", "3600", "86400", "604800", "2592000"] as const;

function RotateKey({ apiKey, onClose }: KeyDialogProps) {
  // An exposed secret must not go on working.
  const [overlap, setOverlap] = useState(apiKey.exposed_at === null ? "86400" : "0");
  const [secret, setSecret] = useState<string>();
  const rotate = portico.rotateApiKey.useMutation({ gcTime: 0 });
  if (secret !== undefined)
    return <NewSecret name={apiKey.name} secret={secret} onClose={onClose} />;
  const submit = () =>
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
  return (
    <PlainFormDialog
      title={fill(words.rotation.title, { name: apiKey.name })}
      lead={words.rotation.lead}
      onClose={onClose}
      verb={words.rotation.verb}
      sending={rotate}
      onSubmit={submit}
    >
      <ChoiceInput
        label={words.rotation.overlap}
        hint={words.rotation.overlapHint}
        value={overlap}
        options={overlaps.map((value) => ({ value, label: words.rotation.overlaps[value] }))}
        onChange={setOverlap}
      />
    </PlainFormDialog>
  );
}
