/**
 * The cookie of the console's sessions. By https it has the prefix with which browsers refuse it from any other host or
 * path; by plain http they would refuse the prefix itself.
 */
const names = { https: "__Host-portico-session", http: "portico-session" };

function nameFor(origin: string | null): string {
  return origin?.startsWith("https:") === true ? names.https : names.http;
}

/** The values of our cookie, each once. Several mean that another page of this host has set one. */
export function sessionTokens(cookie: string, origin: string | null): readonly string[] {
  const start = `${nameFor(origin)}=`;
  const values = cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  return [...new Set(values)];
}

/** `SameSite=Strict`: the cookie is not even sent with a link from another site. */
export function sessionCookie(origin: string | null, token: string, maxAgeSeconds: number): string {
  const name = nameFor(origin);
  const secure = name === names.https ? "; Secure" : "";
  return `${name}=${token}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

interface PageHeaders {
  readonly "sec-fetch-site"?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
}

/**
 * Whether a page of the gateway itself has sent the request, by headers that no page can set. Browsers send
 * `Sec-Fetch-Site` by https and to this machine. By plain http to another machine they do not: there the `Origin` counts,
 * which they leave out of a GET, and then the `Referer`. A request with none of them is refused: it may come from
 * anywhere.
 */
export function isFromOwnPage(headers: PageHeaders, ownOrigin: string | null): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const from = headers.origin ?? originIn(headers.referer);
  return from !== undefined && from === ownOrigin;
}

/** Whether a browser says that a page of another site has sent the request. */
export function isFromForeignPage(headers: PageHeaders, ownOrigin: string | null): boolean {
  const { "sec-fetch-site": site, origin, referer } = headers;
  const says = site !== undefined || origin !== undefined || referer !== undefined;
  return says && !isFromOwnPage(headers, ownOrigin);
}

function originIn(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
