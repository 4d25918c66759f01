import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hashKey, newKey } from "../src/secrets/key-format.ts";
import type { KeyRecord } from "../src/store/ports/keys.ts";
import { type MailServer, startMailServer } from "./notifications/mail-server.ts";
import { createScanner } from "./notifications/scanner.ts";
import { actorIn } from "./store/actor-in.ts";
import { rawSql } from "./store/raw-sql.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "./support/gateway.ts";

const undo: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

const scanner = createScanner();
const logged: string[] = [];

async function start(onExposed = "notify", more = ""): Promise<[TestGateway, MailServer]> {
  const mail = await startMailServer();
  const gateway = await startTestGateway({
    yaml: `
notifications:
  to: operator@example.com
  smtp: { host: 127.0.0.1, port: ${mail.port}, tls: none, from: "Portico <portico@example.com>" }
${more}
exposed_keys: { on_exposed: ${onExposed}, github: { ${scanner.yaml} } }`,
    logStream: { write: (line) => void logged.push(line) },
  });
  undo.push(mail, gateway);
  return [gateway, mail];
}

interface Label {
  readonly token_hash: string;
  readonly token_type: string;
  readonly label: string;
}

async function report(
  { api }: TestGateway,
  body: unknown,
  headers: (text: string) => Record<string, string>,
) {
  const text = JSON.stringify(body);
  const init = { method: "POST", headers: headers(text), body: text };
  const response = await fetch(`${api}/keys/exposed`, init);
  const labels = (await response.json()) as readonly Label[];
  return { status: response.status, labels };
}

const arrived = (mail: MailServer, count: number) =>
  vi.waitFor(() => expect(mail.received).toHaveLength(count), { timeout: 30_000, interval: 20 });

async function shownTo(gateway: TestGateway, management: string, key: string) {
  const response = await fetch(`${gateway.api}/keys/${hashKey(key)}`, {
    headers: bearer(management),
  });
  return ((await response.json()) as { data: Record<string, unknown> }).data;
}

const embed = async ({ api }: TestGateway, key: string) =>
  (
    await fetch(`${api}/embeddings`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ model: "sandbox/embed", input: "a" }),
    })
  ).status;

