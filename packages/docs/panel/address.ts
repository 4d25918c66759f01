/** Where requests go, as far as it can be said before one is sent. */
export interface Destination {
  /** Without a slash at its end; empty if the address cannot be used. */
  readonly baseUrl: string;
  readonly origin: string;
  /** Why the address cannot be used. */
  readonly problem: string;
  /** What the reader should know although it can. */
  readonly warning: string;
}

const usual = "http://127.0.0.1:8787/api/v1";

/** Reads an address that the reader has typed. `own` is the gateway that serves the page, if one does. */
export function destinationOf(typed: string, own: string | null): Destination {
  const text = typed.trim();
  if (text === "") return unusable(`Name the address of your gateway, such as ${usual}.`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return unusable(`This must be an http or https address, such as ${usual}.`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return unusable(
      `This must be a plain address, such as ${usual}: without a name, a query or a fragment.`,
    );
  if (url.pathname === "/") url.pathname = "/api/v1";
  const { origin } = url;
  if (own !== null && origin !== new URL(own).origin)
    return unusable(
      "Pages that a gateway serves ask that gateway alone. For another address, open the documentation with npm run docs.",
    );
  const isElsewhere = origin !== location.origin;
  return {
    baseUrl: url.href.replace(/\/+$/, ""),
    origin,
    problem: "",
    warning: isElsewhere
      ? `Your key and your request go to ${origin}, which is not where this page comes from.`
      : "",
  };
}

function unusable(problem: string): Destination {
  return { baseUrl: "", origin: "", problem, warning: "" };
}

/** The gateway that serves the page says where its operations are, in the header `Link` of every page. */
export function ownGateway(response: Response): string | null {
  const link = /<([^>]+)>; rel="service"/.exec(response.headers.get("link") ?? "")?.[1];
  return link === undefined ? null : new URL(link, response.url).href.replace(/\/$/, "");
}

/** Whether the mock answers there: it names its requests in a way of its own. */
export async function isMock(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api`, { method: "HEAD" }).catch(() => null);
  return answer?.headers.get("x-request-id")?.startsWith("req_mock") ?? false;
}

/** The address of a page of the site, from any page of it: this script lies in the folder `assets`. */
export function onSite(page: string): string {
  return new URL(`../${page}`, import.meta.url).href;
}
