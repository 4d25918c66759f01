import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function SpendScreen() {
  return <Page title={texts.spend.title}>{null}</Page>;
}
