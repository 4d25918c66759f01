import { formatUsd } from "@portico/core/rules/amounts";
import { rateHeaders } from "../../access/rate-headers.ts";
import type { AttemptRecord } from "../../model-call/endpoint-facts.ts";
import type { Candidate } from "../../routing/catalog.ts";
import type { Preferences } from "../../routing/preferences.ts";
import { unknownProviders } from "../../routing/unknown-names.ts";
import type { RateState } from "../../store/ports/money.ts";
import type { Headers } from "../operation.ts";

interface Served {
  readonly candidate: Candidate;
  readonly attempts: readonly AttemptRecord[];
}

/** The part of a caller's text that a header can hold. */
function inAscii(text: string): string {
  return text.replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Notices about the wishes of a caller that was served. */
export function noticeOf(
  { preferences, unopenedThoughts = 0, aboutModels = [], aboutAnswer }: Noticed,
  providerNames: ReadonlySet<string>,
): Headers {
  const notices = [
    unknownProviders(preferences, providerNames),
    ...aboutModels,
    aboutUnopened(unopenedThoughts),
    aboutAnswer ?? null,
  ].filter((notice) => notice !== null);
  return notices.length === 0 ? {} : { "x-portico-notice": inAscii(notices.join(" ")) };
}

function aboutUnopened(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? "1 sealed thought of an earlier turn was left out: this workspace cannot open it."
    : `${count} sealed thoughts of earlier turns were left out: this workspace cannot open them.`;
}

interface Noticed {
  readonly preferences: Preferences;
  readonly unopenedThoughts?: number;
  /** About the model that answered. */
  readonly aboutModels?: readonly string[];
  readonly aboutAnswer?: string | undefined;
}

/** The provider (none where no upstream had to be asked), the number of attempts, the cost (unknown yet for a stream) and the remaining limits. */
export function replyHeaders(
  served: Served | null,
  chargedNanousd: number | null,
  rate: RateState | null,
): Headers {
  const headers: Record<string, string> = {
    ...(served !== null && { "x-portico-provider": served.candidate.endpoint.provider }),
    "x-portico-attempts": String(served?.attempts.length ?? 0),
  };
  if (chargedNanousd !== null) headers["x-portico-cost"] = formatUsd(chargedNanousd);
  return rate === null ? headers : { ...headers, ...rateHeaders(rate) };
}
