import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function OverviewScreen() {
  return <Page title={texts.overview.title}>{null}</Page>;
}
