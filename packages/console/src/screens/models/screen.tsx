import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function ModelsScreen() {
  return <Page title={texts.models.title}>{null}</Page>;
}
