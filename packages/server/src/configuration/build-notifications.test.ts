import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration.ts";
import { parseConfiguration } from "./load-configuration.ts";

const read = (text: string, environment: Record<string, string> = {}) =>
  parseConfiguration(text, { file: "portico.yaml", environment });

function problemsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const smtp = (fields: string, to = "to: a@example.com") =>
  `notifications:\n  ${to}\n  smtp: { host: mail.example, from: p@example.com${fields} }`;

describe("alerts", () => {
  it("have thresholds, an unbilled amount and a time for providers by default", () => {
    expect(read("").alerts).toEqual({
      thresholds: [50, 80, 95],
      unbilledNanousd: 1_000_000_000,
      providerDownMs: 300_000,
      channels: null,
    });
  });

  it("are changed, or switched off, one by one", () => {
    const hook = `notifications: { webhook: { url: "https://hooks.example/x", secret: "0123456789abcdef" } }`;
    const text = `${hook}\nalerts: { thresholds: [100, 75], unbilled_usd: 2.5, provider_down_seconds: 60, channels: [webhook] }`;
    expect(read(text).alerts).toEqual({
      thresholds: [75, 100],
      unbilledNanousd: 2_500_000_000,
      providerDownMs: 60_000,
      channels: ["webhook"],
    });
    expect(
      read("alerts: { thresholds: [], unbilled_usd: null, provider_down_seconds: null }").alerts,
    ).toEqual({ thresholds: [], unbilledNanousd: null, providerDownMs: null, channels: null });
  });

  it.each([
    ["thresholds: [0]", "alerts.thresholds[0]: must be at least 1."],
    ["thresholds: [101]", "alerts.thresholds[0]: must be at most 100."],
    ["thresholds: [12.5]", "alerts.thresholds[0]: must be a whole number."],
    ["thresholds: 50", "alerts.thresholds: must be a list."],
    ["thresholds: [50, 50]", "alerts.thresholds: must not name a percentage twice."],
    ["unbilled_usd: 0", "alerts.unbilled_usd: must be at least 0.01."],
    ["provider_down_seconds: 0", "alerts.provider_down_seconds: must be at least 1."],
    ["channels: [sms]", 'alerts.channels[0]: must be one of "email", "webhook".'],
    [
      "channels: [email]",
      'alerts.channels[0]: "email" is not set up: write notifications.smtp, or leave the channel out.',
    ],
    ["treshold: [50]", 'Unknown key "treshold" in alerts. Did you mean "thresholds"?'],
  ])("refuse %s", (setting, message) => {
    expect(problemsOf(`alerts: { ${setting} }`)).toEqual([expect.stringContaining(message)]);
  });
});

describe("notifications", () => {
  it("are off by default, and exposed keys stay on", () => {
    expect(read("")).toMatchObject({
      notifications: { mail: null, webhook: null },
      exposedKeys: { onExposed: "notify", github: null },
    });
  });

  it("go by mail over STARTTLS at its usual port", () => {
    expect(read(smtp("")).notifications.mail).toEqual({
      host: "mail.example",
      port: 587,
      tls: "starttls",
      credentials: null,
      ca: null,
      from: { name: "", address: "p@example.com" },
      to: ["a@example.com"],
    });
  });

  it("take the password from the environment, several recipients, and the sender's name", () => {
    const text = `
notifications:
  to: [a@example.com, b@example.com]
  smtp:
    host: mail.example
    port: 465
    user: portico
    password: "\${SMTP_PASSWORD}"
    from: "Portico at Example <p@example.com>"
  webhook: { url: "https://hooks.example/x", secret: "\${HOOK}" }`;
    const environment = { SMTP_PASSWORD: "s3cret", HOOK: "0123456789abcdef" };
    expect(read(text, environment).notifications).toMatchObject({
      mail: {
        port: 465,
        tls: "implicit",
        credentials: { user: "portico", password: "s3cret" },
        from: { name: "Portico at Example", address: "p@example.com" },
        to: ["a@example.com", "b@example.com"],
      },
      webhook: { url: "https://hooks.example/x", secret: "0123456789abcdef" },
    });
  });

  it.each([
    ["a user without a password", smtp(", user: portico"), /3:9: notifications\.smtp: user and/],
    [
      "a password in the clear",
      smtp(", user: a, password: b, tls: none"),
      /notifications\.smtp\.tls: none would send the password in the clear/,
    ],
    ["two addresses in one", smtp("", 'to: "a@example.com, b@example.com"'), /must be an e-mail/],
    [
      "a header in an address",
      smtp("", 'to: "a@example.com\\r\\nBcc: b@x.y"'),
      /must be an e-mail/,
    ],
    ["a sender that is none", smtp("").replace("p@example.com", "p"), /must be an e-mail/],
    [
      "a short secret",
      'notifications: { webhook: { url: "https://x.example", secret: short } }',
      /must have at least 16 characters/,
    ],
    ["an unknown key", "exposed_keys: { on_exposure: disable }", /Unknown key "on_exposure"/],
    ["an unknown choice", "exposed_keys: { on_exposed: delete }", /"notify", "disable"/],
    ["a scanner without keys", "exposed_keys: { github: {} }", /either public_keys_url or/],
    [
      "a scanner's key that is none",
      "exposed_keys: { github: { public_keys: [ { key_identifier: a, key: b } ] } }",
      /public_keys\[0\]\.key: must be a public key on the curve P-256/,
    ],
  ])("refuse %s, and say what to write", (_, text, expected) => {
    expect(problemsOf(text).join("\n")).toMatch(expected);
  });

  it("need a recipient of mail", () => {
    const text = "notifications: { smtp: { host: mail.example, from: p@example.com } }";
    expect(problemsOf(text)).toEqual([
      expect.stringContaining("to is missing: the recipient of mail"),
    ]);
  });

  it("send a password in the clear only to this machine", () => {
    const local = smtp(", user: a, password: b, tls: none").replace("mail.example", "127.0.0.1");
    expect(read(local).notifications.mail).toMatchObject({ tls: "none", port: 25 });
  });
});

it("a scanner's public keys may stand in the file", () => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const key = JSON.stringify(pem);
  const text = `exposed_keys: { on_exposed: disable, github: { public_keys: [ { key_identifier: abc, key: ${key} } ] } }`;
  expect(read(text).exposedKeys).toEqual({
    onExposed: "disable",
    github: { publicKeys: [{ identifier: "abc", pem }] },
  });
});
