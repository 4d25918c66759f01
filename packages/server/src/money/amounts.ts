export const picousdPerNanousd = 1_000;

/** A count, and the picodollars of each. */
export type Term = readonly [count: number, picousd: number];

export interface Amount {
  readonly nanousd: number;
  /** Less than a nanodollar. */
  readonly restPicousd: number;
}

/** The sum of terms in whole nanodollars, and the rest. Exact: sums beyond a double's integers use big integers. */
export function divide(terms: readonly Term[]): Amount {
  const picousd = terms.reduce((sum, [each, price]) => sum + each * price, 0);
  if (picousd <= Number.MAX_SAFE_INTEGER) {
    const restPicousd = picousd % picousdPerNanousd;
    return { nanousd: (picousd - restPicousd) / picousdPerNanousd, restPicousd };
  }
  const exact = terms.reduce((sum, [each, price]) => sum + BigInt(each) * BigInt(price), 0n);
  const perNanousd = BigInt(picousdPerNanousd);
  return {
    nanousd: atMostSafe(Number(exact / perNanousd)),
    restPicousd: Number(exact % perNanousd),
  };
}

/** Above 9 million dollars a count is not realistic; saturating keeps the result an upper bound. */
export function atMostSafe(nanousd: number): number {
  return Math.min(nanousd, Number.MAX_SAFE_INTEGER);
}

/** An upstream's count; 0 if it is absent or invalid. */
export function count(tokens: number | undefined): number {
  if (tokens === undefined || !(tokens > 0)) return 0;
  return Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER);
}
