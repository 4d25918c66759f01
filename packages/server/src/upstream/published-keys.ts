import { fieldsOf, listOf, textOf } from "../json/json-shape.ts";
import { readJsonReply } from "./read-reply.ts";
import type { Timeouts } from "./request.ts";
import type { Upstream } from "./upstream.ts";
import { UpstreamError } from "./upstream-error.ts";

const maxBytes = 256 * 1024;
const maxKeys = 100;
const timeouts: Timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };

/**
 * The public keys of a secret scanner, from the address in the operator's configuration.
 * https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program/secret-scanning-partner-program
 */
export async function fetchPublishedKeys(
  upstream: Upstream,
  url: string,
): Promise<readonly { readonly identifier: string; readonly pem: string }[]> {
  const reply = await upstream.request({
    method: "GET",
    url,
    headers: { accept: "application/json", "user-agent": "portico" },
    signal: AbortSignal.timeout(timeouts.totalMs),
    timeouts,
    operatorUrl: url,
  });
  if (reply.status !== 200) {
    reply.close();
    throw new UpstreamError("rejected", `It answered ${reply.status}.`, {
      status: reply.status,
    });
  }
  const { public_keys: published } = fieldsOf(
    await readJsonReply(reply, { maxBytes, maxValues: 10_000 }),
  );
  if (!Array.isArray(published))
    throw new UpstreamError("malformed", "The reply holds no list of public keys.");

  return listOf(published.slice(0, maxKeys)).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const identifier = textOf(fields["key_identifier"]);
    const pem = textOf(fields["key"]);
    return identifier === undefined || pem === undefined ? [] : [{ identifier, pem }];
  });
}
