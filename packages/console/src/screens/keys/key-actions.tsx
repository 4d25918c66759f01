import type { Schema } from "@portico/client";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { EditKey } from "./edit-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

interface KeyActionsProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onRevoked: () => void;
}

const words = texts.keys;

/** What the session may do with a key. Nothing else is offered. */
export function KeyActions({ apiKey, onRevoked }: KeyActionsProps) {
  const [opened, setOpened] = useState<"edit" | "rotate" | "revoke">();
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
      {opened === "edit" && <EditKey apiKey={apiKey} onClose={close} />}
      {opened === "rotate" && <RotateKey apiKey={apiKey} onClose={close} />}
      <RevokeKey apiKey={apiKey} open={opened === "revoke"} onClose={close} onRevoked={onRevoked} />
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
