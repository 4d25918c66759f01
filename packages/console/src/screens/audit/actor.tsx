import type { Schema } from "@portico/client";
import { Badge } from "../../parts/badge.tsx";
import { texts } from "../../texts/texts.ts";

/** Who made a change. A name is what a stranger chose: the kind of actor stands beside it. */
export function Actor({ actor }: { readonly actor: Schema<"AuditActor"> }) {
  const words = texts.audit.actors[actor.type];
  return (
    <>
      {actor.name ?? words} {actor.name !== null && <Badge>{words}</Badge>}
    </>
  );
}

const spelled: Readonly<Record<string, string>> = { api: "API", byok: "BYOK", io: "I/O" };

/** `updateApiKey` as "Update API key". */
export function actionName(action: string): string {
  const words = action
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ")
    .map((word) => spelled[word] ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
