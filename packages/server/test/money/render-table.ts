import type { Bill } from "./journal.ts";
import type { Mode, MoneyCase } from "./money-case.ts";

export interface TableRow extends MoneyCase {
  readonly mode: Mode;
  readonly bills: readonly Bill[];
  /** In nanodollars. */
  readonly billed: number;
  readonly charged: number;
  readonly unbilled: number;
  readonly status: number;
}

const introduction = `# What upstreams bill, and what the ledger says

Written by \`packages/server/test/money/money-table.test.ts\`, which fails where it is no longer true. An upstream that
keeps a journal of its bills is asked through the whole gateway; the question has 14 tokens as it counts them, a token
costs 1,000 nanodollars of input or 2,000 of output, and every request holds the worst case of one answer. *Charged* never
exceeds the hold; what an upstream bills beyond it is *unbilled*: shown to the operator, and not charged. A *json* call is
asked for in one piece; where it has a first word or a middle, its upstream sent a stream all the same. The rules are in
[who pays](decisions/2026-11-22-who-pays.md).
`;

/** Calls of different forms that cost the same are one line; in the order of the cases, so that two runs give the same text. */
export function renderTable(rows: readonly TableRow[]): string {
  const reasons = [...new Set(rows.flatMap(({ reason }) => reason ?? []))];
  const lines = new Map<string, { readonly modes: string[]; readonly statuses: Set<number> }>();
  for (const row of rows) {
    const line = lines.get(cellsOf(row)) ?? { modes: [], statuses: new Set() };
    line.modes.push(row.mode);
    line.statuses.add(row.status);
    lines.set(cellsOf(row), line);
  }
  return [
    introduction,
    "| fault | stage | billed tokens | billed | charged | unbilled | calls | status |",
    "| --- | --- | --- | --: | --: | --: | --- | --- |",
    ...[...lines].map(
      ([cells, { modes, statuses }]) =>
        `${cells} | ${modes.join(", ")} | ${[...statuses].join(", ")} |`,
    ),
    "",
    "Why what is charged differs from the bill:",
    "",
    ...reasons.map((reason, at) => `${at + 1}. ${reason}`),
    "",
  ].join("\n");

  function cellsOf({ fault, stage, bills, reason, ...amounts }: TableRow): string {
    const counted = bills.map(tokens).join("; ") || "not reached";
    const [billed, charged, unbilled] = [amounts.billed, amounts.charged, amounts.unbilled].map(
      number,
    );
    const why = reason === undefined ? "" : ` [${reasons.indexOf(reason) + 1}]`;
    return `| ${[fault, stage, counted, billed, `${charged}${why}`, unbilled].join(" | ")}`;
  }
}

function tokens({ input, output }: Bill): string {
  return `${number(input)} + ${number(output)}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
