import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function AuditScreen() {
  return <Page title={texts.audit.title}>{null}</Page>;
}