describe("a key that a scanner has found", () => {
  it("is marked, shown and notified once, in any organisation", async () => {
    const [gateway, mail] = await start();
    const foreigner = await gateway.addTenant();
    const own = await gateway.own.addKey({ name: "Search", ownerEmail: "owner@example.com" });
    const foreign = await foreigner.addKey({ kind: "management" });
    const unknown = newKey("ordinary").secret;
    const body = [
      { token: own, type: "portico_api_key", url: `https://x.example/?k=${own}`, source: "commit" },
      { token: foreign, type: "their_name", url: "", source: "issue_comment" },
      { token: unknown, type: "portico_api_key", url: "", source: "commit" },
      { token: "ptc_no-key-at-all", url: null },
      { token: own, type: "portico_api_key", url: "https://second.example", source: "content" },
    ];
    for (const _ of ["first", "again"])
      expect(await report(gateway, body, scanner.headersFor)).toEqual({
        status: 200,
        labels: [
          { token_hash: hashKey(own), token_type: "portico_api_key", label: "true_positive" },
          { token_hash: hashKey(foreign), token_type: "their_name", label: "true_positive" },
          { token_hash: hashKey(unknown), token_type: "portico_api_key", label: "false_positive" },
          {
            token_hash: hashKey("ptc_no-key-at-all"),
            token_type: "portico_api_key",
            label: "false_positive",
          },
        ],
      });
    await arrived(mail, 2);
    // Which of them leaves first is open.
    const recipients = mail.received.map(({ to }) => to.join());
    expect(recipients.toSorted()).toEqual([
      "operator@example.com",
      "owner@example.com,operator@example.com",
    ]);
    expect(await shownTo(gateway, gateway.own.management, own)).toMatchObject({
      disabled: false,
      owner_email: "owner@example.com",
      exposed_at: expect.stringMatching(/^20\d\d-/),
      exposed_source: "github: commit",
      exposed_url: "https://x.example/?k=ptc_…",
    });
    expect(await embed(gateway, own)).toBe(200);
    const list = await fetch(`${gateway.api}/keys`, { headers: bearer(foreigner.management) });
    expect(await list.text()).toContain('"exposed_source":"github: issue_comment"');
    // What was sent is counted after the mail server has it.
    await vi.waitFor(
      async () => {
        const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
        expect(metrics).toMatch(/^portico_keys_exposed_total 2$/m);
        expect(metrics).toMatch(
          /^portico_notifications_total\{channel="email",outcome="sent"\} 2$/m,
        );
      },
      { timeout: 30_000 },
    );
  });

  it("leaves its text nowhere: not in a row, a mail, a line of the log or a reply", async () => {
    const [gateway, mail] = await start();
    const key = await gateway.own.addKey({ ownerEmail: "owner@example.com" });
    await gateway.store.keys.update(actorIn(gateway.own.organisationId), hashKey(key), {
      name: key,
    });
    const encoded = encodeURIComponent(encodeURIComponent(key.replace("_", "%5F")));
    const url = `https://user:${key}@x.example/${"a".repeat(1960)}/${key}#%70tc_${key.slice(4)}?${encoded}`;
    const body = { keys: [key], url, source: `log with ${key}` };
    const { status, labels } = await report(gateway, body, () =>
      jsonHeaders(gateway.own.management),
    );
    expect([status, labels[0]?.label]).toEqual([200, "true_positive"]);
    await arrived(mail, 1);
    const rows = await rawSql({ dataFolder: gateway.dataFolder }, "select * from outbox");
    const keys = await rawSql({ dataFolder: gateway.dataFolder }, "select * from keys");
    // The name was given by the caller, and the text for searches holds it.
    const marked = keys.map(({ name: _, search_text: _searched, ...row }) => row);
    const everything = JSON.stringify([rows, marked, labels, logged, mail.received]);
    // Ten characters in a row are one more than the label shows.
    const parts = Array.from({ length: key.length - 9 }, (_, at) => key.slice(at, at + 10));
    expect(parts.filter((part) => everything.includes(part))).toEqual([]);
  });

  it("is switched off at once where the operator wants that", async () => {
    const [gateway, mail] = await start("disable");
    const key = await gateway.own.addKey();
    await report(gateway, [{ token: key }], scanner.headersFor);
    expect(await embed(gateway, key)).toBe(401);
    await arrived(mail, 1);
    expect(mail.received[0]?.text).toMatch(/State: +switched off/);
  });

  it("stays on where it is the last management key, and its owner's notice says so", async () => {
    const [gateway, mail] = await start("disable");
    const { management } = gateway.own;
    await report(gateway, [{ token: management }], scanner.headersFor);
    expect(await shownTo(gateway, management, management)).toMatchObject({
      disabled: false,
      exposed_source: "github",
    });
    await arrived(mail, 1);
    expect(mail.received[0]?.text).toContain("last management key");
  });
});

