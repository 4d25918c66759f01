/** The page's `base` and `service` links: the gateway writes them, with as many `../` as a proxy's path needs. */
function linked(rel: string): string {
  const link = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (link === null) throw new Error(`The page has no link "${rel}".`);
  return link.href;
}

/** The address of the gateway's operations. */
export const apiAddress = linked("service");

/** The path below which the console's own addresses lie. */
export const consolePath = new URL(document.baseURI).pathname;

/** A page of the documentation, which the gateway serves beside the console. */
export function docsPage(page: string): string {
  return new URL(`../docs/${page}`, document.baseURI).href;
}
