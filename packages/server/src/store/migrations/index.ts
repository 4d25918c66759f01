import { firstTables } from "./0001-first-tables.ts";
import { hotFunctions } from "./0002-hot-functions.ts";
import { holdsWithoutIndex } from "./0003-holds-without-index.ts";
import { holdsByRequest } from "./0004-holds-by-request.ts";
import { billedAttempts } from "./0005-billed-attempts.ts";
import { admit2 } from "./0006-admit-2.ts";
import { auditEvents } from "./0007-audit-events.ts";
import { exposedKeysOutbox } from "./0008-exposed-keys-outbox.ts";
import { sealedIoLog } from "./0009-sealed-io-log.ts";
import { activityUnbilled } from "./0011-activity-unbilled.ts";
import { ioLogKeyVersions } from "./0012-io-log-key-versions.ts";
import { money3 } from "./0013-money-3.ts";
import { budgets } from "./0014-budgets.ts";
import { ledgerFacts } from "./0015-ledger-facts.ts";
import { keyRights } from "./0016-key-rights.ts";
import { vectorCache } from "./0019-vector-cache.ts";
import { endpointSlots } from "./0021-endpoint-slots.ts";
import { alertDeliveries } from "./0022-alert-deliveries.ts";
import { ledgerLists } from "./0023-ledger-lists.ts";
import { activityHours } from "./0024-activity-hours.ts";
import { budgetFunctions } from "./0025-budget-functions.ts";
import { consoleSessions } from "./0026-console-sessions.ts";
import { ledgerDays } from "./0027-ledger-days.ts";
import { keysAndCircuits } from "./0028-keys-and-circuits.ts";
import { usedSignIns } from "./0029-used-sign-ins.ts";
import { providerSessions } from "./0030-provider-sessions.ts";
import { creditTotals } from "./0031-credit-totals.ts";
import { ledgerOfKeys } from "./0034-ledger-of-keys.ts";
import { refusals } from "./0036-refusals.ts";
import { requiredEndUsers } from "./0039-required-end-users.ts";
import { functionsByText } from "./0040-functions-by-text.ts";
import type { Migration } from "./migration.ts";

/** In order; a migration's version is its place in this list, counted from one. */
export const migrations: readonly Migration[] = [
  firstTables,
  hotFunctions,
  holdsWithoutIndex,
  holdsByRequest,
  billedAttempts,
  admit2,
  auditEvents,
  exposedKeysOutbox,
  sealedIoLog,
  activityUnbilled,
  ioLogKeyVersions,
  money3,
  budgets,
  ledgerFacts,
  keyRights,
  endpointSlots,
  ledgerLists,
  alertDeliveries,
  vectorCache,
  activityHours,
  budgetFunctions,
  keysAndCircuits,
  consoleSessions,
  ledgerDays,
  usedSignIns,
  providerSessions,
  refusals,
  creditTotals,
  ledgerOfKeys,
  requiredEndUsers,
  functionsByText,
];
