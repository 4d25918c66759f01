import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { Usd } from "../../parts/amounts.tsx";
import { fill } from "../../parts/fill.ts";
import { formatCount } from "../../parts/format.ts";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.ledger;

/** The credit as it is now. The days that are chosen for the sums do not change it. */
export function CreditTiles({ ledger }: { readonly ledger: Schema<"Ledger"> }) {
  const { granted, used, held, left, enforced, open_holds: open } = ledger;
  const holds = open === 1 ? words.oneHold : fill(words.manyHolds, { count: formatCount(open) });
  return (
    <Tiles>
      <MoneyTile name="granted" amount={granted} note={words.grantedNote} />
      <MoneyTile name="used" amount={used} note={words.usedNote} />
      <MoneyTile name="held" amount={held} note={holds} />
      <MoneyTile name="left" amount={left} note={enforced ? words.enforced : words.notEnforced} />
    </Tiles>
  );
}

interface MoneyTileProps {
  readonly name: "granted" | "used" | "held" | "left";
  readonly amount: number;
  readonly note: ReactNode;
}

function MoneyTile({ name, amount, note }: MoneyTileProps) {
  return (
    <Tile label={words[name]} note={note}>
      <span data-figure={`ledger-${name}`} data-value={amount}>
        <Usd amount={amount} />
      </span>
    </Tile>
  );
}
