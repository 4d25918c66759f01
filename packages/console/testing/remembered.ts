import type { Page } from "playwright-core";

/** The query client of a page, which stands in the tree of React: JavaScript for the page. */
const queryClient = `(() => {
  const place = document.querySelector("#console");
  const name = Object.keys(place).find((key) => key.startsWith("__reactContainer"));
  const open = [place[name].stateNode.current];
  while (open.length > 0) {
    const fiber = open.pop();
    if (fiber === null) continue;
    const client = fiber.memoizedProps?.client;
    if (client?.getMutationCache) return client;
    open.push(fiber.sibling, fiber.child);
  }
  throw new Error("The page has no query client.");
})()`;

/**
 * Everything that a page keeps: its address, its document, its storages, and every answer and every sent body in the
 * caches of its query client.
 */
export function remembered(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const client = ${queryClient};
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

/** The page begins again at its address, without being loaded: its answers, forms and drawers are gone. */
export function forget(page: Page): Promise<void> {
  return page.evaluate(`(() => {
    const client = ${queryClient};
    client.getMutationCache().clear();
    return client.resetQueries().then(() => {});
  })()`);
}
