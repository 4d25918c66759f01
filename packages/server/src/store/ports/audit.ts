import type { ActingParty, Actor } from "./actor.ts";
import type { NewKey } from "./keys.ts";
import type { Listed, Page } from "./page.ts";

/** The facts of a thing in the audit log, named like its record's fields. Never a secret, a part of one, or its hash. */
export type AuditFacts = Readonly<Record<string, unknown>>;

export interface AuditTarget {
  readonly type:
    | "api_key"
    | "workspace"
    | "budget"
    | "byok_credential"
    | "configuration"
    | "credits"
    | "generation"
    | "io_log"
    | "provider"
    | "session"
    | "store";
  /** Never a hash: API keys are identified by their number. */
  readonly id: string;
}

export interface AuditEvent {
  readonly id: number;
  readonly createdAtMs: number;
  readonly action: string;
  readonly actorType: ActingParty["type"];
  readonly actorKeyId: number | null;
  readonly actorKeyKind: NewKey["kind"] | null;
  /** The key's or the person's name at that time, or the account of the operating system. */
  readonly actorName: string | null;
  /** The person's id where they have signed in. */
  readonly actorSubject: string | null;
  /** The session of the console, which may have ended. */
  readonly actorSessionId: string | null;
  readonly clientIp: string | null;
  readonly requestId: string | null;
  readonly workspaceId: string | null;
  readonly targetType: string;
  readonly targetId: string;
  /** For an update, only the changed facts; null if the thing did not exist before. */
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/** What was done and what came of it. */
export interface AuditedDeed {
  readonly target: AuditTarget;
  readonly workspaceId: string | null;
  readonly after: AuditFacts;
}

export interface AuditQuery extends Page {
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
  readonly actorType?: AuditEvent["actorType"];
  readonly actorKeyId?: number;
  readonly action?: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly workspaceId?: string;
}

/** Append-only: rows are written together with the changes, and only the retention removes them. */
export interface AuditStore {
  /** Something that changes no record of its own, such as a check. */
  record(actor: Actor, done: AuditedDeed): Promise<void>;
  /** Newest first. */
  list(organisationId: string, query: AuditQuery): Promise<Listed<AuditEvent>>;
  /** Removes rows older than the retention, in bounded steps. */
  prune(beforeMs: number): Promise<number>;
}
