import { refusal } from "../failure.ts";

const nanousdPerUsd = 1e9;
/** Amounts are integers that a double holds exactly: up to nine million dollars. */
const largestUsd = 9_000_000;

export function toUsd(nanousd: number): number {
  return nanousd / nanousdPerUsd;
}

export function toNanousd(usd: number): number {
  return Math.round(usd * nanousdPerUsd);
}

/** A caller's dollars, as the gateway keeps them: rounded to the nearest nanodollar. */
export function readUsd(usd: number, field: string): number {
  if (usd > largestUsd)
    throw refusal(400, `${field} must be at most ${largestUsd}.`, {}, { field });
  return toUsd(toNanousd(usd));
}

export function readUsdOrNull(usd: number | null | undefined, field: string): number | null {
  return usd === null || usd === undefined ? null : readUsd(usd, field);
}

/** An amount in a sentence, without zeros at its end. */
export function formatUsd(nanousd: number): string {
  return toUsd(nanousd)
    .toFixed(9)
    .replace(/\.?0+$/, "");
}
