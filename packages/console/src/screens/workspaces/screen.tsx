import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function WorkspacesScreen() {
  return <Page title={texts.workspaces.title}>{null}</Page>;
}
