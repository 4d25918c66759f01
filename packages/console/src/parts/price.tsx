import { texts } from "../texts/texts.ts";
import { Usd } from "./amounts.tsx";
import { perMillion } from "./usd.ts";

interface PriceProps {
  /** Of one token, as the gateway writes it. */
  readonly perToken: string | undefined;
  /** The list's price, where the operator states another one. */
  readonly listed?: string | undefined;
}

/** What a million tokens cost. A list price that does not hold is struck through beside it. */
export function Price({ perToken, listed }: PriceProps) {
  const price = perMillion(perToken);
  const list = perMillion(listed);
  return (
    <>
      {list !== null && list !== price && (
        <s className="fine" title={texts.parts.listPrice}>
          <Usd amount={list} />
        </s>
      )}{" "}
      <Usd amount={price} />
    </>
  );
}
