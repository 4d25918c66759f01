/** Larger than any list, and small enough for every database's integers. */
const furthestOffset = 2 ** 31 - 1;

/** Of a list whose caller names none. */
export const defaultPageLimit = 50;

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface WirePage {
  readonly limit?: number;
  readonly offset?: number;
}

export function toPage(query: WirePage, defaultLimit = defaultPageLimit): Page {
  return {
    limit: query.limit ?? defaultLimit,
    offset: Math.min(query.offset ?? 0, furthestOffset),
  };
}

/** The address of the next page, with the same filters; null on the last page. */
export function pageLinks(
  path: string,
  query: object,
  page: Page,
  totalCount: number,
): { next: string | null } {
  const offset = page.offset + page.limit;
  if (offset >= totalCount) return { next: null };
  return { next: addressOf(path, { ...query, limit: page.limit, offset }) };
}

/** The address of a list with a query. */
export function addressOf(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  );
  return `/api/v1${path}?${parameters}`;
}
