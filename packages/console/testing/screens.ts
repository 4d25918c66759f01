import { groups } from "../src/app/navigation.ts";

export interface Screen {
  readonly path: string;
  readonly title: string;
  /** Whether a row opens in a drawer; those of spend narrow the filters. */
  readonly hasDrawer: boolean;
}

/** Every screen of the menu. */
export const screens: readonly Screen[] = groups.flatMap((group) =>
  group.screens.map(({ to, label }) => ({
    path: to.slice(1),
    title: label,
    hasDrawer: to !== "/spend",
  })),
);
