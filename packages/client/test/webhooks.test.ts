import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookError } from "../src/index.ts";

const notice = { type: "limit_blocking", timestamp: "2026-01-02T03:04:05.000Z", data: { key: 7 } };
const body = JSON.stringify(notice);
const nowSeconds = () => Math.floor(Date.now() / 1000);

function sent(secret: string, key: Buffer, seconds = nowSeconds()) {
  const signature = createHmac("sha256", key).update(`msg_1.${seconds}.${body}`).digest("base64");
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v0,x v1,AAAA v1,${signature}`,
  };
  return { body, secret, headers };
}

const coded = Buffer.from("a secret of some length");
const secrets: [string, Buffer][] = [
  [`whsec_${coded.toString("base64")}`, coded],
  ["a plain secret", Buffer.from("a plain secret")],
];

describe("a webhook of the gateway", () => {
  it.each(secrets)("is what it says where it is signed with %s", async (secret, key) => {
    const request = sent(secret, key);
    expect(await verifyWebhook(request)).toEqual(notice);
    const headers = new Headers(request.headers);
    expect(await verifyWebhook({ ...request, headers })).toEqual(notice);
  });

  const [[secret, key] = ["", coded]] = secrets;
  it.each([
    ["another secret", { ...sent(secret, key), secret: "another" }, /signature/],
    ["another body", { ...sent(secret, key), body: `${body} ` }, /signature/],
    ["an old time", sent(secret, key, nowSeconds() - 301), /too old/],
    ["a time to come", sent(secret, key, nowSeconds() + 3_600), /too old/],
    ["no header", { ...sent(secret, key), headers: {} }, /webhook-id/],
    ["a secret that is no base64", { ...sent(secret, key), secret: "whsec_*" }, /base64/],
    [
      "a time that is no number",
      { ...sent(secret, key), headers: { ...sent(secret, key).headers, "webhook-timestamp": "x" } },
      /too old/,
    ],
  ])("is refused with %s", async (_, request, reason) => {
    const error = await verifyWebhook(request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookError);
    expect((error as WebhookError).message).toMatch(reason);
  });
});
