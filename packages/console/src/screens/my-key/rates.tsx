import type { Schema } from "@portico/client";
import { Count } from "../../parts/amounts.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.myKey.rates;

/** What is left of the key's pace now. */
export function Rates({ rates }: { readonly rates: Schema<"KeyRates"> }) {
  const { requests, tokens, requests_in_flight: inFlight } = rates;
  return (
    <Tiles>
      <Tile label={words.requests} note={requests && <Of limit={requests.limit} />}>
        {requests === null ? words.noLimit : <Count count={requests.remaining} />}
      </Tile>
      <Tile label={words.tokens} note={tokens && <Of limit={tokens.limit} />}>
        {tokens === null ? words.noLimit : <Count count={tokens.remaining} />}
      </Tile>
      <Tile label={words.inFlight} note={inFlight && <Of limit={inFlight.limit} />}>
        {inFlight === null ? words.noLimit : <Count count={inFlight.current} />}
      </Tile>
    </Tiles>
  );
}

function Of({ limit }: { readonly limit: number }) {
  return (
    <>
      {words.of} <Count count={limit} />
    </>
  );
}
