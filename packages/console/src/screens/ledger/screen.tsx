import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function LedgerScreen() {
  return <Page title={texts.ledger.title}>{null}</Page>;
}
