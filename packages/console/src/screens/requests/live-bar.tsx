import { Button } from "../../parts/buttons.tsx";
import { fill } from "../../parts/fill.ts";
import { formatCount } from "../../parts/format.ts";
import { texts } from "../../texts/texts.ts";
import type { Tail } from "./use-tail.ts";

interface LiveBarProps {
  readonly tail: Tail;
  readonly isLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly take: () => void;
}

/** Whether new rows come by themselves, and how many wait. */
export function LiveBar({ tail, isLive, onLive, take }: LiveBarProps) {
  const words = texts.requests.live;
  const { waiting, hasGap } = tail;
  const count = fill(hasGap ? words.waitingMore : words.waiting, { count: formatCount(waiting) });
  return (
    <div className="live">
      <Button onClick={() => onLive(!isLive)} aria-pressed={isLive}>
        <span className={isLive ? "live-dot live-on" : "live-dot"} aria-hidden="true" />
        {isLive ? words.pause : words.resume}
      </Button>
      <span role="status">
        <span className="fine">{isLive ? words.on : words.off}</span>{" "}
        {waiting > 0 && (
          <Button kind="main" className="live-new" onClick={take}>
            ↑ {count}
          </Button>
        )}
      </span>
    </div>
  );
}
