import { type Result, succeed } from "./call.ts";
import { PendingCall, type Received } from "./pending-call.ts";

/**
 * One page of a list: its items, and whether there are more.
 *
 * @example
 * const page: ListPage = await portico.keys.list({ limit: 10 });
 * console.log(page.data.length, page.links?.next ?? "the last page");
 */
export interface ListPage<Item = unknown> {
  /** The items of this page. */
  readonly data: readonly Item[];
  /** The address of the next page; null on the last one. */
  readonly links?: { readonly next: string | null };
  /** Asks for the next page; null on the last one. */
  readonly next_cursor?: string | null;
  /** How many there are on all pages. */
  readonly total_count?: number;
}

interface PageQuery {
  readonly offset?: number;
  readonly cursor?: string;
}

/**
 * A list that has been asked for. Await it for its first page, or iterate it for the items of all pages: each further page
 * is asked for when it is needed.
 *
 * @example
 * const { total_count } = await portico.keys.list({ limit: 10 });
 * for await (const key of portico.keys.list()) console.log(key.name, key.usage);
 * const newest = await portico.generations.list().toArray(100);
 * console.log(total_count, newest.length);
 */
export class PendingList<Page extends ListPage<Item>, Item = Page["data"][number]>
  extends PendingCall<Page>
  implements AsyncIterable<Item>
{
  readonly #next: (page: Page) => PendingList<Page, Item> | null;

  constructor(
    received: Promise<Received<Page>>,
    next: (page: Page) => PendingList<Page, Item> | null,
  ) {
    super(received);
    this.#next = next;
  }

  /** Page by page, up to the last. */
  async *pages(): AsyncGenerator<Page, void> {
    for (let list: PendingList<Page, Item> | null = this; list !== null; ) {
      const page: Page = await list;
      yield page;
      list = list.#next(page);
    }
  }

  /** The items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** The items of all pages, or the first `most` of them. */
  async toArray(most = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = [];
    for await (const { data } of this.pages()) {
      items.push(...data.slice(0, most - items.length));
      if (items.length >= most) break;
    }
    return items;
  }
}

/** Asks for one page, and knows the query of the page after it. */
export function listOf<Query extends PageQuery, Page extends ListPage>(
  query: Query,
  ask: (query: Query) => Promise<Result<Page>>,
): PendingList<Page> {
  return new PendingList(succeed(ask(query)), (page) => {
    const step = stepAfter(page, query);
    return step && listOf({ ...query, ...step }, ask);
  });
}

/** How the query of the next page differs, or null after the last page. */
function stepAfter(page: ListPage, { offset = 0 }: PageQuery) {
  const { data, links, next_cursor: cursor, total_count: total } = page;
  if (cursor !== undefined) return cursor === null ? null : { cursor };
  const seen = offset + data.length;
  const goesOn = links ? links.next !== null : total !== undefined;
  // An empty page is the last one, and so is a full list: a service that ignores the offset repeats its first page.
  return goesOn && data.length > 0 && seen < (total ?? seen + 1) ? { offset: seen } : null;
}
