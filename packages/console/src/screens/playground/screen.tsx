import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function PlaygroundScreen() {
  return <Page title={texts.playground.title}>{null}</Page>;
}
