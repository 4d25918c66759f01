import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";

export function BudgetsScreen() {
  return <Page title={texts.budgets.title}>{null}</Page>;
}
