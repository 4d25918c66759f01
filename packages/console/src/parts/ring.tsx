import { texts } from "../texts/texts.ts";
import { formatShare, formatUsd } from "./format.ts";
import { fill } from "./words.ts";

interface RingProps {
  readonly limit: number;
  readonly spent: number;
  readonly held: number;
  readonly size?: number;
}

/** Of a circle whose circumference is 100. */
const radius = 15.9155;

/** How much of a limit is spent, and how much of the rest is held by requests under way. */
export function LimitRing({ limit, spent, held, size = 28 }: RingProps) {
  const share = limit === 0 ? 1 : spent / limit;
  const spentPart = Math.min(1, share);
  const heldPart = limit === 0 ? 0 : Math.min(1 - spentPart, held / limit);
  const label = fill(texts.parts.limitRing, {
    spent: formatUsd(spent),
    held: formatUsd(held),
    limit: formatUsd(limit),
    share: formatShare(share),
  });
  return (
    <svg
      className="ring"
      width={size}
      height={size}
      viewBox="0 0 36 36"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <circle className="ring-rest" cx="18" cy="18" r={radius} />
      <Arc className={spentPart >= 0.95 ? "ring-full" : "ring-spent"} from={0} part={spentPart} />
      <Arc className="ring-held" from={spentPart} part={heldPart} />
    </svg>
  );
}

/** A dash and a gap of one round together: the circle begins at the right, and the offset turns that to the top. */
function Arc(arc: { readonly className: string; readonly from: number; readonly part: number }) {
  const length = arc.part * 100;
  return (
    <circle
      className={arc.className}
      cx="18"
      cy="18"
      r={radius}
      strokeDasharray={`${length} ${100 - length}`}
      strokeDashoffset={25 - arc.from * 100}
    />
  );
}
