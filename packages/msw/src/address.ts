/** Any origin, and any path in front, as behind a proxy. */
export const defaultBaseUrl = "*/api/v1";

/** Where the simulated gateway sees every request. */
const contractBase = "http://portico.invalid/api/v1";

/** The path as MSW writes it: `:id` in place of `{id}`. */
export function mswPath(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, "") + path.replace(/\{(\w+)\}/g, ":$1");
}

/** The address of the contract for one below the base URL. */
export function contractUrl(url: string, baseUrl: string): string {
  const base = new URL(baseUrl.replace(/^\*/, ""), contractBase).pathname.replace(/\/$/, "");
  const { pathname, search } = new URL(url);
  const below = pathname.slice(pathname.indexOf(`${base}/`) + base.length);
  return contractBase + below + search;
}
