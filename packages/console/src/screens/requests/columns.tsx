import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { formatMs } from "../../parts/format.ts";
import type { Column } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { StatusBadge } from "./status-badge.tsx";
import type { Generation } from "./tail.ts";

const words = texts.requests.columns;

export const columns: readonly Column<Generation>[] = [
  {
    name: "time",
    title: words.time,
    width: 2.1,
    cell: ({ created_at }) => <Time at={created_at} isShort />,
  },
  {
    name: "model",
    title: words.model,
    width: 1.7,
    cell: ({ model }) => <span title={model}>{model}</span>,
  },
  {
    name: "provider",
    title: words.provider,
    width: 0.9,
    isMinor: true,
    cell: ({ provider_name }) => provider_name ?? <span className="none">–</span>,
  },
  {
    name: "status",
    title: words.status,
    width: 1.4,
    cell: (row) => <StatusBadge generation={row} />,
  },
  {
    name: "operation",
    title: words.operation,
    isMinor: true,
    width: 1,
    cell: ({ operation }) => operation,
  },
  {
    name: "input",
    title: words.input,
    align: "end",
    isMinor: true,
    width: 0.6,
    cell: ({ tokens_prompt }) => <Count count={tokens_prompt} />,
  },
  {
    name: "output",
    title: words.output,
    align: "end",
    isMinor: true,
    width: 0.6,
    cell: ({ tokens_completion }) => <Count count={tokens_completion} />,
  },
  {
    name: "latency",
    title: words.latency,
    align: "end",
    width: 0.9,
    cell: ({ latency }) =>
      latency === null ? (
        <span className="none">–</span>
      ) : (
        <span className="figure">{formatMs(latency)}</span>
      ),
  },
  {
    name: "cost",
    title: words.cost,
    width: 1.3,
    align: "end",
    cell: ({ usage }) => <Usd amount={usage} isShort />,
  },
];
