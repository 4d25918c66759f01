import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function KeysScreen() {
  return <Page title={texts.keys.title}>{null}</Page>;
}
