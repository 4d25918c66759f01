import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { expect, it, vi } from "vitest";
import { rawSql } from "../store/raw-sql.ts";
import { startMailServer } from "./mail-server.ts";

const patience = { timeout: 60_000, interval: 50 };

it("a notice arrives once if its gateway is killed while the mail server is busy", {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "portico-killed-"));
  let isThinking = true;
  await using mail = await startMailServer({
    onStage: (stage) =>
      stage === "taken" && isThinking ? new Promise<void>(() => {}) : Promise.resolve(),
  });
  const configuration = join(folder, "portico.yaml");
  await writeFile(
    configuration,
    `notifications: { to: operator@example.com, smtp: { host: 127.0.0.1, port: ${mail.port}, tls: none, from: portico@example.com } }`,
  );
  const environment = { PORTICO_CONFIG: configuration, PORTICO_LOG_LEVEL: "warn" };
  const place = { dataFolder: folder };
  const states = async () =>
    (await rawSql(place, "select state from outbox")).map((row) => row["state"]);
  const ask = async (url: string, path: string, body: unknown) => {
    const { management_key: key } = JSON.parse(
      await readFile(join(folder, "bootstrap.json"), "utf8"),
    );
    const response = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { readonly key: string };
  };
  try {
    await using first = await startGatewayProcess(folder, environment);
    const { key } = await ask(first.url, "/keys", {
      name: "Search",
      owner_email: "owner@example.com",
    });
    await ask(first.url, "/keys/exposed", { keys: [key] });
    await vi.waitFor(() => expect(mail.received).toHaveLength(1), patience);
    expect(await states()).toEqual(["sending"]);
    await vi.waitFor(() => expect(first.logged()).toContain("a key was found exposed"), patience);
    await first.stop("SIGKILL");
    isThinking = false;
    // Skips a wait of five minutes.
    await rawSql(place, "update outbox set due_at_ms = 1");
    await using second = await startGatewayProcess(folder, environment);
    await vi.waitFor(async () => expect(await states()).toEqual(["sent"]), patience);
    await ask(second.url, "/keys/exposed", { keys: [key] });
    expect(await second.stop()).toBe(0);
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(mail.received).toHaveLength(2);
    expect(mail.received[1]?.raw).toBe(mail.received[0]?.raw);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
