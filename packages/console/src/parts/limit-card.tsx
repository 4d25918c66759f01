import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { Usd } from "./amounts.tsx";
import { LimitRing } from "./ring.tsx";

interface LimitCardProps {
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  /** Null where the amounts may not be read. */
  readonly limit: {
    readonly limit: number;
    readonly spent: number;
    readonly held: number;
    readonly remaining: number;
  } | null;
  readonly remaining: number | null;
  readonly note?: ReactNode;
}

const words = texts.parts.limit;

/** One limit in money: a ring, and the same in figures. */
export function LimitCard({ title, badge, limit, remaining, note }: LimitCardProps) {
  return (
    <article className="limit-card">
      {limit !== null && <LimitRing {...limit} size={56} />}
      <div>
        <h3>
          {title} {badge}
        </h3>
        <p className="limit-left">
          <Usd amount={remaining} />{" "}
          {limit !== null && (
            <>
              {words.leftOf} <Usd amount={limit.limit} />
            </>
          )}
        </p>
        {limit !== null && (
          <p className="fine">
            {words.spent} <Usd amount={limit.spent} /> · {words.held} <Usd amount={limit.held} />
          </p>
        )}
        {note !== undefined && <p className="fine">{note}</p>}
      </div>
    </article>
  );
}