describe("a report", () => {
  it("by a management key knows the keys of its own organisation, and of no other", async () => {
    const [gateway, mail] = await start();
    const foreigner = await gateway.addTenant();
    const foreign = await foreigner.addKey();
    const before = await shownTo(gateway, foreigner.management, foreign);
    const ask = (keys: string[]) =>
      report(gateway, { keys }, () => jsonHeaders(gateway.own.management));
    const [other, none] = [await ask([foreign]), await ask([newKey("ordinary").secret])];
    expect(other.labels[0]).toEqual({ ...none.labels[0], token_hash: hashKey(foreign) });
    expect(none.labels[0]?.label).toBe("false_positive");
    expect(await shownTo(gateway, foreigner.management, foreign)).toEqual(before);
    expect(mail.connections()).toBe(0);
  });

  it("without a key or a right signature is refused with 401, with any content", async () => {
    const [gateway] = await start();
    const key = await gateway.own.addKey();
    const stranger = createScanner();
    const good = JSON.stringify([{ token: key }]);
    const attempts: readonly [string, Record<string, string>][] = [
      [good, { "content-type": "application/json" }],
      [good, stranger.headersFor(good)],
      [`${good} `, scanner.headersFor(good)],
      ["{malformed", { ...scanner.headersFor(good) }],
      [good, { ...scanner.headersFor(good), "github-public-key-identifier": "b".repeat(64) }],
      [good, { ...scanner.headersFor(good), authorization: "Bearer ptcm_wrong" }],
      [good, { ...scanner.headersFor(good), ...bearer(gateway.own.ordinary) }],
    ];
    for (const [body, headers] of attempts) {
      const { status } = await fetch(`${gateway.api}/keys/exposed`, {
        method: "POST",
        headers,
        body,
      });
      expect(status).toBe(401);
    }
    expect(await shownTo(gateway, gateway.own.management, key)).toMatchObject({ exposed_at: null });
  });

  it("opens no other operation with its signature", async () => {
    const [gateway] = await start();
    const body = JSON.stringify({ name: "mine", kind: "management" });
    const headers = scanner.headersFor(body);
    const created = await fetch(`${gateway.api}/keys`, { method: "POST", headers, body });
    expect(created.status).toBe(401);
  });

  it("that is signed is checked as it was sent, and bounded", async () => {
    const [gateway] = await start();
    const key = await gateway.own.addKey();
    const bytes = gzipSync(JSON.stringify([{ token: key }]));
    const send = (body: Buffer, more: Record<string, string> = {}) =>
      fetch(`${gateway.api}/keys/exposed`, {
        method: "POST",
        headers: { ...scanner.headersFor(body.toString("latin1")), ...more },
        body,
      }).then(({ status }) => status);
    // The scanner signs bytes; what they are encoded with is undone afterwards.
    expect(await send(bytes, { "content-encoding": "gzip" })).toBe(401);
    expect(await send(Buffer.from(`[{"token":"${"a".repeat(2000)}"}]`))).toBe(400);
    expect(await send(Buffer.from("[]"))).toBe(400);
    const many = JSON.stringify(Array.from({ length: 1001 }, () => ({ token: "a" })));
    expect(await send(Buffer.from(many))).toBe(400);
    const large = Buffer.from(JSON.stringify([{ token: "a", url: "u".repeat(1024 * 1024) }]));
    expect(await send(large)).toBe(413);
    const full = JSON.stringify(Array.from({ length: 1000 }, (_, at) => ({ token: `t${at}` })));
    expect(await send(Buffer.from(full))).toBe(200);
  });

  it("is checked by keys that are fetched where the operator says, once for many reports", async () => {
    let fetches = 0;
    const meta = createServer((_, response) => {
      fetches += 1;
      response.setHeader("content-type", "application/json").end(scanner.published);
    });
    await new Promise<void>((listening) => meta.listen(0, "127.0.0.1", listening));
    const { port } = meta.address() as AddressInfo;
    await using gateway = await startTestGateway({
      yaml: `exposed_keys: { github: { public_keys_url: "http://127.0.0.1:${port}/keys" } }`,
    });
    const key = await gateway.own.addKey();
    for (const _ of [1, 2, 3])
      expect((await report(gateway, [{ token: key }], scanner.headersFor)).status).toBe(200);
    const stranger = createScanner("c".repeat(64));
    expect((await report(gateway, [{ token: key }], stranger.headersFor)).status).toBe(401);
    expect(fetches).toBe(1);
    expect(await shownTo(gateway, gateway.own.management, key)).toMatchObject({
      exposed_source: "github",
    });
    meta.close();
  });
});

it("tells a webhook too, in words that its receiver can check", async () => {
  const seen: { headers: Record<string, unknown>; body: string }[] = [];
  let failures = 1;
  const hook = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    seen.push({ headers: { ...request.headers }, body });
    failures -= 1;
    response.writeHead(failures < 0 ? 204 : 503).end();
  });
  await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
  const { port } = hook.address() as AddressInfo;
  const secret = Buffer.from("0123456789abcdef0123456789abcdef");
  const [gateway] = await start(
    "notify",
    `  webhook: { url: "http://127.0.0.1:${port}/hook", secret: "whsec_${secret.toString("base64")}" }`,
  );
  const key = await gateway.own.addKey({ name: "Search" });
  await report(gateway, [{ token: key }], scanner.headersFor);
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 30_000 });
  // What would take seconds: the next attempt.
  await vi.waitFor(
    async () => {
      await rawSql(
        { dataFolder: gateway.dataFolder },
        "update outbox set due_at_ms = 1 where state = 'waiting'",
      );
      expect(seen).toHaveLength(2);
    },
    { timeout: 30_000, interval: 100 },
  );
  const record: KeyRecord | null = await gateway.store.keys.get(
    gateway.own.organisationId,
    hashKey(key),
  );
  const ids = new Set(seen.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(1);
  for (const { headers, body } of seen) {
    expect(await isSigned(secret, headers, body)).toBe(true);
    expect(JSON.parse(body)).toMatchObject({
      type: "key.exposed",
      data: { key_id: record?.id, key_name: "Search", key_label: record?.label, disabled: false },
    });
  }
  hook.close();
});

/** As a receiver's library does it. */
async function isSigned(secret: Buffer, headers: Record<string, unknown>, body: string) {
  const key = await crypto.subtle.importKey(
    "raw",
    secret,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const mac = await crypto.subtle.sign("HMAC", key, Buffer.from(text));
  const isRecent = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) < 300;
  return isRecent && headers["webhook-signature"] === `v1,${Buffer.from(mac).toString("base64")}`;
}
