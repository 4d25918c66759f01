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
