import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { OpenConsole } from "./open-console.ts";

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

export interface ModelCall {
  readonly model?: string;
  readonly input?: string;
  readonly stream?: boolean;
  /** The end user. */
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a model of the gateway beside the page; the id of the request. */
export async function askModel(console: OpenConsole, asked: ModelCall = {}): Promise<string> {
  const reply = await fetch(`${console.api}/responses`, requestOf(console, asked));
  await reply.text();
  return reply.headers.get("x-generation-id") ?? "";
}

/** The same as an operator would read or change. */
export async function manage(
  { api, keys }: OpenConsole,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const reply = await fetch(api + path, {
    method,
    headers: { authorization: `Bearer ${keys.management}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Content is written a moment after the answer. */
export async function untilLogged(console: OpenConsole, id: string, words: string): Promise<void> {
  const path = `/generations?search=${id}&include=content&limit=1`;
  await expect
    .poll(async () => JSON.stringify(await manage(console, "GET", path)))
    .toContain(words);
}

/** The same from within the page, whose handlers have a world of its own. */
export function askModelInPage(
  page: Page,
  console: OpenConsole,
  asked: ModelCall = {},
): Promise<string> {
  const options = JSON.stringify(requestOf(console, asked));
  return page.evaluate<string>(
    `fetch("/api/v1/responses", ${options})
      .then(async (reply) => { await reply.text(); return reply.headers.get("x-generation-id") ?? ""; })`,
  );
}

function requestOf(
  { keys }: OpenConsole,
  { model = "sandbox/text", input = "Hello", stream = false, user, headers = {} }: ModelCall,
): RequestInit {
  return {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys.ordinary}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ model, input, stream, user }),
  };
}
