import { StoreBusy, StoreUnavailable } from "../ports/errors.ts";

/**
 * https://www.postgresql.org/docs/current/errcodes-appendix.html: connections, resources, intervention by the
 * operator, system errors; a missing database or user; read-only;
 * a missing schema, table or function, as during the restore of a dump.
 */
const goneClasses: ReadonlySet<string> = new Set(["08", "28", "3D", "53", "57", "58", "XX"]);
const goneCodes: ReadonlySet<string> = new Set(["25006", "3F000", "42P01", "42883"]);
/**
 * Transactions that were in each other's way, or one that stood still with its locks: PostgreSQL has ended one, which may
 * begin again at once.
 */
const conflictCodes: ReadonlySet<string> = new Set(["40001", "40P01", "25P03"]);
/** And a lock or a statement that took too long. */
const busyCodes: ReadonlySet<string> = new Set([...conflictCodes, "55P03", "57014"]);

function stateOf(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return null;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

export function isUniqueViolation(error: unknown): boolean {
  return stateOf(error) === "23505";
}

/** A lock was not free within the transaction's own limit. */
export function isLockTimeout(error: unknown): boolean {
  return stateOf(error) === "55P03";
}

/** The constraint that a statement would have broken. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error && "constraint" in error)) return null;
  return typeof error.constraint === "string" ? error.constraint : null;
}

/** A named statement is missing, or there already: the connection below is not the one that was prepared. */
export function isNameUnknown(error: unknown): boolean {
  return ["26000", "42P05"].includes(stateOf(error) ?? "");
}

/** An error of PostgreSQL about a statement is returned unchanged; every other error counts as a failed connection. */
export function toPostgresFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const state = stateOf(error);
  if (state !== null && busyCodes.has(state))
    return new StoreBusy(`PostgreSQL is busy: ${reasonOf(error)}.`, {
      cause: error,
      isConflict: conflictCodes.has(state),
    });

  if (state !== null && !goneClasses.has(state.slice(0, 2)) && !goneCodes.has(state)) return error;
  if (error instanceof RangeError || error instanceof TypeError) return error;
  return new StoreUnavailable(`PostgreSQL cannot be used now: ${reasonOf(error)}.`, {
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : "unknown";
}
