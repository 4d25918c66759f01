import type { Page } from "playwright-core";

/**
 * Everything that a page keeps: its address, its document, its storages, and every answer and every sent body in the
 * caches of its query client, which stands in the tree of React.
 */
export function remembered(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const place = document.querySelector("#console");
    const name = Object.keys(place).find((key) => key.startsWith("__reactContainer"));
    const open = [place[name].stateNode.current];
    let client;
    while (client === undefined && open.length > 0) {
      const fiber = open.pop();
      if (fiber === null) continue;
      client = fiber.memoizedProps?.client?.getMutationCache ? fiber.memoizedProps.client : undefined;
      open.push(fiber.sibling, fiber.child);
    }
    if (client === undefined) throw new Error("The page has no query client.");
    return JSON.stringify([
      location.href,
      history.state,
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      client.getQueryCache().getAll().map(({ queryKey, state }) => [queryKey, state.data]),
      client.getMutationCache().getAll().map(({ state }) => state),
    ]);
  })()`);
}
