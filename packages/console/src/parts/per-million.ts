/**
 * The price of a million tokens, for the price of one as the gateway writes it: a decimal text, such as "0.00000025". The text's
 * decimal point is moved, so that no digit is lost to a multiplication.
 */
export function perMillion(perToken: string | undefined): number | null {
  if (perToken === undefined || !/^\d+(\.\d+)?$/.test(perToken)) return null;
  return Number(`${perToken}e6`);
}
