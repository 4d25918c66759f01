const nanousdPerUsd = 1e9;

export function toUsd(nanousd: number): number {
  return nanousd / nanousdPerUsd;
}

/** A caller's dollars, rounded to the nearest nanodollar. The contract keeps them so few that a double holds the integer. */
export function toNanousd(usd: number): number {
  return Math.round(usd * nanousdPerUsd);
}

export function toNanousdOrNull(usd: number | null | undefined): number | null {
  return usd === null || usd === undefined ? null : toNanousd(usd);
}

/** Nanodollars as decimal dollars: `1500` → `"0.0000015"`. */
export function formatUsd(nanousd: number): string {
  return formatDecimal(nanousd, 9);
}

/** Writes an integer number of the smallest unit, which is the last of `places` decimal places. */
export function formatDecimal(value: number, places: number): string {
  const unit = 10 ** places;
  const size = Math.abs(value);
  const part = size % unit;
  const fraction = String(part).padStart(places, "0").replace(/0+$/, "");
  return `${value < 0 ? "-" : ""}${(size - part) / unit}${fraction === "" ? "" : `.${fraction}`}`;
}
