import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { answers, startChatUpstream } from "../responses/chat-upstream.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data: Record<string, unknown>;
    readonly error?: { readonly message: string; readonly metadata: Record<string, unknown> };
  };
}

function callsOf(api: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: jsonHeaders(key),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  };
}

async function upstream(words: string) {
  const made = await startChatUpstream({ quick: answers([words]), other: answers([words]) });
  closing.push(made);
  return made.url;
}

const yamlOf = (url: string, { key = "sk-very-secret", model = "acme/quick", more = "" } = {}) => `
providers:
  acme: # ours
    kind: openai-compatible
    base_url: "${url}"
    api_key: ${key}
models:
  - id: ${model}
    kind: text
    context_length: 1000
    endpoints: [ { provider: acme, upstream_model: quick, price: { input: "1", output: "2" } } ]
${more}`;

const ask = (gateway: { readonly api: string }, key: string, model = "acme/quick") =>
  callsOf(gateway.api, key)("POST", "/responses", { model, input: "Hi", max_output_tokens: 9 });

describe.each(engines)("the configuration on $engine", (engine) => {
  const start = async () => {
    const gateway = await startTestGateway({ engine });
    closing.push({ close: async () => gateway[Symbol.asyncDispose]() });
    return { gateway, call: callsOf(gateway.api, gateway.own.management) };
  };
  const rowOf = async (gateway: TestGateway, id: unknown) =>
    (await callsOf(gateway.api, gateway.own.management)("GET", `/generation?id=${String(id)}`)).body
      .data;

  it("goes from the presets to a vendor's model and back, on every node within moments", async () => {
    const { gateway, call } = await start();
    const other = await gateway.another();
    const url = await upstream("Good");
    expect((await call("GET", "/configuration")).body.data).toMatchObject({
      ...{ version: 0, in_use: 0, source: "presets", read_only: false, yaml: "" },
    });
    expect((await ask(gateway, gateway.own.ordinary)).status).toBe(404);
    const put = await call("PUT", "/configuration", {
      ...{ yaml: yamlOf(url), parent: 0, note: "The first one" },
    });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    expect(put.body.data).toMatchObject({
      ...{ version: 1, in_use: 1, source: "store", parent: 0, note: "The first one" },
      problem: null,
    });
    const first = await ask(gateway, gateway.own.ordinary);
    expect(first.status).toBe(200);
    expect(await rowOf(gateway, first.body["id" as "data"])).toMatchObject({
      configuration_version: 1,
    });
    await expect.poll(async () => (await ask(other, gateway.own.ordinary)).status).toBe(200);
    const back = await call("POST", "/configuration/versions/1/activate", {});
    expect(back.body.data).toMatchObject({ version: 1 });
    const second = await call("PUT", "/configuration", { yaml: "", parent: 1 });
    expect(second.body.data).toMatchObject({ version: 2 });
    expect((await ask(gateway, gateway.own.ordinary)).status).toBe(404);
    const rolled = await call("POST", "/configuration/versions/1/activate", { parent: 2 });
    expect(rolled.body.data).toMatchObject({ version: 1, in_use: 1 });
    expect((await ask(gateway, gateway.own.ordinary)).status).toBe(200);
    const history = (await call("GET", "/configuration/versions?limit=1")).body;
    expect(history.data).toMatchObject([{ version: 2, active: false, changes: expect.any(Array) }]);
    const audit = (await call("GET", "/audit?target_type=configuration")).body.data;
    expect(audit).toMatchObject([
      { action: "activateConfiguration", target: { id: "1" } },
      { action: "updateConfiguration", target: { id: "2" } },
      { action: "activateConfiguration" },
      { action: "updateConfiguration", after: { note: "The first one" } },
    ]);
  });

  it("shows no secret anywhere, and keeps it by its mark as long as it goes to the same address", async () => {
    const { gateway, call } = await start();
    const url = await upstream("Good");
    await call("PUT", "/configuration", { yaml: yamlOf(url), parent: 0 });
    const shown = (await call("GET", "/configuration")).body.data;
    expect(shown["yaml"]).toContain("api_key: sealed:1.1");
    expect(shown["yaml"]).toContain("acme: # ours");
    const marked = String(shown["yaml"]);
    const kept = await call("PUT", "/configuration", {
      ...{ yaml: `${marked}\n# more`, parent: 1 },
    });
    expect(kept.body.data).toMatchObject({ version: 2 });
    expect((await ask(gateway, gateway.own.ordinary)).status).toBe(200);
    const evil = marked.replace(url, "http://127.0.0.1:9/v1");
    const refused = await call("PUT", "/configuration", { yaml: evil, parent: 2 });
    expect(refused.status).toBe(400);
    expect(refused.body.error?.message).toContain("kept for the address that it was given for");
    const all = await Promise.all(
      ["/configuration", "/configuration/versions", "/configuration/versions/1", "/audit"].map(
        async (path) => JSON.stringify((await call("GET", path)).body),
      ),
    );
    const plan = await call("POST", "/configuration/plan", { yaml: yamlOf(url) });
    for (const text of [...all, JSON.stringify(plan.body), JSON.stringify(refused.body)])
      expect(text).not.toContain("very-secret");
    expect(JSON.stringify(await gateway.store.configuration.get(1))).not.toContain("very-secret");
  });

  it("is refused with every mistake and its line, and stays as it was", async () => {
    const { call } = await start();
    const yaml = "providers:\n  openai: { api_kee: x }\nmodels:\n  - { id: a }\n";
    for (const [method, path] of [
      ["PUT", "/configuration"],
      ["POST", "/configuration/plan"],
    ] as const) {
      const refused = await call(method, path, { yaml, ...(method === "PUT" && { parent: 0 }) });
      expect(refused.status).toBe(400);
      expect(refused.body.error?.metadata["problems"]).toMatchObject([
        { line: 2, message: expect.stringContaining('Unknown key "api_kee"') },
        { line: 4 },
        { line: 4 },
        { line: 4 },
      ]);
    }
    expect((await call("GET", "/configuration")).body.data).toMatchObject({ version: 0 });
  });

  it.each([
    [`api_key: \${PORTICO_SECRET}`, "a setting of the gateway itself"],
    [`api_key: \${DATABASE_URL}`, "a setting of the gateway itself"],
    ["api_key: file:/etc/passwd", "Only files in"],
    [`api_key: \${NOT_SET_AT_ALL}`, "NOT_SET_AT_ALL is not set"],
  ])("refuses %s in a version", async (line, words) => {
    const { call } = await start();
    const yaml = `providers:\n  openai:\n    ${line}\n`;
    const refused = await call("PUT", "/configuration", { yaml, parent: 0 });
    expect([refused.status, refused.body.error?.message]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
  });

  it("refuses in a version what says who somebody is, and names the file", async () => {
    const { call } = await start();
    for (const yaml of [
      "proxy: { trusted_proxies: [10.0.0.0/8] }",
      "console: { sign_in: { proxy: { user_header: X-User, default_role: admin } } }",
      "cors: { origins: [] }",
    ]) {
      const refused = await call("PUT", "/configuration", { yaml, parent: 0 });
      expect([refused.status, refused.body.error?.message]).toEqual([
        400,
        expect.stringContaining("is set in portico.yaml alone"),
      ]);
    }
  });

  it("conflicts where another version is in use by then", async () => {
    const { call } = await start();
    await call("PUT", "/configuration", { yaml: "sandbox: all", parent: 0 });
    const late = await call("PUT", "/configuration", { yaml: "sandbox: true", parent: 0 });
    expect([late.status, late.body.error?.metadata["in_use"]]).toEqual([409, 1]);
    expect((await call("POST", "/configuration/versions/7/activate", {})).status).toBe(404);
    expect((await call("POST", "/configuration/versions/x/activate", {})).status).toBe(404);
  });

  it("is planned: models and providers that come and go, prices, keys that lose their last model", async () => {
    const { gateway, call } = await start();
    const url = await upstream("Good");
    await call("PUT", "/configuration", { yaml: yamlOf(url), parent: 0 });
    await gateway.own.addKey({ name: "tied", allowedModels: ["acme/*"] });
    await gateway.own.addKey({ name: "free", allowedModels: ["sandbox/*"] });
    const next = yamlOf(url, { model: "other/quick", more: "limits: { websocket: false }" });
    const { data } = (await call("POST", "/configuration/plan", { yaml: next })).body;
    expect(data).toMatchObject({
      models: { added: ["other/quick"], removed: ["acme/quick"] },
      providers: { added: [], removed: [] },
      waiting: ["limits.websocket"],
      keys: [{ name: "tied", allowed_models: ["acme/*"] }],
      prices: [],
    });
    const dearer = yamlOf(url).replace('input: "1"', 'input: "3"');
    expect((await call("POST", "/configuration/plan", { yaml: dearer })).body.data).toMatchObject({
      changes: ["models.acme/quick.endpoints.acme/quick.price.input"],
      prices: [
        {
          ...{ model: "acme/quick", provider: "acme" },
          before: { prompt: "0.000001", completion: "0.000002" },
          after: { prompt: "0.000003", completion: "0.000002" },
        },
      ],
    });
    expect((await call("GET", "/configuration")).body.data).toMatchObject({ version: 1 });
  });

  it("has the credential of one of its providers tried before it is taken, and shows it to nobody", async () => {
    const { gateway, call } = await start();
    const seen: string[] = [];
    const vendor = createServer((request, response) => {
      seen.push(String(request.headers.authorization));
      response.writeHead(request.headers.authorization === "Bearer sk-good" ? 200 : 401);
      response.end(JSON.stringify({ data: [{ id: "quick" }] }));
    }).listen(0, "127.0.0.1");
    await once(vendor, "listening");
    closing.push({ close: async () => void vendor.close() });
    const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
    const check = (key: string, provider = "acme") =>
      call("POST", "/configuration/plan", { yaml: yamlOf(url, { key }), check: provider });
    const good = await check("sk-good");
    expect(good.body.data, JSON.stringify(good.body)).toMatchObject({
      providers: { added: ["acme"] },
      check: { provider: "acme", byok_id: null, outcome: "accepted", missing_models: [] },
    });
    const bad = await check("sk-bad");
    expect(bad.body.data["check"]).toMatchObject({ outcome: "failed", status: 401 });
    expect(seen).toEqual(["Bearer sk-good", "Bearer sk-bad"]);
    const absent = await check("sk-good", "elsewhere");
    expect([absent.status, absent.body.error?.metadata["field"]]).toEqual([400, "check"]);
    const reader = await gateway.own.addKey({ kind: "management", scope: "read_only" });
    const asked = { yaml: yamlOf(url), check: "acme" };
    expect((await callsOf(gateway.api, reader)("POST", "/configuration/plan", asked)).status).toBe(
      403,
    );
    expect(seen).toHaveLength(2);
    const audit = await call("GET", "/audit?action=planConfiguration");
    expect(audit.body.data).toMatchObject([
      { target: { type: "provider", id: "acme" }, after: { outcome: "failed", status: 401 } },
      { after: { outcome: "accepted", host: url.replace("http://", "") } },
    ]);
    for (const { body } of [good, bad, audit]) expect(JSON.stringify(body)).not.toContain("sk-");
    expect((await call("GET", "/configuration")).body.data).toMatchObject({ version: 0 });
    const [first] = (await Promise.all(Array.from({ length: 9 }, () => check("sk-good")))).filter(
      ({ status }) => status !== 200,
    );
    expect([first?.status, seen.length]).toEqual([429, 10]);
  });

  it("belongs to the first organisation, and to keys that may do everything", async () => {
    const { gateway } = await start();
    const stranger = await gateway.addTenant();
    const body = { yaml: "", parent: 0 };
    const foreign = await callsOf(gateway.api, stranger.management)("PUT", "/configuration", body);
    expect([foreign.status, foreign.body.error?.metadata]).toEqual([
      401,
      expect.objectContaining({ reason: "operator_only" }),
    ]);
    const reader = await gateway.own.addKey({ kind: "management", scope: "read_only" });
    expect((await callsOf(gateway.api, reader)("PUT", "/configuration", body)).status).toBe(403);
    expect((await callsOf(gateway.api, reader)("GET", "/configuration")).status).toBe(200);
    const ordinary = callsOf(gateway.api, gateway.own.ordinary);
    expect((await ordinary("GET", "/configuration")).status).toBe(401);
  });
});

describe("a reference to a file", () => {
  it("is read inside the folder of secrets alone, also behind a link", async () => {
    const { readReferredFile } = await import("../../src/configuration/references.ts");
    const folder = mkdtempSync(join(tmpdir(), "portico-secrets-"));
    const inside = join(folder, "secrets");
    mkdirSync(inside);
    writeFileSync(join(inside, "key"), "sk-file\n");
    writeFileSync(join(folder, "key"), "sk-outside\n");
    const references = { environment: {}, onlyFolder: inside };
    expect(readReferredFile(join(inside, "key"), references)).toEqual({ value: "sk-file" });
    for (const path of [join(folder, "key"), join(inside, "..", "key")])
      expect(readReferredFile(path, references)).toMatchObject({ fault: expect.any(String) });
    expect(readReferredFile(join(folder, "key"), { environment: {} })).toEqual({
      value: "sk-outside",
    });
    expect(existsSync(folder) && readFileSync(join(inside, "key"), "utf8")).toBe("sk-file\n");
    rmSync(folder, { recursive: true });
  });
});
