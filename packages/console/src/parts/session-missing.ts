import { isApiError } from "@portico/client";

/** Another 401 says that a key of another kind would be needed. */
export function isSessionMissing(error: unknown): boolean {
  return isApiError(error, 401) && error.metadata?.["kind"] !== "wrong_key_kind";
}
