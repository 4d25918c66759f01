import { request as httpRequest } from "node:http";
import type { OperationId } from "@portico/contract";
import { operations } from "@portico/contract";

export interface BrowserReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly setCookie: readonly string[];
}

export interface BrowserRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In place of `body`: the text as it is. */
  readonly raw?: string;
}

/** The header that browsers add to what a page of the gateway itself sends. */
export const ownPage = { "sec-fetch-site": "same-origin" };

/** One request over a socket of its own, with headers that `fetch` does not allow to be set. */
export function sendAs(
  url: string,
  { method = "GET", headers = {}, body, raw }: BrowserRequest = {},
): Promise<BrowserReply> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      {
        method,
        agent: false,
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(text !== undefined && { "content-length": String(Buffer.byteLength(text)) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString("utf8"),
            headers: response.headers,
            setCookie: response.headers["set-cookie"] ?? [],
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

/** The name and value of the cookie that a reply sets, as a browser sends it back. */
export function cookieOf({ setCookie }: BrowserReply): string {
  const [cookie, ...others] = setCookie;
  if (cookie === undefined || others.length > 0)
    throw new Error(`The reply sets ${setCookie.length} cookies.`);
  return cookie.split(";")[0] ?? "";
}

/** A browser that has signed in to a gateway with a key. */
export async function signIn(
  api: string,
  key: string,
  headers: Readonly<Record<string, string>> = ownPage,
): Promise<BrowserSession> {
  const reply = await sendAs(`${api}/session`, { method: "POST", headers, body: { key } });
  if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
  return sessionWith(api, cookieOf(reply), JSON.parse(reply.text).data.id);
}

export interface BrowserSession {
  readonly id: string;
  readonly cookie: string;
  /** Sends a request of the contract with the cookie, as a page of the gateway does. */
  send(id: OperationId, asked?: AskedInBrowser): Promise<BrowserReply>;
}

export interface AskedInBrowser extends BrowserRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

export function sessionWith(api: string, cookie: string, id: string): BrowserSession {
  return {
    id,
    cookie,
    send(operation, { params = {}, query = {}, headers, ...asked } = {}) {
      const { path, method } = operations[operation];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
      return sendAs(`${api}${filled}?${new URLSearchParams(query)}`, {
        method: method.toUpperCase(),
        ...asked,
        headers: { ...ownPage, cookie, ...headers },
      });
    },
  };
}
