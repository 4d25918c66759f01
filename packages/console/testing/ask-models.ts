import type { OpenConsole } from "./open-console.ts";

export interface Asked {
  readonly model?: string;
  readonly input?: string;
  readonly stream?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a model of the gateway beside the page; the id of the request. */
export async function askModel(
  { api, keys }: OpenConsole,
  { model = "sandbox/text", input = "Hello", stream = false, headers = {} }: Asked = {},
): Promise<string> {
  const reply = await fetch(`${api}/responses`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys.ordinary}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ model, input, stream }),
  });
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
