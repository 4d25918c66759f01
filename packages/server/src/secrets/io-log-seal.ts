import { createHash } from "node:crypto";
import type { SealedSecret } from "../store/ports/credentials.ts";
import type { IoLogEntry } from "../store/ports/io-log.ts";
import type { SecretPlace, Secrets } from "./secrets.ts";

/** The content of one request and its answer, in clear text. */
export interface IoLogContent {
  readonly request: string;
  readonly reply: string;
}

export type LogPlace = Pick<IoLogEntry, "generationId" | "workspaceId">;

/** Bound to its request and workspace: an entry that is moved elsewhere does not open. */
export function placeOfLog({ generationId, workspaceId }: LogPlace): SecretPlace {
  return { id: generationId, workspaceId, provider: "io-log" };
}

export function sealLog(
  seal: Secrets["seal"],
  place: LogPlace,
  content: IoLogContent,
): SealedSecret {
  return seal(placeOfLog(place), JSON.stringify([content.request, content.reply]));
}

export function openLog(
  open: Secrets["open"],
  entry: LogPlace & Pick<IoLogEntry, "content">,
): IoLogContent {
  const [request, reply]: [string, string] = JSON.parse(open(placeOfLog(entry), entry.content));
  return { request, reply };
}

/**
 * The fingerprint by which an end user's entries are found again. A name such as an e-mail address is not stored in
 * clear text, and its fingerprint differs between workspaces.
 */
export function endUserFingerprint(workspaceId: string, user: string): string {
  return createHash("sha256")
    .update(JSON.stringify([workspaceId, user.trim()]))
    .digest("hex");
}
