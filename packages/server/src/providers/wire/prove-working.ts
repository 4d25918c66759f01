import { isFields } from "../../json/json-shape.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import type { SeenUpstream } from "../provider.ts";
import { getJson, type JsonEndpoint } from "./json-request.ts";

/**
 * Throws what the reply to a small request stands for, unless it is the answer of a provider that works.
 * The answer is read, so that a web page of another server at the address does not count.
 */
export async function proveWorking(reply: UpstreamReply): Promise<SeenUpstream> {
  if (reply.status !== 200) throw await readRefusal(reply);

  await readJsonReply(reply);
  return {};
}

/** Proves it by a small request that needs the credential. */
export async function proveByGet(
  endpoint: JsonEndpoint,
  path: string,
  signal: AbortSignal,
  credential: string | undefined,
): Promise<SeenUpstream> {
  const reply = await getJson(endpoint, path, signal, credential);
  return await proveWorking(reply);
}

/** The list of models costs nothing and needs the credential. A server without one is only reached. */
export async function checkModels(
  endpoint: JsonEndpoint,
  path: string,
  signal: AbortSignal,
  credential?: string,
): Promise<SeenUpstream> {
  const reply = await getJson(endpoint, path, signal, credential);
  const hasNone = reply.status === 404 || reply.status === 405;
  if (reply.status !== 200 && !hasNone) throw await readRefusal(reply);
  if (isPage(reply)) {
    reply.close();
    return { doubt: describePage(`${endpoint.baseUrl}${path}`, reply.status) };
  }
  if (hasNone) {
    reply.close();
    return {};
  }
  const models = idsIn(await readJsonReply(reply).catch(() => null));
  return models === null ? {} : { models };
}

function isPage({ headers }: UpstreamReply): boolean {
  return /^text\/html\b/i.test(String(headers["content-type"] ?? ""));
}

/** Web servers answer so where the path is not the API's. */
function describePage(url: string, status: number): string {
  const hint = /\/v\d/.test(url) ? "is base_url right?" : "is /v1 missing from base_url?";
  return `${url} gives a web page (${status}): ${hint}`;
}

/** Null where it is no list, an empty one, or one page of several: what it lacks says nothing then. */
function idsIn(body: unknown): readonly string[] | null {
  const isPart = isFields(body) && body["has_more"] === true;
  const list = isFields(body) ? body["data"] : body;
  if (isPart || !Array.isArray(list) || list.length === 0) return null;
  return list.flatMap((item: unknown) =>
    isFields(item) && typeof item["id"] === "string" ? [item["id"]] : [],
  );
}
