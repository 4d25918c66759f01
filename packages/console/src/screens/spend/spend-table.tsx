import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { portico } from "../../app/portico.ts";
import { useSettings } from "../../app/settings.ts";
import { Count, Usd } from "../../parts/amounts.tsx";
import { identityOf, labelsOf } from "../../parts/dimensions.ts";
import { formatChange } from "../../parts/format.ts";
import { Answered } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { lessUsd } from "../../parts/usd.ts";
import { largestPage } from "../../parts/use-stack.ts";
import { texts } from "../../texts/texts.ts";
import { changeOf } from "./forecast.ts";
import {
  type Cells,
  cellsOf,
  crossedOf,
  narrowedTo,
  rowIdOf,
  type SpendRow,
  spendRowsOf,
} from "./rows.ts";
import { nameOf, type Spend } from "./use-spend.ts";

type Row = Schema<"ActivityRow">;

const words = texts.spend;
const pageSize = 100;
/** The columns of the dearest values; all others stand in one. */
const mostColumns = 4;

interface SpendTableProps {
  readonly spend: Spend;
  readonly totals: Schema<"ActivityTotals">;
  readonly dearest: readonly Row[];
  readonly names: ReadonlyMap<string, string>;
}

/** Rows by one dimension, columns by another, and each row against the period before. A click on a row looks into it. */
export function SpendTable(props: SpendTableProps) {
  const { spend, names } = props;
  const { figures, rows } = spend;
  const navigate = useNavigate({ from: "/spend" });
  const { zone } = useSettings();
  const list = portico.listActivity.useInfiniteQuery(
    { params: { query: { ...figures, group_by: [rows], limit: pageSize } } },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns(props);
  const open = ({ row }: SpendRow) => {
    const search = narrowedTo(row, rows, spend.search);
    if (search !== null) void navigate({ search });
  };
  return (
    <Answered query={list}>
      {({ pages }) => (
        <Table
          label={words.table}
          columns={columns}
          rows={spendRowsOf(
            pages.flatMap(({ data }) => data),
            rows,
            zone,
            names,
          )}
          rowKey={({ id }) => id}
          onOpen={open}
          more={list}
          total={pages[0]?.total_count}
        />
      )}
    </Answered>
  );
}

function useColumns({ spend, totals, dearest, names }: SpendTableProps) {
  const { rows, stack } = spend;
  const cells = useCells(spend, dearest);
  const change = useChange(spend);
  const shown = labelsOf(dearest, stack, names).slice(0, mostColumns);
  const usd = (amount: number | null) => (amount === null ? "…" : <Usd amount={amount} isShort />);
  const columns: Column<SpendRow>[] = [
    {
      title: rows === "day" ? texts.parts.time : nameOf(spend, rows),
      width: 2,
      foot: words.total,
      cell: ({ label }) => label,
    },
    ...shown.map(
      ({ id, label }, index): Column<SpendRow> => ({
        key: id,
        title: label,
        align: "end",
        isMinor: true,
        cell: (row) => usd(cells(row).amounts[index] ?? null),
        foot: usd(dearest[index]?.usage ?? null),
      }),
    ),
    {
      title: texts.parts.others,
      align: "end",
      isMinor: true,
      cell: (row) => usd(cells(row).others),
      foot: usd(lessUsd(totals.usage, ...dearest.slice(0, mostColumns).map(({ usage }) => usage))),
    },
    {
      title: words.spent,
      align: "end",
      cell: ({ row }) => <Usd amount={row.usage} isShort />,
      foot: <Usd amount={totals.usage} isShort />,
    },
    {
      title: words.requests,
      align: "end",
      cell: ({ row }) => <Count count={row.requests} />,
      foot: <Count count={totals.requests} />,
    },
  ];
  if (rows === "day") return columns;
  return [...columns, { title: words.change, align: "end" as const, cell: change }];
}

function useCells({ figures, rows, stack }: Spend, dearest: readonly Row[]) {
  const { data } = portico.listActivity.useQuery(
    { params: { query: { ...figures, group_by: [rows, stack], limit: largestPage } } },
    { placeholderData: keepPreviousData },
  );
  const crossed = useMemo(
    () =>
      crossedOf(
        (data?.data ?? []).map((row) => ({
          row: rowIdOf(row, rows),
          column: identityOf(row, stack),
          amount: row.usage,
        })),
      ),
    [data, rows, stack],
  );
  const columns = dearest.slice(0, mostColumns).map((row) => identityOf(row, stack));
  const isWhole = data !== undefined && data.total_count <= largestPage;
  return ({ id, row }: SpendRow): Cells =>
    cellsOf({ id, amount: row.usage }, columns, crossed, isWhole);
}

/** Against as many days before. */
function useChange({ figuresBefore, rows }: Spend) {
  const { data } = portico.listActivity.useQuery(
    { params: { query: { ...figuresBefore, group_by: [rows], limit: largestPage } } },
    { placeholderData: keepPreviousData, enabled: rows !== "day" },
  );
  const before = useMemo(
    () => new Map(data?.data.map((row) => [rowIdOf(row, rows), row.usage])),
    [data, rows],
  );
  const isWhole = data !== undefined && data.total_count <= largestPage;
  return ({ id, row }: SpendRow) => {
    const then = before.get(id) ?? (isWhole ? 0 : undefined);
    if (then === undefined) return "…";
    const change = changeOf(row.usage, then);
    return change === null ? words.new : formatChange(change);
  };
}
