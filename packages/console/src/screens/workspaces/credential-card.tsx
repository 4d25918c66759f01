import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { CredentialCheck } from "../../parts/credential-check.tsx";
import { Failure } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { RenameCredential, RotateCredential } from "./credential-forms.tsx";

const words = texts.workspaces.byok;

interface CredentialCardProps {
  readonly credential: Schema<"ByokCredential">;
  /** Gets the label of a credential whose secret is gone. */
  readonly onWiped: (label: string) => void;
}

export function CredentialCard({ credential, onWiped }: CredentialCardProps) {
  const { id, provider, name, label, disabled, created_at, updated_at } = credential;
  return (
    <li className="notice credential">
      <div>
        <strong>{name ?? words.unnamed}</strong> <code>{label}</code>{" "}
        <Badge tone={disabled ? "warning" : "good"}>{disabled ? words.off : words.on}</Badge>
      </div>
      <div className="fine">
        <Link to="/providers" search={{ provider }}>
          {provider}
        </Link>
        {", "}
        {words.added} <Time at={created_at} ago />
        {updated_at !== null && (
          <>
            , {words.changed} <Time at={updated_at} ago />
          </>
        )}
      </div>
      {/* What was found about an earlier secret says nothing about this one. */}
      <CredentialCheck key={updated_at} provider={provider} byokId={id} />
      <Actions credential={credential} onWiped={onWiped} />
    </li>
  );
}

function Actions({ credential, onWiped }: CredentialCardProps) {
  const [open, setOpen] = useState<"rename" | "rotate" | "delete">();
  const { id, disabled } = credential;
  const mayUpdate = useMay("updateByokCredential");
  const mayDelete = useMay("deleteByokCredential");
  const update = portico.updateByokCredential.useMutation();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="actions">
        {mayUpdate && (
          <>
            <Button onClick={() => setOpen("rename")}>{words.rename}</Button>
            <Button
              isBusy={update.isPending}
              onClick={() =>
                update.mutate({ params: { path: { id } }, body: { disabled: !disabled } })
              }
            >
              {disabled ? words.switchOn : words.switchOff}
            </Button>
            <Button onClick={() => setOpen("rotate")}>{words.rotate}</Button>
          </>
        )}
        {mayDelete && (
          <Button kind="danger" onClick={() => setOpen("delete")}>
            {words.delete}
          </Button>
        )}
      </div>
      {update.error !== null && <Failure error={update.error} />}
      {open === "rename" && <RenameCredential credential={credential} onClose={close} />}
      {open === "rotate" && <RotateCredential credential={credential} onClose={close} />}
      <DeleteCredential
        credential={credential}
        isOpen={open === "delete"}
        onClose={close}
        onWiped={onWiped}
      />
    </>
  );
}

interface DeleteCredentialProps extends CredentialCardProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The secret is wiped with it. The gateway's answer is the proof, which stays in the list. */
function DeleteCredential({ credential, isOpen, onClose, onWiped }: DeleteCredentialProps) {
  const { id, name, label, provider } = credential;
  const remove = portico.deleteByokCredential.useMutation({
    onSuccess: ({ deleted }) => {
      if (deleted) onWiped(label);
    },
  });
  return (
    <Confirm
      open={isOpen}
      onClose={onClose}
      title={fill(words.deleteTitle, { name: name ?? label })}
      lead={words.deleteLead}
      verb={words.delete}
      name={name ?? provider}
      sending={remove}
      onConfirm={() => remove.mutate({ params: { path: { id } } })}
    />
  );
}
