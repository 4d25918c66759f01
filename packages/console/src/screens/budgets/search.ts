import { oneOf, searchOf, text } from "../../parts/search.ts";

/** What the address of this screen holds. A budget and an alert are named by their ids. */
export const budgetsSearch = searchOf({
  tab: oneOf(["budgets", "alerts"]),
  budget: text,
  alert: text,
  workspace: text,
  kind: oneOf(["budget", "limit_blocking", "unbilled", "provider_down", "key_exposed"]),
  state: oneOf(["waiting", "sent", "failed", "unsent"]),
  subject: text,
});
