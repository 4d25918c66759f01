import { describe, expect, it } from "vitest";
import { replayedUpstream } from "../../test/recorded/replayed-upstream.ts";
import { readRefusal, refusalInside } from "./read-upstream-error.ts";

async function refused(status: number, body: string, headers: Record<string, string> = {}) {
  const upstream = replayedUpstream({ status, headers, pieces: [Buffer.from(body)] });
  const timeouts = { connectMs: 1, firstByteMs: 1, idleMs: 1, totalMs: 1 };
  const signal = new AbortController().signal;
  const reply = await upstream.request({ url: "", signal, timeouts });
  return await readRefusal(reply);
}

describe("the message of a refusal", () => {
  it.each([
    ["OpenAI", '{"error":{"message":"too long","type":"invalid_request_error"}}', "too long"],
    ["xAI", '{"code":"invalid","error":"too long"}', "too long"],
    ["Mistral", '{"object":"error","message":"too long","code":"1300"}', "too long"],
    ["FastAPI", '{"detail":[{"loc":["body"],"msg":"too long"}]}', "too long"],
    ["FastAPI, shortly", '{"detail":"too long"}', "too long"],
    ["Google, in a list", '[{"error":{"code":400,"message":"too long"}}]', "too long"],
    ["AWS", '{"Message":"too long"}', "too long"],
    ["an event", 'event: error\ndata: {"error":{"message":"too long"}}\n\n', "too long"],
    ["plain text", "too long\n", "too long"],
    [
      "OpenRouter",
      '{"error":{"message":"Provider returned error","metadata":{"raw":"too long"}}}',
      "Provider returned error: too long",
    ],
    ["a web page", "<html>nginx</html>", "The provider rejected the request."],
    ["nothing", "", "The provider rejected the request."],
    ["an empty object", "{}", "The provider rejected the request."],
  ])("the message of an upstream's error is found in what %s sends", async (_, body, message) => {
    expect((await refused(400, body)).message).toBe(message);
  });

  it("the message of an upstream's error is cut to 500 characters", async () => {
    const error = await refused(400, JSON.stringify({ error: "x".repeat(100_000) }));
    expect(error.message).toHaveLength(500);
  });

  it("the message of an upstream's error never repeats text about a credential", async () => {
    const body = '{"error":{"message":"Incorrect API key provided: sk-abc***xyz"}}';
    expect((await refused(401, body)).message).toBe("The provider refused the credential.");
    expect((await refused(400, body)).message).toBe("The provider refused the credential.");
  });
});

describe("the kind of a refusal", () => {
  it.each([
    [400, '{"error":{"code":"model_not_found","message":"m"}}', "modelNotFound"],
    [400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', "credential"],
    [400, '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}', "credential"],
    [400, '{"__type":"ThrottlingException","message":"slow"}', "rateLimited"],
    [402, "{}", "unpaid"],
    [410, "{}", "modelNotFound"],
    [425, "{}", "overloaded"],
    [429, '{"error":{"code":"insufficient_quota"}}', "rateLimited"],
    [429, '{"error":{"code":"rate_limit_exceeded"}}', "rateLimited"],
    [400, '{"error":{"message":"Your credit balance is too low to access the API."}}', "unpaid"],
    [400, '{"code":"Arrearage","message":"Access denied."}', "unpaid"],
    [403, '{"error":{"details":[{"reason":"BILLING_DISABLED"}]}}', "unpaid"],
    [498, "{}", "overloaded"],
    [599, "{}", "overloaded"],
    [304, "", "malformed"],
  ])("status %i with body %s is the failure %s", async (status, body, failure) => {
    expect(await refused(status, body)).toMatchObject({ status, failure });
  });

  it("an upstream's error carries how long to wait", async () => {
    expect((await refused(429, "{}", { "retry-after": "3" })).retryAfterMs).toBe(3_000);
    const body = '{"error":{"code":429,"details":[{"retryDelay":"18s"}]}}';
    expect((await refused(429, body)).retryAfterMs).toBe(18_000);
    const reset = Date.now() + 60_000;
    const limits = { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(reset) };
    const inside = JSON.stringify({ error: { code: 429, metadata: { headers: limits } } });
    expect((await refused(429, inside)).retryAfterMs).toBeGreaterThan(30_000);
    const headers = { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "2s" };
    expect((await refused(429, "{}", headers)).retryAfterMs).toBe(2_000);
    expect((await refused(500, "{}", headers)).retryAfterMs).toBeUndefined();
    expect((await refused(429, "{}")).retryAfterMs).toBeUndefined();
  });
});

describe("an error inside a success", () => {
  it.each([
    [{ error: { code: 502, message: "m" } }, 502, "overloaded"],
    [{ error: { code: "400", message: "m" } }, 400, "rejected"],
    [{ error: { status_code: 400, code: "tool_use_failed", message: "m" } }, 400, "rejected"],
    [{ error: { type: "overloaded_error", message: "m" } }, 529, "overloaded"],
    [{ error: { type: "rate_limit_error", message: "m" } }, 429, "rateLimited"],
    [{ type: "error", code: "server_error", message: "m" }, 500, "overloaded"],
    [{ response: { error: { code: "rate_limit_exceeded", message: "m" } } }, 429, "rateLimited"],
    [{ error: "m" }, 500, "overloaded"],
  ])("an error inside a success: %j stands for %i", (body, status, failure) => {
    expect(refusalInside(body)).toMatchObject({ status, failure, message: "m" });
  });
});
