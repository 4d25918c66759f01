import { StoreBusy, StoreUnavailable } from "../ports/errors.ts";

/** https://sqlite.org/rescode.html: the primary codes, which are the low byte of the extended ones. */
const busyCodes: ReadonlySet<number> = new Set([5, 6]);
/** READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const goneCodes: ReadonlySet<number> = new Set([8, 10, 11, 13, 14, 15, 26]);

function codeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : 0;
}

/** Another process is writing: nothing was done, and a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return busyCodes.has(codeOf(error));
}

export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    (error.errcode === 2067 || error.errcode === 1555)
  );
}

export function toSqliteFailure(error: unknown): unknown {
  if (!(isBusy(error) || goneCodes.has(codeOf(error)))) return error;
  const reason = error instanceof Error ? error.message : "unknown";
  if (isBusy(error)) return new StoreBusy(`SQLite is busy: ${reason}.`, { cause: error });
  return new StoreUnavailable(`SQLite cannot be used now: ${reason}.`, { cause: error });
}
