import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { portico } from "../../app/portico.ts";
import { Count, Usd } from "../../parts/amounts.tsx";
import { formatCount, formatShare, formatUsdShort } from "../../parts/format.ts";
import { dates } from "../../parts/formatters.ts";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { changeOf, daysBefore, forecastOf } from "./forecast.ts";
import { dayOf, moved, type Range } from "./range.ts";
import type { Spend } from "./use-spend.ts";

const words = texts.spend;

interface TotalsProps {
  readonly spend: Spend;
  readonly totals: Schema<"ActivityTotals">;
}

export function Totals({ spend, totals }: TotalsProps) {
  const { data } = portico.listActivity.useQuery(
    { params: { query: { ...spend.figuresBefore, group_by: ["day"], limit: 1 } } },
    { placeholderData: keepPreviousData },
  );
  const isNow = spend.range.last >= spend.today;
  return (
    <Tiles>
      <Tile label={words.spent} figure="spend-total" value={totals.usage}>
        <Usd amount={totals.usage} isShort />
      </Tile>
      <Before range={spend.rangeBefore} now={totals.usage} then={data?.totals.usage} />
      <Tile label={words.requests} figure="spend-requests" value={totals.requests}>
        <Count count={totals.requests} />
      </Tile>
      <Tile
        label={words.tokens}
        note={fill(words.inAndOut, {
          input: formatCount(totals.prompt_tokens),
          output: formatCount(totals.completion_tokens),
        })}
      >
        <Count count={totals.prompt_tokens + totals.completion_tokens} isShort />
      </Tile>
      {totals.unbilled > 0 && (
        <Tile label={words.unbilled} figure="spend-unbilled" value={totals.unbilled}>
          <Usd amount={totals.unbilled} />
        </Tile>
      )}
      {isNow && <ForecastTile spend={spend} />}
    </Tiles>
  );
}

interface BeforeProps {
  readonly range: Range;
  readonly now: number;
  readonly then: number | undefined;
}

function Before({ range, now, then }: BeforeProps) {
  const change = then === undefined ? null : changeOf(now, then);
  return (
    <Tile
      label={fill(words.before, { ...range })}
      figure="spend-before"
      value={then}
      note={change === null ? undefined : changeText(change)}
    >
      <Usd amount={then} isShort />
    </Tile>
  );
}

function changeText(change: number): string {
  if (change === 0) return words.same;
  return fill(change > 0 ? words.more : words.less, { share: formatShare(Math.abs(change)) });
}

/** Of the whole month in which today lies, with the same filters. */
function ForecastTile({ spend }: { readonly spend: Spend }) {
  const { today, filters } = spend;
  const month = `${today.slice(0, "2026-11".length)}-01`;
  const earliest = moved(today, -daysBefore);
  const { data } = portico.listActivity.useQuery({
    params: {
      query: {
        ...filters,
        start_date: earliest < month ? earliest : month,
        group_by: ["day"],
        limit: 100,
      },
    },
  });
  if (data === undefined) return null;
  const amounts = new Map(data.data.map(({ date, usage }) => [date ?? "", usage]));
  const now = Date.now();
  const forecast = forecastOf(amounts, [...amounts.keys()].toSorted()[0] ?? null, now);
  const label = fill(words.forecast, { month: monthName(now) });
  if (forecast === null)
    return (
      <Tile label={label} note={words.noForecast}>
        –
      </Tile>
    );
  const { expected, soFar, days } = forecast;
  return (
    <Tile label={label} note={fill(words.forecastBy, { soFar: formatUsdShort(soFar), days })}>
      ≈ <Usd amount={expected} isShort />
    </Tile>
  );
}

function monthName(now: number): string {
  const format = dates("en-GB", { timeZone: "UTC", month: "long" });
  return format.format(new Date(`${dayOf(now)}T00:00:00Z`));
}
