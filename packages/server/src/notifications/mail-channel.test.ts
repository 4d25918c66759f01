import { expect, it } from "vitest";
import {
  type MailServerOptions,
  mailSettings,
  startMailServer,
} from "../../test/notifications/mail-server.ts";
import { testCertificate } from "../../test/notifications/test-certificate.ts";
import type { MailSettings } from "../configuration/configuration.ts";
import type { LeasedNotice } from "../store/ports/outbox.ts";
import { exposedKeyKind } from "./exposed-key-notice.ts";
import { createMailChannel } from "./mail-channel.ts";

const notice: LeasedNotice = {
  id: "4f0c4b0e-6a3e-4c53-9df1-6d1c1f4c9b1a",
  leaseId: "lease",
  kind: exposedKeyKind,
  channel: "email",
  recipient: "owner@example.com",
  payload: {
    key_id: 7,
    key_name: "Straßensuche 💶",
    key_label: "ptc_Ab3d…wxyz",
    key_kind: "ordinary",
    workspace_id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
    workspace_name: "Default",
    exposed_at: "2026-11-20T17:42:08.000Z",
    source: "github: commit",
    url: "https://github.com/octocat/Hello-World",
    disabled: false,
    kept_as_last_management_key: false,
  },
  attempts: 1,
  mayHaveArrived: false,
  createdAtMs: Date.UTC(2026, 10, 20, 17, 42, 8),
};
const login = { user: "portico", password: "correct horse" };
const trusted = { credentials: login, ca: testCertificate, host: "localhost" };

async function send(
  server: MailServerOptions,
  settings: Partial<MailSettings> = {},
  more: { readonly notice?: Partial<LeasedNotice>; readonly commit?: () => Promise<void> } = {},
) {
  await using mail = await startMailServer(server);
  const sent = createMailChannel(mailSettings(mail, settings)).send(
    { ...notice, ...more.notice },
    { commit: more.commit ?? (async () => {}), signal: AbortSignal.timeout(60_000) },
  );
  const error: unknown = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error: error instanceof Error ? error.message : error, received: [...mail.received] };
}

it("a mail goes to the owner, with a copy to the operator, and says what happened and what to do", async () => {
  const { error, received } = await send({});
  expect(error).toBeNull();
  expect(received).toHaveLength(1);
  const [{ raw = "", text = "", messageId = "", to = [] } = {}] = received;
  expect(to).toEqual(["owner@example.com", "operator@example.com"]);
  expect(messageId).toBe(`<${notice.id}@gateway.example>`);
  expect(raw).toMatch(/^From: Portico <portico@gateway\.example>\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^Date: Fri, 20 Nov 2026 17:42:08 \+0000\r$/m);
  expect(text).toContain("portico keys revoke 7");
  expect(text).toContain('"Straßensuche 💶"');
  expect(text).toContain("(ptc_Ab3d…wxyz), number 7, ordinary");
});

it("a mail goes to the operator alone if a key has no owner", async () => {
  const { received } = await send({}, {}, { notice: { recipient: null } });
  expect(received[0]?.to).toEqual(["operator@example.com"]);
});

it("a mail has the same bytes at every attempt", async () => {
  const [first, second] = [await send({}), await send({}, {}, { notice: { attempts: 9 } })];
  expect(second.received[0]?.raw).toBe(first.received[0]?.raw);
});

it.each(["starttls", "implicit"] as const)("logs in over TLS (%s)", async (tls) => {
  const { error, received } = await send({ tls, login }, { ...trusted, tls });
  expect(error).toBeNull();
  expect(received[0]).toMatchObject({ isSecure: true, user: "portico" });
});

it("no mail and no password are sent to a server without TLS if TLS is required", async () => {
  const { error, received } = await send({ tls: "none" }, { ...trusted, tls: "starttls" });
  expect(error).toMatch(/ETLS|STARTTLS/);
  expect(received).toEqual([]);
});

it("no mail is sent to a server with a certificate that cannot be verified", async () => {
  const { error, received } = await send(
    { tls: "starttls", login },
    { ...trusted, ca: null, tls: "starttls" },
  );
  expect(error).toMatch(/self-signed/);
  expect(received).toEqual([]);
});

it("the error of a refused login says so, without the password", async () => {
  const credentials = { user: "portico", password: "wrong battery" };
  const { error, received } = await send(
    { tls: "starttls", login },
    { ...trusted, credentials, tls: "starttls" },
  );
  expect(error).toMatch(/EAUTH/);
  expect(error).not.toContain("wrong battery");
  expect(received).toEqual([]);
});

it("a mail reaches the operator if the owner's address is refused, and fails if every address is", async () => {
  const one = await send({ refused: ["owner@example.com"] });
  expect(one.error).toBeNull();
  expect(one.received[0]?.to).toEqual(["operator@example.com"]);
  const both = await send({ refused: ["owner@example.com", "operator@example.com"] });
  expect(both.error).toMatch(/No such user/);
  expect(both.received).toEqual([]);
});

it("a mail calls commit when all but its last line is sent, and is not ended without it", async () => {
  const stages: string[] = [];
  const { error, received } = await send(
    { onStage: (stage) => void stages.push(stage) },
    {},
    {
      commit: async () => {
        expect(stages).toContain("data");
        throw new Error("The lease has ended.");
      },
    },
  );
  expect(error).toContain("The lease has ended.");
  expect(received).toEqual([]);
});

it("a key's name cannot add a header, a recipient or a line to a mail", async () => {
  const key_name =
    'x\r\nBcc: evil@example.com\r\n\r\n.\r\nRCPT TO:<evil@example.com>\u2028"$(rm -rf /)"';
  const payload = { ...Object(notice.payload), key_name, url: `${key_name}\nState: fine` };
  const { error, received } = await send({}, {}, { notice: { payload } });
  expect(error).toBeNull();
  expect(received).toHaveLength(1);
  const [{ raw = "", text = "", to = [] } = {}] = received;
  expect(to).toEqual(["owner@example.com", "operator@example.com"]);
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^(Bcc|RCPT TO|State)/im);
  expect(text).not.toMatch(/^(Bcc|RCPT TO|State: fine)/im);
  expect(text).toContain('keys create --name "new key"');
});
