import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { jsonHeaders } from "../support/gateway.ts";

const rounds = 4;

it("every secret that a rotation has answered works after kill -9 in the middle of another", {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "portico-rotation-crash-"));
  try {
    const secrets: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using gateway = await startGatewayProcess(folder);
      const keys = JSON.parse(await readFile(join(folder, "bootstrap.json"), "utf8"));
      if (round === 0) secrets.push(keys.api_key);
      const rotate = async () => {
        const response = await fetch(`${gateway.url}/api/v1/keys/${hashKey(keys.api_key)}/rotate`, {
          method: "POST",
          headers: jsonHeaders(keys.management_key),
          body: "{}",
        });
        expect(response.status).toBe(200);
        secrets.push(((await response.json()) as { key: string }).key);
      };
      for (const secret of secrets) {
        const url = `${gateway.url}/api/v1/models`;
        const { status } = await fetch(url, { headers: jsonHeaders(secret) });
        expect(status, "it is in its overlap, or the present one").toBe(200);
      }
      await rotate();
      const last = rotate().catch(() => {});
      // Some rounds die before the rotation, some in it, some behind it.
      for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
      await gateway.stop("SIGKILL");
      await last;
    }
    expect(secrets.length).toBeGreaterThan(rounds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
