import { createHash } from "node:crypto";

export interface GroupFields {
  readonly keyId: number;
  readonly workspaceId: string;
  readonly model: string;
  readonly provider: string | null;
  readonly appUrl: string | null;
  readonly appTitle: string | null;
}

/**
 * Names the row of a day's activity that a request is counted in. A digest, because the fields come from
 * callers and may be longer than an index takes.
 */
export function activityGroupId(fields: GroupFields): string {
  const { keyId, workspaceId, model, provider, appUrl, appTitle } = fields;
  return createHash("sha256")
    .update(JSON.stringify([keyId, workspaceId, model, provider, appUrl, appTitle]))
    .digest("base64url")
    .slice(0, 22);
}
