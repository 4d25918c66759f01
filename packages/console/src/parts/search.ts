import { isDay } from "./day.ts";

/** Reads one part of an address: undefined where the text has no meaning there, so that no link breaks a screen. */
export type Reader<Value> = (given: unknown) => Value | undefined;

type Readers = Readonly<Record<string, Reader<unknown>>>;

/** What a screen knows of its address. Parts that are missing or have no meaning are undefined. */
export type Search<Read extends Readers> = {
  -readonly [Name in keyof Read]?: ReturnType<Read[Name]> | undefined;
};

/**
 * Reads a whole address, part by part. Every first screen waits for these few lines, where zod alone, which reads the
 * forms, is a tenth of what it loads.
 */
export function searchOf<Read extends Readers>(
  readers: Read,
): (given: Readonly<Record<string, unknown>>) => Search<Read>;
export function searchOf(readers: Readers) {
  // Each part is named, also without a value: what a screen does not name, the router takes over as it is.
  return (given: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(given[name])]));
}

export const text: Reader<string> = (given) => (typeof given === "string" ? given : undefined);

/** A text that fits. */
export function textLike(fits: (text: string) => boolean): Reader<string> {
  return (given) => (typeof given === "string" && fits(given) ? given : undefined);
}

export const day = textLike(isDay);

/** A moment in UTC, such as `2026-11-22T12:00:00.000Z`. */
export const moment = textLike(
  (given) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*Z$/.test(given) && !Number.isNaN(Date.parse(given)),
);

export const number: Reader<number> = (given) => {
  if (typeof given !== "number" && (typeof given !== "string" || given.trim() === "")) return;
  const value = Number(given);
  return Number.isFinite(value) ? value : undefined;
};

/** A number that the gateway has given to a record. */
export const numericId: Reader<number> = (given) => {
  const value = number(given);
  return Number.isSafeInteger(value) && Number(value) > 0 ? value : undefined;
};

/** Set by the program as a value, and read from the address as a text. */
export const flag: Reader<boolean> = (given) =>
  given === true || given === "true"
    ? true
    : given === false || given === "false"
      ? false
      : undefined;

export function oneOf<const Value extends string>(values: readonly Value[]): Reader<Value> {
  return (given) => values.find((value) => value === given);
}
