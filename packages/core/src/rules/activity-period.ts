import type { Input } from "@portico/contract/facts";
import { refusedField } from "../failures.ts";
import { dayMs, hourMs } from "./calendar.ts";
import { fromIso } from "./dates.ts";

type Query = Input<"listActivity">["query"];

interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

const defaultDays = 30;
const defaultDaysByHour = 2;
/** A group has up to 24 rows a day. */
const mostDaysByHour = 7;

/** Whole days or hours in UTC, the last one included; by default the last thirty days, by hours the last two. */
export function toPeriod(query: Query, now = Date.now()): Period {
  if (query.from === undefined && query.to === undefined) return periodOfDates(query, now);
  const dates = (["date", "start_date", "end_date"] as const).filter(
    (name) => query[name] !== undefined,
  );
  if (dates.length > 0)
    throw refusedField(
      query.from === undefined ? "to" : "from",
      `from and to cannot be combined with ${dates.join(" and ")}.`,
    );
  return periodOfTimes(query, now);
}

function periodOfDates(query: Query, now: number): Period {
  const day = (text: string | undefined, field: string) =>
    text === undefined ? undefined : fromIso(text, field);
  const only = day(query.date, "date");
  if (only !== undefined) return { fromMs: only, toMs: only + dayMs };
  const today = Math.floor(now / dayMs) * dayMs;
  const last = day(query.end_date, "end_date") ?? today;
  const first = day(query.start_date, "start_date") ?? last - (daysUnlessAsked(query) - 1) * dayMs;
  return checked(query, { fromMs: first, toMs: last + dayMs });
}

function periodOfTimes(query: Query, now: number): Period {
  const unit = query.granularity === "hour" ? hourMs : dayMs;
  const end = query.to === undefined ? now : fromIso(query.to, "to");
  const toMs = Math.ceil(end / unit) * unit;
  const begin =
    query.from === undefined ? toMs - daysUnlessAsked(query) * dayMs : fromIso(query.from, "from");
  return checked(query, { fromMs: Math.floor(begin / unit) * unit, toMs });
}

function daysUnlessAsked({ granularity }: Query): number {
  return granularity === "hour" ? defaultDaysByHour : defaultDays;
}

function checked({ granularity }: Query, period: Period): Period {
  if (granularity === "hour" && period.toMs - period.fromMs > mostDaysByHour * dayMs)
    throw refusedField(
      "granularity",
      `granularity: hours can be asked for at most ${mostDaysByHour} days at once.`,
    );
  return period;
}
