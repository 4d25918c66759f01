import type { Page } from "playwright-core";

export interface Said<Body> {
  readonly status: number;
  readonly body: Body;
}

interface Ask {
  readonly method?: string;
  readonly body?: object;
  /** In place of the session. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks with the page's own session. On the handlers, each page has a world of its own, which nothing else can ask. */
export function askInPage<Body>(
  page: Page,
  path: string,
  { method = "GET", body, key, headers }: Ask = {},
): Promise<Said<Body>> {
  const options = {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      "content-type": "application/json",
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
  };
  return page.evaluate<Said<Body>>(
    `fetch(${JSON.stringify(`/api/v1${path}`)}, ${JSON.stringify(options)})
      .then(async (reply) => ({ status: reply.status, body: await reply.json() }))`,
  );
}
