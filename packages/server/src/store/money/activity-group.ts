import { hash } from "node:crypto";
import { dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";

export interface GroupFields {
  readonly keyId: number;
  readonly workspaceId: string;
  readonly model: string;
  readonly provider: string | null;
  readonly appUrl: string | null;
  readonly appTitle: string | null;
}

/** A cache: most requests are counted in the same few groups. */
const known = new Map<string, string>();
const maxKnown = 1000;
/** An app's address and title come from the caller, and may be as long as a header. */
const maxCharacters = 500;

/** The groups of one key and day that have an app. Each is a row that every list of that day reads. */
const mostOfKey = 200;
/** The same for all keys of this process: only their memory is bounded by it. */
const mostOfAll = 100_000;
const named = { day: 0, count: 0, byKey: new Map<string, Set<string>>() };

/** The id of a group begins with it that has the requests of all further apps; no digest has a colon. */
const otherPrefix = "other:";
/** The title of these apps in activity. */
export const otherApp = "other";

/**
 * The id of the row of a day's activity in which a request is counted. A caller chooses how many apps there are: from
 * some number on, a key's requests of the day are counted as those of other apps.
 */
export function activityGroupId(fields: GroupFields, nowMs: number): string {
  const digest = groupDigest(fields);
  const { appUrl, appTitle } = fields;
  if (appUrl === null && appTitle === null) return digest;
  // An app of that name would be listed as the others are, in a row beside theirs.
  const isOther = appUrl === null && appTitle === otherApp;
  if (!isOther && isNamed(fields, digest, nowMs)) return digest;
  return otherPrefix + groupDigest({ ...fields, appUrl: null, appTitle: null });
}

/** A digest, because the fields come from callers and may be longer than an index allows. */
export function groupDigest(fields: GroupFields): string {
  const { keyId, workspaceId, model, provider, appUrl, appTitle } = fields;
  const text = JSON.stringify([keyId, workspaceId, model, provider, appUrl, appTitle]);
  const name = known.get(text);
  if (name !== undefined) return name;
  const digest = hash("sha256", text, "base64url").slice(0, 22);
  if (known.size >= maxKnown) known.clear();
  if (text.length <= maxCharacters) known.set(text, digest);
  return digest;
}

/** Whether the group is one of the key's first ones of the day. */
function isNamed({ workspaceId, keyId }: GroupFields, digest: string, nowMs: number): boolean {
  const day = Math.floor(nowMs / dayMs);
  if (day !== named.day) {
    named.day = day;
    named.count = 0;
    named.byKey.clear();
  }
  // Several stores may be open in one process, and each counts its keys from one.
  const key = `${workspaceId} ${keyId}`;
  const groups = named.byKey.get(key) ?? new Set();
  if (groups.has(digest)) return true;
  if (groups.size >= mostOfKey || named.count >= mostOfAll) return false;
  named.byKey.set(key, groups.add(digest));
  named.count += 1;
  return true;
}

/** In tables of activity, whose rows of other apps hold the address and title of any one of them. */
export const isOtherApps = sql`group_id like ${sql.lit(`${otherPrefix}%`)}`;
