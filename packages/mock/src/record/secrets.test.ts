import { describe, expect, it } from "vitest";
import { Secrets, standsFor } from "./secrets.ts";
import { withoutSecretsInPieces } from "./secrets-in-pieces.ts";

describe("secrets", () => {
  it("replaces what looks like a secret, wherever it stands, the same by the same", () => {
    const secrets = new Secrets();
    const text = "Use ptc_0123456789 or sk-ant-0123456789, not ptc_0123456789; task-force stays";
    expect(secrets.inText(text)).toBe(
      "Use ptc_placeholder-000001 or sk-placeholder-000002, not ptc_placeholder-000001; task-force stays",
    );
    expect(secrets.inHeader("authorization", "Bearer ptc_0123456789")).toBe(
      "Bearer ptc_placeholder-000001",
    );
    expect(secrets.inText("postgres://user:pass-word@host/db")).toBe(
      "postgres://user:secret-placeholder-000003@host/db",
    );
  });

  it("replaces the text of secret fields, also in front of them and in other texts", () => {
    const secrets = new Secrets();
    expect(secrets.inBody({ note: "it is hunter2-hunter2", secret: "hunter2-hunter2" })).toEqual({
      note: "it is secret-placeholder-000001",
      secret: "secret-placeholder-000001",
    });
    expect(secrets.inText("/x?y=hunter2-hunter2")).toBe("/x?y=secret-placeholder-000001");
  });

  it("takes `key` for a secret in the body itself, and for a word further inside", () => {
    const body = { key: "short", metadata: { key: "short", role: "short" } };
    expect(new Secrets().inBody(body)).toEqual({
      key: "secret-placeholder-000001",
      metadata: { key: "short", role: "short" },
    });
  });

  it("finds a secret whose characters a JSON text or an address escapes", () => {
    const secrets = new Secrets();
    secrets.inBody({ secret: 'a "quoted" secret' });
    const stand = "secret-placeholder-000001";
    expect(secrets.inText(JSON.stringify({ x: 'a "quoted" secret' }))).toBe(`{"x":"${stand}"}`);
    expect(secrets.inText(encodeURIComponent('a "quoted" secret'))).toBe(stand);
  });

  it("replaces a secret of which each event of a stream has a piece", () => {
    const frames = (...deltas: string[]) =>
      deltas.map((delta) => `data: ${JSON.stringify({ type: "t", delta })}\n\n`).join("");
    const secrets = new Secrets();
    const text = withoutSecretsInPieces(frames("Say sk-proj-", "0123", "456789 now", "!"), secrets);
    expect(text).toBe(frames("Say s", "k", "-placeholder-000001 now", "!"));
    expect(secrets.inText(text)).toBe(text);
  });

  it("leaves placeholders as they are, and uses no number again", () => {
    const secrets = new Secrets(["before: ptc_placeholder-000041"]);
    expect(secrets.inText("ptc_placeholder-000041 sk-0123456789abc")).toBe(
      "ptc_placeholder-000041 sk-placeholder-000042",
    );
  });

  it("takes any text for a placeholder, and nothing else for the text around it", () => {
    expect(standsFor("Bearer (ptc_placeholder-000001)", "Bearer (ptc_x)")).toBe(true);
    expect(standsFor("Bearer (ptc_placeholder-000001)", "Basic (ptc_x)")).toBe(false);
    expect(standsFor("a", "a")).toBe(true);
    expect(standsFor("a", "b")).toBe(false);
  });
});
