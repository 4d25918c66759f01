import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function RequestsScreen() {
  return <Page title={texts.requests.title}>{null}</Page>;
}
