import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function ProvidersScreen() {
  return <Page title={texts.providers.title}>{null}</Page>;
}
