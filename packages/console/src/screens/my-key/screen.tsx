import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function MyKeyScreen() {
  return <Page title={texts.myKey.title}>{null}</Page>;
}
