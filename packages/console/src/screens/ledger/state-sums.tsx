import type { Schema } from "@portico/client";
import { Count, Usd } from "../../parts/amounts.tsx";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.ledger;
const amounts = ["held", "charged", "unbilled", "refunded"] as const;

/** How requests were booked: what was held for them, and what became of it. */
export function StateSums({ ledger }: { readonly ledger: Schema<"Ledger"> }) {
  const { totals } = ledger;
  // Nothing was removed before it was counted, except in old stores.
  const states = ledger.states.filter(({ state, requests }) => state !== "pruned" || requests > 0);
  return (
    <ScrollBox className="state-sums">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.state}</th>
            <th scope="col" className="cell-end">
              {words.requests}
            </th>
            {amounts.map((name) => (
              <th key={name} scope="col" className="cell-end">
                {words.sums[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {states.map((sums) => (
            <tr key={sums.state}>
              <th scope="row">
                {words.states[sums.state]}
                <div className="fine">{words.stateNotes[sums.state]}</div>
              </th>
              <SumCells name={sums.state} sums={sums} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.allStates}</th>
            <SumCells name="total" sums={totals} />
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

interface SumCellsProps {
  readonly name: string;
  readonly sums: Schema<"LedgerSums">;
}

function SumCells({ name, sums }: SumCellsProps) {
  return (
    <>
      <td className="cell-end" data-figure={`ledger-${name}-requests`} data-value={sums.requests}>
        <Count count={sums.requests} />
      </td>
      {amounts.map((amount) => (
        <td
          key={amount}
          className="cell-end"
          data-figure={`ledger-${name}-${amount}`}
          data-value={sums[amount]}
        >
          <Usd amount={sums[amount]} />
        </td>
      ))}
    </>
  );
}
