import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askModel } from "./support/ask.ts";
import { settled } from "./support/examine.ts";
import { makeTraffic } from "./support/make-traffic.ts";
import { type OpenConsole, openServed } from "./support/open-console.ts";
import { serveNewGateway } from "./support/serve-console.ts";

const isThere = process.env["PORTICO_TEST_CITUS_URL"] !== undefined;
const without = isThere ? withoutChromium : " (skipped: PORTICO_TEST_CITUS_URL names no cluster)";

const program = fileURLToPath(new URL("../../server/test/store/lend-citus.ts", import.meta.url));

/** The URL of a store whose tables are spread, by the workers alone. */
async function lendCitus() {
  const lender = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface(lender.stdout), "line");
  const { databaseUrl }: { readonly databaseUrl: string } = JSON.parse(line);
  return {
    databaseUrl,
    async giveBack() {
      lender.stdin.end();
      await once(lender, "close");
    },
  };
}

describe.skipIf(!(isThere && hasChromium))(`the console on a cluster of Citus${without}`, () => {
  let lent: Awaited<ReturnType<typeof lendCitus>>;
  let console: OpenConsole;
  beforeAll(async () => {
    lent = await lendCitus();
    const environment = {
      DATABASE_URL: lent.databaseUrl,
      PORTICO_SECRET: randomBytes(32).toString("base64"),
    };
    console = await openServed(await serveNewGateway(environment));
    await makeTraffic(console.api, console.keys);
  }, 300_000);
  afterAll(async () => {
    try {
      await console[Symbol.asyncDispose]();
    } finally {
      await lent.giveBack();
    }
  }, 60_000);

  it("signs in by the form, and shows requests, activity, keys, budgets and the ledger", {
    timeout: 300_000,
  }, async () => {
    await using opened = await console.open("", { as: "nobody" });
    const { page, complaints, go } = opened;
    await page.getByLabel("Key", { exact: true }).fill(console.keys.management);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator(".bar .account").waitFor();
    // Chromium prints the answer of 401 of a page without a session.
    complaints.splice(0);

    const id = await askModel(console);
    await go("requests");
    await expect
      .poll(() => page.locator("table[aria-label=Requests] tbody tr").count())
      .toBeGreaterThan(10);
    await go(`requests?id=${id}`);
    await page.getByRole("dialog").getByText("sandbox/text", { exact: true }).first().waitFor();
    for (const path of ["spend", "keys", "budgets", "ledger"]) {
      await go(path);
      await settled(page);
      const rows = page.locator("main table tbody tr");
      await expect.poll(() => rows.count(), { message: path }).toBeGreaterThan(0);
    }
    await page.getByText("The sums agree").waitFor();
    expect(complaints).toEqual([]);
  });
});
