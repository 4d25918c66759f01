import type { NewNotice, NoticeChannel } from "./outbox.ts";
import type { Listed, Page } from "./page.ts";

export type AlertKind =
  | "budget"
  | "limit_blocking"
  | "unbilled"
  | "provider_down"
  | "canary_rolled_back"
  | "key_exposed";

/** What people should know of. Never a secret. */
export interface Alert {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly kind: AlertKind;
  /** `key:12`, `budget:<id>`, `budget:<id>:<end user>`, `credits`, `unbilled`, `provider:openai`, `canary:openai/gpt-5`. */
  readonly subject: string;
  readonly subjectName: string;
  readonly thresholdPercent: number | null;
  /** `2026-11`, `2026-W47`, `2026-11-22`, or `all`. */
  readonly period: string;
  /** The end of the period, in which a limit starts again; null if it never does. */
  readonly resetsAtMs: number | null;
  readonly limitNanousd: number | null;
  readonly spentNanousd: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
  /** When a provider answered again; null until then, and for all other kinds. */
  readonly resolvedAtMs: number | null;
}

/** An alert with what its notices say beside it. */
export interface AlertToTell extends Alert {
  readonly workspaceName: string | null;
  /** Of the key that the alert is about. */
  readonly ownerEmail: string | null;
}

export interface AlertDelivery {
  readonly channel: NoticeChannel;
  /** What the notice says: the alert itself, or that its cause is over. */
  readonly kind: string;
  /** Null: the addresses of the operator's configuration, or the webhook. */
  readonly recipient: string | null;
  readonly state: "waiting" | "sending" | "sent" | "failed";
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextAttemptAtMs: number | null;
  readonly sentAtMs: number | null;
}

/**
 * Of all deliveries of an alert: `failed` if one was given up, else `waiting` if one is not sent yet, else `sent`. An
 * alert is `unsent` if no channel was configured when it was written.
 */
export type AlertState = "waiting" | "sent" | "failed" | "unsent";

export interface ListedAlert extends Alert {
  readonly state: AlertState;
  readonly deliveries: readonly AlertDelivery[];
}

export interface AlertQuery extends Page {
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
  readonly kind?: AlertKind;
  readonly subject?: string;
  readonly workspaceId?: string;
  readonly state?: AlertState;
}

export interface Outage {
  readonly organisationId: string;
  readonly provider: string;
  /** The time of the first failure. */
  readonly sinceMs: number;
  readonly failures: number;
  readonly models: readonly string[];
}

export type NoticesOf = (alert: AlertToTell) => readonly NewNotice[];

/** A limit of which less is left than a request needs. */
export interface BlockingLimit {
  readonly keyId: number;
  readonly workspaceId: string;
  readonly of: "key" | "workspace" | "endUser" | "tag";
  readonly endUser: string | null;
  readonly tag?: string | undefined;
  /** As the refused request found it: a limit that was changed since is not alerted. */
  readonly limitNanousd: number;
}

/** Alerts about thresholds are written by the settlements that cause them. */
export interface AlertStore {
  /**
   * Writes the notices of alerts that have none yet, and marks these alerts, in one transaction. A bounded number: call
   * it until it returns nothing.
   */
  fanOut(noticesOf: NoticesOf): Promise<readonly Alert[]>;
  /** One alert for each limit and period; none where limits have no thresholds. */
  limitBlocks(limit: BlockingLimit): Promise<void>;
  /** How alerts name the budget that refuses a request; null where it is gone. */
  budgetName(
    limit: Pick<BlockingLimit, "workspaceId" | "of" | "endUser" | "tag">,
  ): Promise<string | null>;
  /** Writes an alert, unless the outage of this provider has one already: then it is noted that the outage lasts. */
  providerDown(outage: Outage): Promise<void>;
  /** Notes that the outage lasts, if there is an alert about it. */
  providerTroubled(organisationId: string, provider: string): Promise<void>;
  /**
   * Ends the outage and writes the notices of it, if the provider has answered after the last report of the outage, and
   * if no process has reported it for `quietMs`. False if the outage lasts or there is none.
   */
  providerServed(served: ProviderServed, noticesOf: NoticesOf): Promise<boolean>;
  /** The providers with an outage that has not ended. */
  openOutages(organisationId: string): Promise<readonly string[]>;
  /** Newest first. */
  list(organisationId: string, query: AlertQuery): Promise<Listed<ListedAlert>>;
  prune(beforeMs: number): Promise<number>;
}

export interface ProviderServed {
  readonly organisationId: string;
  readonly provider: string;
  /** How long ago, because clocks of machines differ. */
  readonly agoMs: number;
  readonly quietMs: number;
}

/** When a settlement writes an alert. */
export interface AlertRules {
  /** Percents of a limit, each from 1 to 100. */
  readonly thresholds: readonly number[];
  /** The unbilled amount of an organisation's day that is alerted; null if none is. */
  readonly unbilledNanousd: number | null;
  /** Whether the thresholds apply to the organisation's credits too: only where requests are held against them. */
  readonly isForCredits: boolean;
}

const nanousdPerUsd = 1e9;

export const usualAlertRules: AlertRules = {
  thresholds: [50, 80, 95],
  unbilledNanousd: nanousdPerUsd,
  isForCredits: false,
};
