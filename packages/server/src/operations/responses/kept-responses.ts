import type { Schema } from "@portico/contract";
import { dayMs } from "@portico/core/rules/calendar";
import type { Caller } from "../../caller.ts";
import type { KeptResponsesSettings } from "../../configuration/configuration.ts";
import type { ThoughtSeals } from "../../secrets/thought-seal.ts";
import type { KeptResponseStore } from "../../store/ports/kept-responses.ts";
import { TrimmedRoom } from "../trimmed-room.ts";

export type Item = Schema<"InputItem">;

/** A response with the conversation that led to it. */
export interface KeptConversation {
  readonly items: readonly Item[];
  readonly response: Schema<"Response">;
}

type Owner = Pick<Caller, "keyId" | "workspaceId">;

/** The responses that later requests of the same key may go on from. */
export interface KeptResponses {
  readonly days: number;
  /** Does not reject: where the store is away, the caller gets its answer all the same. */
  keep(owner: Owner, conversation: KeptConversation): Promise<void>;
  find(owner: Owner, id: string): Promise<KeptConversation | null>;
  /** Whether there was one. */
  remove(owner: Owner, id: string): Promise<boolean>;
}

interface KeptResponsesParts {
  readonly store: KeptResponseStore;
  readonly seals: ThoughtSeals;
  readonly settings: KeptResponsesSettings;
  readonly onProblem: (error: unknown) => void;
}

/** Null where the operator keeps none. */
export function createKeptResponses(parts: KeptResponsesParts): KeptResponses | null {
  const { store, seals, settings, onProblem } = parts;
  const { days, responseBytes, bytesPerWorkspace } = settings;
  if (days === 0) return null;
  const room = new TrimmedRoom(store, bytesPerWorkspace);
  const write = async (keyId: number, workspaceId: string, conversation: KeptConversation) => {
    const { id } = conversation.response;
    const text = JSON.stringify(conversation);
    if (text.length > responseBytes) return;
    const sealed = seals.sealThought(placeOf(workspaceId, id), text);
    await store.write({ id, keyId, workspaceId, sealed });
    await room.wrote(workspaceId, sealed.length);
  };
  return {
    days,
    async keep({ keyId, workspaceId }, conversation) {
      if (keyId !== null) await write(keyId, workspaceId, conversation).catch(onProblem);
    },
    async find({ keyId, workspaceId }, id) {
      if (keyId === null) return null;
      const sealed = await store.find(keyId, id, Date.now() - days * dayMs);
      const opened = sealed === null ? null : seals.openThought(workspaceId, sealed);
      return opened?.family === placeOf(workspaceId, id).family ? JSON.parse(opened.thought) : null;
    },
    async remove({ keyId }, id) {
      return keyId !== null && (await store.remove(keyId, id));
    },
  };
}

/** Bound to its id: a response that is moved elsewhere does not open. */
function placeOf(workspaceId: string, id: string) {
  return { workspaceId, family: `response ${id}` };
}
