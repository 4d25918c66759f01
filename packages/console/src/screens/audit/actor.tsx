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
