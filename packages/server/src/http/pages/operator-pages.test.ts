import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendAs } from "../../../test/console/browser.ts";
import { startTestGateway, type TestGateway } from "../../../test/support/gateway.ts";
import { operatorAccess } from "./operator-pages.ts";

const unset = { metricsPort: null, metricsToken: null };

describe("access to /metrics and /readyz", () => {
  it.each(["127.0.0.1", "127.8.0.1", "::1", "localhost"])(
    "is for this machine where the gateway listens on loopback only (%s)",
    (host) => {
      expect(operatorAccess({ host, ...unset })).toEqual({ type: "thisMachine" });
    },
  );

  it.each(["0.0.0.0", "::", "10.0.0.1", "gateway.example", "128.0.0.1", "127.0.0.1.example"])(
    "is closed where the gateway listens beyond loopback and nothing else is set (%s)",
    (host) => {
      expect(operatorAccess({ host, ...unset })).toEqual({ type: "closed" });
    },
  );
});

const statuses = async (url: string, headers: Record<string, string> = {}) =>
  Promise.all(
    ["/healthz", "/readyz", "/metrics"].map(
      async (page) => (await fetch(url + page, { headers })).status,
    ),
  );

it("a gateway that listens beyond loopback closes /metrics and /readyz and says what to set", async () => {
  await using gateway = await startTestGateway({ host: "0.0.0.0" });
  expect(await statuses(gateway.url)).toEqual([200, 401, 401]);
  const refused = await fetch(`${gateway.url}/metrics`);
  expect(await refused.text()).toMatch(/METRICS_PORT.*PORTICO_METRICS_TOKEN/);
});

describe("on a gateway that listens on loopback only", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());
  const statusesBy = (headers: Record<string, string>) =>
    Promise.all(
      ["/healthz", "/readyz", "/metrics"].map(
        async (page) => (await sendAs(gateway.url + page, { headers })).status,
      ),
    );

  it.each(["localhost", "localhost:8787", "127.0.0.1:8787", "[::1]:8787", "LOCALHOST"])(
    "/metrics and /readyz are open to programs of this machine, under its name %s",
    async (host) => {
      expect(await statusesBy({ host })).toEqual([200, 200, 200]);
    },
  );

  it.each<Record<string, string>>([
    { "x-forwarded-for": "203.0.113.5" },
    { "x-forwarded-host": "gateway.example" },
    { forwarded: "for=203.0.113.5" },
    { via: "1.1 proxy" },
    { "x-real-ip": "203.0.113.5" },
    { host: "gateway.example" },
    { host: "localhost.evil.example" },
    { host: "localhost:8787@evil.example" },
  ])("/metrics and /readyz are closed to the callers of a proxy, by %j", async (headers) => {
    expect(await statusesBy(headers)).toEqual([200, 401, 401]);
  });
});

it("the operator's token opens /metrics and /readyz, and no similar token does", async () => {
  const metricsToken = "a-token-of-the-operator";
  await using gateway = await startTestGateway({
    host: "0.0.0.0",
    operatorPages: { metricsPort: null, metricsToken },
  });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect(await statuses(gateway.url, bearer(metricsToken))).toEqual([200, 200, 200]);
  for (const wrong of [{}, bearer(""), bearer(`${metricsToken}x`), bearer(gateway.own.management)])
    expect(await statuses(gateway.url, wrong)).toEqual([200, 401, 401]);
});

it("/metrics and /readyz with a port of their own are gone from the API's port", async () => {
  await using gateway = await startTestGateway({
    operatorPages: { metricsPort: 0, metricsToken: null },
  });
  expect(await statuses(gateway.url)).toEqual([200, 404, 404]);
  expect(await statuses(gateway.operatorUrl ?? "")).toEqual([200, 200, 200]);
  // The operator's port serves nothing else.
  for (const page of ["/api/v1/models", "/docs/", "/openapi.json"])
    expect((await fetch(`${gateway.operatorUrl}${page}`)).status).toBe(404);
});

it("pages of other origins may read the API and no other page", async () => {
  await using gateway = await startTestGateway();
  const allowed = async (page: string) =>
    (
      await fetch(gateway.url + page, { headers: { origin: "https://elsewhere.example" } })
    ).headers.get("access-control-allow-origin");
  expect(await allowed("/api/v1/models")).toBe("*");
  for (const page of ["/metrics", "/readyz", "/healthz", "/openapi.json", "/docs/", "/"])
    expect([page, await allowed(page)]).toEqual([page, null]);
});
