/** An address that the gateway names, relative to the console's own. Null for what is no page of the web. */
export function pageHref(href: string | null, base: string): string | null {
  if (href === null || !URL.canParse(href, base)) return null;
  const address = new URL(href, base);
  return address.protocol === "http:" || address.protocol === "https:" ? address.href : null;
}

interface Page {
  /** The console's own address, with what a proxy put in front. It ends in `/`. */
  readonly base: string;
  readonly pathname: string;
  readonly search: string;
}

/**
 * The address that begins a sign-in, with the one to come back to. The gateway knows its own paths alone: what a proxy put
 * in front is left out of `return_to`. Null for what is no page of the web.
 */
export function signInHref(href: string | null, page: Page): string | null {
  const known = pageHref(href, page.base);
  if (known === null) return null;
  const address = new URL(known);
  const root = new URL(page.base).pathname;
  const inside = page.pathname.startsWith(root) ? page.pathname.slice(root.length) : "";
  address.searchParams.set("return_to", `/console/${inside}${page.search}`);
  return address.href;
}
