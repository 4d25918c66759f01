const largestPage = 1000;

interface ListedPage<Item> {
  readonly data: readonly Item[];
  readonly total_count: number;
}

/** Asks for one page after another until there are no more items, or `count` of them. */
export async function allPages<Item>(
  ask: (page: { readonly limit: number; readonly offset: number }) => Promise<ListedPage<Item>>,
  count = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const limit = Math.min(largestPage, count - items.length);
    const { data, total_count: total } = await ask({ limit, offset: items.length });
    items.push(...data);
    if (data.length === 0 || items.length >= Math.min(count, total)) return items;
  }
}
