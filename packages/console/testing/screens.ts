import { groups, type ScreenAddress } from "../src/app/navigation.ts";

export interface Screen {
  readonly path: string;
  readonly title: string;
  /** The path of the operation without whose answer the screen has nothing to show. */
  readonly asks: string;
  /** Whether a row opens in a drawer; those of spend narrow the filters. */
  readonly hasDrawer: boolean;
}

const asked: Readonly<Record<ScreenAddress, string>> = {
  "/": "/activity",
  "/requests": "/generations",
  "/spend": "/activity",
  "/ledger": "/ledger",
  "/keys": "/keys",
  "/budgets": "/budgets",
  "/workspaces": "/workspaces",
  "/models": "/models",
  "/providers": "/providers",
  "/playground": "/models",
  "/my-key": "/key",
  "/audit": "/audit",
  "/sessions": "/sessions",
};

/** Every screen of the menu. */
export const screens: readonly Screen[] = groups.flatMap((group) =>
  group.screens.map(({ to, label }) => ({
    path: to.slice(1),
    title: label,
    asks: asked[to],
    hasDrawer: to !== "/spend",
  })),
);
