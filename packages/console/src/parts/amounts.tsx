import { useSettings } from "../app/settings.ts";
import { formatAgo, formatCount, formatTime, formatUsd } from "./format.ts";

/** All amounts of money on all screens go through here. */
export function Usd({ amount }: { readonly amount: number | null | undefined }) {
  if (amount === null || amount === undefined) return <span className="none">–</span>;
  return <span className="figure">{formatUsd(amount)}</span>;
}

export function Count({ count }: { readonly count: number | null | undefined }) {
  if (count === null || count === undefined) return <span className="none">–</span>;
  return <span className="figure">{formatCount(count)}</span>;
}

/** A time in the reader's zone, or how long ago it was; the other of the two is its title. */
export function Time({
  at,
  ago = false,
}: {
  readonly at: string | null | undefined;
  readonly ago?: boolean;
}) {
  const { zone } = useSettings();
  if (at === null || at === undefined) return <span className="none">–</span>;
  const exact = `${formatTime(at, zone)} (${zone})`;
  return (
    <time dateTime={at} title={ago ? exact : formatAgo(at)} className="figure">
      {ago ? formatAgo(at) : formatTime(at, zone)}
    </time>
  );
}
