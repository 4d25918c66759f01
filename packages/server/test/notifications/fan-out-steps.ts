/** The steps of a process that writes the notices of two alerts: it can die between any two of them. */
export const fanOutSteps = [
  "the transaction is open",
  "one of two alerts has its notices, the transaction is open",
  "the transaction is committed",
] as const;
export type FanOutStep = (typeof fanOutSteps)[number];
