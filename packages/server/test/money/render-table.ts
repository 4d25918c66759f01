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
exceeds the hold; what an upstream bills beyond it is *unbilled*: shown to the operator, and not charged. Where the sums
differ, the last column says why the upstream cannot know it either. A *json* call is asked for in one piece; where it has a
first word or a middle, its upstream sent a stream all the same. The rules are in
[who pays](decisions/2026-11-22-who-pays.md).
`;

/** One line for each run, in the order of the cases, so that two runs of the tests give the same text. */
export function renderTable(rows: readonly TableRow[]): string {
  const lines = rows.map(({ mode, fault, stage, bills, billed, charged, unbilled, ...row }) =>
    cells([
      ...[mode, fault, stage, bills.map(tokens).join("; ") || "not reached"],
      ...[number(billed), number(charged), number(unbilled)],
      ...[String(row.status), row.reason ?? "equal"],
    ]),
  );
  return [
    introduction,
    cells([
      "call",
      "fault",
      "stage",
      "billed tokens",
      "billed",
      "charged",
      "unbilled",
      "status",
      "",
    ]),
    cells(["---", "---", "---", "---", "--:", "--:", "--:", "---", "---"]),
    ...lines,
    "",
  ].join("\n");
}

function tokens({ input, output }: Bill): string {
  return `${number(input)} + ${number(output)}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function cells(values: readonly string[]): string {
  return `| ${values.join(" | ")} |`;
}
