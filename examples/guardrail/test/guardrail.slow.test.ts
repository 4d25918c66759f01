import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createPortico } from "@portico/client";
import { gatewayService, type Service } from "@portico/test-support/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGuardrail, judge } from "../src/main.ts";

const secret = "a secret of the guardrail";
const guardrail = createGuardrail({ secret, forbidden: ["dragons"] });
let gateway: Service;
let url: string;

beforeAll(async () => {
  guardrail.listen(0, "127.0.0.1");
  await once(guardrail, "listening");
  url = `http://127.0.0.1:${(guardrail.address() as AddressInfo).port}/`;
  gateway = await gatewayService();
  const yaml = `guardrails: { privacy: { url: "${url}", secret: "${secret}" } }`;
  const operator = createPortico({ baseUrl: gateway.url, apiKey: gateway.managementKey });
  await operator.configuration.update({ yaml, parent: 0 });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  guardrail.closeAllConnections();
  guardrail.close();
});

async function ask(input: string) {
  const client = createPortico({ baseUrl: gateway.url, apiKey: gateway.apiKey });
  return await client.responses.create({ model: "sandbox/text", input });
}

describe("the guardrail beside a gateway", () => {
  it("hides mail addresses from the model", async () => {
    const { output_text: said } = await ask("I am ada@example.com.");
    expect(said).toContain("[mail address]");
    expect(said).not.toContain("ada@");
  });

  it("refuses forbidden words, and says why", async () => {
    await expect(ask("Tell me of Dragons")).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("We do not talk about dragons."),
    });
  });

  it("judges nothing that the gateway has not signed", async () => {
    const body = JSON.stringify({ data: { texts: [] } });
    expect((await fetch(url, { method: "POST", body })).status).toBe(401);
  });

  it("allows all else", () => {
    expect(judge([{ of: "user", text: "Hello" }], ["dragons"])).toEqual({ action: "allow" });
  });
});
