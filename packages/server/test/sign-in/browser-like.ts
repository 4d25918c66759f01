/** Follows addresses and keeps cookies as a browser does, without scripts. */
export interface BrowserLike {
  /** Cookies by host and name. */
  readonly cookies: Map<string, string>;
  /** Asks once, without following; with a form, it is sent. */
  visit(
    url: string,
    headers?: Readonly<Record<string, string>>,
    form?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Follows redirects until an address that `stop` accepts, which is not asked for, or a reply that is no redirect. */
  follow(
    url: string,
    stop?: (url: URL) => boolean,
  ): Promise<{ url: URL; response: Response | null }>;
}

export function browserLike(): BrowserLike {
  const cookies = new Map<string, string>();
  const visit: BrowserLike["visit"] = async (url, headers = {}, form) => {
    const { host } = new URL(url);
    const own = [...cookies].filter(([key]) => key.startsWith(`${host} `));
    const cookie = own.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
      headers: { accept: "text/html", ...(cookie !== "" && { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const isOver = /max-age=0|expires=thu, 01 jan 1970/i.test(line);
      if (isOver) cookies.delete(`${host} ${name}`);
      else cookies.set(`${host} ${name}`, value);
    }
    return response;
  };
  return {
    cookies,
    visit,
    async follow(start, stop = () => false) {
      let url = new URL(start);
      for (let steps = 0; steps < 20; steps += 1) {
        if (stop(url)) return { url, response: null };
        const response = await visit(url.href);
        const location = response.headers.get("location");
        if (location === null) return { url, response };
        await response.arrayBuffer();
        url = new URL(location, url);
      }
      throw new Error("Too many redirects.");
    },
  };
}
