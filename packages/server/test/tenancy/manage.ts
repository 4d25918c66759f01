import { jsonHeaders, type TestGateway, type TestTenant } from "../support/gateway.ts";

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every operation.
  readonly body: any;
}

/** Asks with a key, and tells the whole answer. */
export async function ask(
  { api }: Pick<TestGateway, "api">,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { ...jsonHeaders(key), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function bring(
  gateway: Pick<TestGateway, "api">,
  tenant: TestTenant,
  credential: Readonly<Record<string, unknown>>,
): Promise<string> {
  const made = await ask(gateway, tenant.management, "POST", "/byok", credential);
  if (made.status !== 201) throw new Error(`The credential was not taken: ${made.text}`);
  return made.body.data.id;
}
