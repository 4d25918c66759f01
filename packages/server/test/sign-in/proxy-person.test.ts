import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { parseConfiguration } from "../../src/configuration/load-configuration.ts";
import { GatewayError } from "../../src/errors.ts";
import { toNetworks } from "../../src/networks.ts";
import { createProxySignIn } from "../../src/sign-in/proxy-person.ts";

const sent = (...lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join("");

/** What the gateway makes of the header lines that come over a socket from 127.0.0.1. */
async function ask(lines: string, { trusted = "127.0.0.1", fields = "default_role: viewer" } = {}) {
  const { signIn, proxy } = parseConfiguration(
    `proxy: { trusted_proxies: ["${trusted}"] }
console: { sign_in: { proxy: { user_header: X-Remote-User, ${fields} } } }`,
    { file: null, environment: {} },
  );
  if (signIn.proxy === null) throw new Error("The configuration has no proxy.");
  let ignored = 0;
  const { personOf } = createProxySignIn(signIn.proxy, {
    trustedProxies: toNetworks(proxy.trustedProxies),
    onIgnored: () => {
      ignored += 1;
    },
  });
  const result = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    try {
      result.resolve({ person: personOf(request), ignored });
    } catch (error) {
      result.resolve(
        error instanceof GatewayError ? { status: error.status, message: error.message } : error,
      );
    }
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`);
  const found = await result.promise;
  socket.destroy();
  server.close();
  return found;
}

const groups = "groups_header: X-Remote-Groups, roles: { admin: [ops], viewer: [staff, 'a b'] }";

it("is the person whom a trusted proxy names, in the letters that the proxy wrote", async () => {
  expect(await ask(sent("X-REMOTE-USER:  Zoë@example.com "))).toEqual({
    person: {
      ...{ way: "proxy", subject: "Zoë@example.com", name: "Zoë@example.com" },
      ...{ role: "viewer", providerSession: null },
    },
    ignored: 0,
  });
});

it.each([
  ["staff", "viewer"],
  ["x, ops ,staff", "admin"],
  ["x;a b", "viewer"],
])("has the role of the groups %s", async (list, role) => {
  const lines = sent("X-Remote-User: ada", `X-Remote-Groups: ${list}`);
  expect(await ask(lines, { fields: groups })).toMatchObject({ person: { role } });
});

it("is none where another peer than a trusted proxy sends the header, whatever it says of its way", async () => {
  const lines = sent(
    "X-Remote-User: admin",
    "X-Forwarded-For: 10.0.0.1",
    "Forwarded: for=10.0.0.1",
  );
  expect(await ask(lines, { trusted: "10.0.0.1" })).toEqual({ person: null, ignored: 1 });
});

it("is none without the header, or with an empty one", async () => {
  expect(await ask("")).toEqual({ person: null, ignored: 0 });
  expect(await ask(sent("X-Remote-User:"))).toEqual({ person: null, ignored: 0 });
});

it("is refused where a header comes twice: one of them may be the caller's own", async () => {
  expect(await ask(sent("X-Remote-User: ada", "x-remote-user: admin"))).toEqual({
    status: 400,
    message: "The header x-remote-user came twice: the proxy must replace what callers send.",
  });
  const lines = sent("X-Remote-User: ada", "X-Remote-Groups: staff", "X-Remote-Groups: ops");
  expect(await ask(lines, { fields: groups })).toMatchObject({ status: 400 });
});

it("is refused without a role, and reads what to do", async () => {
  const lines = sent("X-Remote-User: ada", "X-Remote-Groups: others");
  expect(await ask(lines, { fields: groups })).toEqual({
    status: 403,
    message: expect.stringMatching(/the header x-remote-groups names others\. An operator can/),
  });
  expect(await ask(sent(`X-Remote-User: ${"a".repeat(256)}`))).toMatchObject({ status: 400 });
});
