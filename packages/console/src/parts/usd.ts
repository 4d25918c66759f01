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
