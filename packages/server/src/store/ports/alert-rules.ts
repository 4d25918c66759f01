/** When a settlement writes an alert. */
export interface AlertRules {
  /** Percents of a limit, each from 1 to 100. */
  readonly thresholds: readonly number[];
  /** The unbilled amount of an organisation's day that is alerted; null if none is. */
  readonly unbilledNanousd: number | null;
  /** Whether the thresholds apply to the organisation's credits too: only where requests are held against them. */
  readonly isForCredits: boolean;
}

const nanousdPerUsd = 1e9;

export const usualAlertRules: AlertRules = {
  thresholds: [50, 80, 95],
  unbilledNanousd: nanousdPerUsd,
  isForCredits: false,
};
