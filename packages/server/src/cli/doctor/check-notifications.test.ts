import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { startMailServer } from "../../../test/notifications/mail-server.ts";
import { createScanner } from "../../../test/notifications/scanner.ts";
import { testCertificate } from "../../../test/notifications/test-certificate.ts";
import { parseConfiguration } from "../../configuration/load-configuration.ts";
import { checkNotifications } from "./check-notifications.ts";

const login = { user: "portico", password: "correct horse" };

const check = (yaml: string, environment: Record<string, string> = {}) =>
  checkNotifications(parseConfiguration(yaml, { file: null, environment }));
const smtp = (port: number, more = "") =>
  `notifications: { to: a@example.com, smtp: { host: localhost, port: ${port}, from: p@example.com${more} } }`;
const withLogin = `, user: portico, password: "\${SMTP_PASSWORD}", ca: "\${SMTP_CA}"`;

const alertsGoBy = (channels: string) => ({
  check: "alerts",
  state: "ok",
  detail: `go out by ${channels}; of limits at 50 %, 80 %, 95 %`,
});

it("warns where no notice of an exposed key would be sent", async () => {
  expect(await check("")).toEqual([
    { check: "mail", state: "warning", detail: expect.stringContaining("no notice is sent") },
    { check: "alerts", state: "warning", detail: expect.stringContaining("only listed") },
  ]);
});

it("connects to the webhook, and sends nothing", async () => {
  const received: string[] = [];
  const hook = createServer((request) => void received.push(String(request.url)));
  await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
  const { port } = hook.address() as AddressInfo;
  const yaml = (scheme: string) =>
    `notifications: { webhook: { url: "${scheme}://127.0.0.1:${port}/secret", secret: "0123456789abcdef" } }`;
  expect(await check(yaml("http"))).toEqual([
    { check: "mail", state: "warning", detail: expect.stringContaining("owners get no mail") },
    { check: "webhook", state: "ok", detail: `notices go to 127.0.0.1:${port}, which answers` },
    alertsGoBy("webhook"),
  ]);
  expect((await check(yaml("https")))[1]).toMatchObject({ check: "webhook", state: "failed" });
  await new Promise((closed) => hook.close(closed));
  const gone = (await check(yaml("http")))[1];
  expect(gone).toMatchObject({ state: "failed", detail: expect.stringContaining("ECONNREFUSED") });
  expect(gone?.detail).not.toContain("secret");
  expect(received).toEqual([]);
});

it("connects, asks for TLS and logs in, and sends nothing", async () => {
  await using mail = await startMailServer({ tls: "starttls", login });
  const environment = { SMTP_CA: testCertificate, SMTP_PASSWORD: login.password };
  expect(await check(smtp(mail.port, withLogin), environment)).toEqual([
    {
      check: "mail",
      state: "ok",
      detail: `localhost:${mail.port} answers (starttls), and accepts the login`,
    },
    alertsGoBy("email"),
  ]);
  const wrong = await check(smtp(mail.port, withLogin), { ...environment, SMTP_PASSWORD: "wrong" });
  expect(wrong[0]).toMatchObject({ state: "failed", detail: expect.stringContaining("EAUTH") });
  expect(mail.received).toEqual([]);
});

it("says where no mail server answers", async () => {
  expect((await check(smtp(1)))[0]).toMatchObject({
    check: "mail",
    state: "failed",
    detail: expect.stringMatching(/^localhost:1: .*ECONNREFUSED/),
  });
});

it("fetches the scanner's public keys", async () => {
  const replies = [createScanner().published, "<html>"];
  const meta = createServer((_, response) => void response.end(replies.shift()));
  await new Promise<void>((listening) => meta.listen(0, "127.0.0.1", listening));
  const { port } = meta.address() as AddressInfo;
  const yaml = `exposed_keys: { github: { public_keys_url: "http://127.0.0.1:${port}/" } }`;
  expect((await check(yaml))[2]).toMatchObject({
    state: "ok",
    detail: expect.stringContaining("1 public keys"),
  });
  expect((await check(yaml))[2]).toMatchObject({ check: "scanner", state: "failed" });
  meta.close();
});
