/** An address that the gateway names, relative to the console's own. Null for what is no page of the web. */
export function pageHref(href: string | null, base: string): string | null {
  if (href === null || !URL.canParse(href, base)) return null;
  const address = new URL(href, base);
  return address.protocol === "http:" || address.protocol === "https:" ? address.href : null;
}
