import axe from "axe-core";
import type { Page } from "playwright-core";
import { groups } from "../../src/app/navigation.ts";

interface Finding {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Every violation of any severity that axe finds in what the page shows now. */
export async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = await page.evaluate<Finding[]>(
    `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return found.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .map(({ html }) => html)
        .join(" | ")
        .slice(0, 300)}`,
  );
}

/** How many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}

/** Of a narrow window: lists that scroll sideways, and values that stand in a card without the title of their column. */
export function withoutLabel(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`innerWidth > 640 ? [] : [
    ...[...document.querySelectorAll(".table")].filter((list) => list.scrollWidth > list.clientWidth),
    ...[...document.querySelectorAll("main .table tbody td")].filter((cell) =>
      cell.checkVisibility() && !getComputedStyle(cell, "::before").content.startsWith('"' + cell.dataset.label)),
  ].map((element) => element.outerHTML.slice(0, 200))`);
}

/** No skeleton is left, and nothing is asked any more. Locators wait without code as text, which the page's policy refuses. */
export async function settled(page: Page): Promise<void> {
  await page.locator(".loading").first().waitFor({ state: "detached" });
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: "detached" });
}

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
