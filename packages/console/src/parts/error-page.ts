import { errorMeanings } from "@portico/try-it/meanings";

export interface ErrorPage {
  readonly path: string;
  /** Empty where the contract has no such word. */
  readonly meaning: string;
}

/** The documentation's page of a kind of failure, `rateLimited` or `rate_limited`. Other words lead to the page of all. */
export function errorPageOf(code: string): ErrorPage {
  const kind = code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const meaning = Object.hasOwn(errorMeanings, kind) ? errorMeanings[kind] : undefined;
  return meaning === undefined
    ? { path: "errors.html", meaning: "" }
    : { path: `errors/${kind}.html`, meaning };
}
