import { texts } from "../texts/texts.ts";

/** The screens in the order of the menu. `needs` names the operation without which a screen has nothing to show. */
export const groups = [
  {
    label: texts.frame.groups.see,
    screens: [
      { to: "/", label: texts.overview.title, needs: "listActivity" },
      { to: "/requests", label: texts.requests.title, needs: "listGenerations" },
      { to: "/spend", label: texts.spend.title, needs: "listActivity" },
      { to: "/ledger", label: texts.ledger.title, needs: "getLedger" },
    ],
  },
  {
    label: texts.frame.groups.steer,
    screens: [
      { to: "/keys", label: texts.keys.title, needs: "listApiKeys" },
      { to: "/budgets", label: texts.budgets.title, needs: "listBudgets" },
      { to: "/workspaces", label: texts.workspaces.title, needs: "listWorkspaces" },
    ],
  },
  {
    label: texts.frame.groups.models,
    screens: [
      { to: "/models", label: texts.models.title, needs: "listModels" },
      { to: "/providers", label: texts.providers.title, needs: "listProviders" },
      { to: "/configuration", label: texts.configuration.title, needs: "getConfiguration" },
      { to: "/playground", label: texts.playground.title, needs: "listModels" },
    ],
  },
  {
    label: texts.frame.groups.own,
    screens: [
      { to: "/my-key", label: texts.myKey.title, needs: "getCurrentKey" },
      { to: "/audit", label: texts.audit.title, needs: "listAuditEvents" },
      { to: "/sessions", label: texts.sessions.title, needs: "listSessions" },
    ],
  },
] as const;

/** The outline of the mark beside the name, in a box of 32 by 32. */
export const mark = "M3 12 16 4l13 8v2H3zM6 16h4v10H6zm8 0h4v10h-4zm8 0h4v10h-4zM3 28h26v2H3z";
