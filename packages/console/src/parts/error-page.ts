import { errorMeanings } from "@portico/try-it/meanings";

export interface ErrorPage {
  readonly path: string;
  readonly meaning: string;
}

/** The documentation's page of a kind of failure, `rateLimited` or `rate_limited`; null where it has none. */
export function errorPageOf(code: string): ErrorPage | null {
  const kind = code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const meaning = Object.hasOwn(errorMeanings, kind) ? errorMeanings[kind] : undefined;
  return meaning === undefined ? null : { path: `errors/${kind}.html`, meaning };
}
