import type { Schema } from "@portico/client";
import { texts } from "../texts/texts.ts";
import { Usd } from "./amounts.tsx";
import { Tile, Tiles } from "./tile.tsx";

const words = texts.keys.use;
const figures = ["usage_daily", "usage_weekly", "usage_monthly", "usage"] as const;

type Used = Pick<Schema<"ApiKey">, (typeof figures)[number]>;

export function KeyUse({ apiKey }: { readonly apiKey: Used }) {
  return (
    <Tiles>
      {figures.map((figure) => (
        <Tile key={figure} label={words[figure]}>
          <span data-figure={`key-${figure}`} data-value={apiKey[figure]}>
            <Usd amount={apiKey[figure]} />
          </span>
        </Tile>
      ))}
    </Tiles>
  );
}
