import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function SessionsScreen() {
  return <Page title={texts.sessions.title}>{null}</Page>;
}
