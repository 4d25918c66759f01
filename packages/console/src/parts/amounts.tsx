import { useSettings } from "../app/settings.ts";
import { isDay } from "./day.ts";
import {
  formatAgo,
  formatCount,
  formatCountShort,
  formatDay,
  formatTime,
  formatTimeShort,
  formatUsd,
  formatUsdShort,
} from "./format.ts";

interface UsdProps {
  readonly amount: number | null | undefined;
  /** Rounded, with the exact amount as its title. */
  readonly isShort?: boolean;
}

/** All amounts of money on all screens go through here. */
export function Usd({ amount, isShort = false }: UsdProps) {
  if (amount === null || amount === undefined) return <span className="none">–</span>;
  if (!isShort) return <span className="figure">{formatUsd(amount)}</span>;
  return (
    <span className="figure" title={formatUsd(amount)}>
      {formatUsdShort(amount)}
    </span>
  );
}

interface CountProps {
  readonly count: number | null | undefined;
  /** Rounded from ten thousand on, with the exact count as its title. */
  readonly isShort?: boolean;
}

const shortFrom = 10_000;

export function Count({ count, isShort = false }: CountProps) {
  if (count === null || count === undefined) return <span className="none">–</span>;
  if (!isShort || count < shortFrom) return <span className="figure">{formatCount(count)}</span>;
  return (
    <span className="figure" title={formatCount(count)}>
      {formatCountShort(count)}
    </span>
  );
}

interface TimeProps {
  readonly at: string | null | undefined;
  /** How long ago it was. */
  readonly ago?: boolean;
  /** As short as a list has room for. */
  readonly isShort?: boolean;
}

/** A time in the reader's zone, or how long ago it was. What is not shown of the two is its title. */
export function Time({ at, ago = false, isShort = false }: TimeProps) {
  const { zone } = useSettings();
  if (at === null || at === undefined) return <span className="none">–</span>;
  // A day has no time: how long ago its midnight was says nothing of it.
  if (isDay(at))
    return (
      <time dateTime={at} className="figure">
        {formatDay(at)}
      </time>
    );
  const exact = `${formatTime(at, zone)} (${zone})`;
  const shown = isShort ? formatTimeShort(at, zone) : formatTime(at, zone);
  return (
    <time dateTime={at} title={ago || isShort ? exact : formatAgo(at)} className="figure">
      {ago ? formatAgo(at) : shown}
    </time>
  );
}
