import { errorMeanings } from "@portico/try-it/meanings";

/** A description of the contract, whose names stand between backticks. */
export function Meaning({ text }: { readonly text: string }) {
  const pieces = [...text.matchAll(/`([^`]*)`|[^`]+/g)];
  return pieces.map(({ 0: whole, 1: name, index }) =>
    name === undefined ? whole : <code key={index}>{name}</code>,
  );
}

interface ErrorPage {
  readonly path: string;
  /** Empty where the contract has no such word. */
  readonly meaning: string;
}

/** The documentation's page of a kind of failure. Other words lead to the page of all. */
export function errorPageOf(kind: string): ErrorPage {
  const meaning = Object.hasOwn(errorMeanings, kind) ? errorMeanings[kind] : undefined;
  return meaning === undefined
    ? { path: "errors.html", meaning: "" }
    : { path: `errors/${kind}.html`, meaning };
}
