/** The gateway counts in whole nanodollars; sums of the page are exact in them too. */
const nanousdInUsd = 1e9;

export function sumUsd(amounts: Iterable<number>): number {
  let nanousd = 0;
  for (const amount of amounts) nanousd += Math.round(amount * nanousdInUsd);
  return nanousd / nanousdInUsd;
}

export function lessUsd(amount: number, ...taken: readonly number[]): number {
  return sumUsd([amount, ...taken.map((part) => -part)]);
}

/**
 * The price of a million tokens, for the price of one as the gateway writes it: a decimal text, such as "0.00000025". The text's
 * decimal point is moved, so that no digit is lost to a multiplication.
 */
export function perMillion(perToken: string | undefined): number | null {
  if (perToken === undefined || !/^\d+(\.\d+)?$/.test(perToken)) return null;
  return Number(`${perToken}e6`);
}
