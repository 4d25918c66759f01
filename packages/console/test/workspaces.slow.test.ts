import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage, manage, untilLogged } from "./support/ask.ts";
import { overflow, settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places, remembered } from "./support/open-console.ts";

interface Named {
  readonly data: { readonly id: string; readonly hash: string };
}

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

const confirm = (page: Page) => page.getByRole("alertdialog");

describe.skipIf(!hasChromium).each(places)(
  `the workspaces' screen on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("creates a workspace, renames it, and changes what it keeps", async () => {
      await using opened = await console.open("workspaces");
      const { page, complaints } = opened;
      await page.getByRole("button", { name: "Create a workspace" }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: "Create a workspace" }).click();
      await form.getByText("Write something here.").waitFor();
      await form.getByLabel("Name", { exact: true }).fill("Night shift");
      await form.getByRole("button", { name: "Create a workspace" }).click();

      const drawer = page.getByRole("dialog", { name: "Night shift" });
      await drawer.waitFor();
      await drawer.getByLabel("Name", { exact: true }).fill("Day shift");
      await drawer.getByLabel("Keep requests and replies").check();
      await drawer.getByLabel("Share of requests, in percent").fill("25");
      await drawer.getByLabel("Keep vectors").check();
      await drawer.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Day shift" }).waitFor();
      await page.getByText("Saved. It counts from the next request on.").waitFor();
      const changed = {
        name: "Day shift",
        is_observability_io_logging_enabled: true,
        io_logging_sampling_rate: 0.25,
        is_embeddings_cache_enabled: true,
      };
      const { body } = await askInPage(page, "/workspaces/night-shift");
      expect(body).toMatchObject({ data: changed });
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it("deletes an empty workspace by its name, and says why another one stays", async () => {
      await using opened = await console.open("workspaces");
      const { page, complaints } = opened;
      await page.getByRole("button", { name: "Create a workspace" }).click();
      await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Short lived");
      await page.getByRole("dialog").getByRole("button", { name: "Create a workspace" }).click();
      await page.getByRole("dialog", { name: "Short lived" }).waitFor();
      const { id } = (await askInPage<Named>(page, "/workspaces/short-lived")).body.data;
      const key = await askInPage<Named>(page, "/keys", {
        method: "POST",
        body: { name: "Its key", workspace_id: id },
      });
      await page.getByRole("button", { name: "Delete this workspace" }).click();
      const remove = confirm(page).getByRole("button", { name: "Delete for ever" });
      await confirm(page).getByLabel("Type Short lived").fill("Short");
      expect(await remove.isEnabled()).toBe(false);
      await confirm(page).getByLabel("Type Short lived").fill("Short lived");
      await remove.click();
      await confirm(page).getByText("The workspace still has keys").waitFor();
      expect((await askInPage(page, `/workspaces/${id}`)).status).toBe(200);

      await askInPage(page, `/keys/${key.body.data.hash}`, { method: "DELETE" });
      await remove.click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect((await askInPage(page, `/workspaces/${id}`)).status).toBe(404);
      const opener = page.getByRole("button", { name: "Short lived" });
      await expect.poll(() => opener.count()).toBe(0);
      await expect.poll(() => new URL(page.url()).search).toBe("");
      expect(complaints.filter((one) => !/status of 40[49]/.test(one))).toEqual([]);
    });

    it("keeps no secret of a credential, and checks, renames, stops and deletes it", async () => {
      await using opened = await console.open("workspaces?workspace=default&tab=byok");
      const { page } = opened;
      const good = "sk-live-0123456789abcdef";
      const refused = "sk-refused-0123456789abcdef";
      await page.getByRole("button", { name: "Add a credential" }).click();
      const dialog = page.getByRole("dialog").last();
      await dialog.getByLabel("Provider").selectOption("openai");
      await dialog.getByLabel("Name").fill("Spare contract");
      await dialog.getByLabel("Secret").fill(good);
      expect(await dialog.getByLabel("Secret").getAttribute("type")).toBe("password");
      await dialog.getByRole("button", { name: "Add a credential" }).click();
      const card = page.locator(".credential", { hasText: "Spare contract" });
      await card.getByRole("button", { name: "Check now" }).click();
      await card.getByText("Accepted").waitFor();
      expect(await remembered(page)).not.toContain(good);
      const { data } = (await askInPage<Listed>(page, "/byok")).body;
      const { id } = data.find(({ name }) => name === "Spare contract") ?? {};
      expect(JSON.stringify(data)).not.toContain(good);

      await card.getByRole("button", { name: "Replace the secret" }).click();
      await page.getByRole("dialog").last().getByLabel("Secret").fill(refused);
      await page.getByRole("dialog").last().getByRole("button", { name: "Replace" }).click();
      // What was found about the earlier secret is gone with it.
      await card.getByText("Accepted").waitFor({ state: "detached" });
      await card.getByRole("button", { name: "Check now" }).click();
      await card.getByText("Failed").waitFor();
      await card.getByText("HTTP 401").waitFor();
      expect(await remembered(page)).not.toContain(refused);
      const checks = (await askInPage<Listed>(page, "/audit?action=checkProvider")).body.data;
      const outcomes = checks.filter(({ after }) => JSON.stringify(after).includes(String(id)));
      expect(outcomes.map(({ after }) => after)).toMatchObject([
        { outcome: "failed" },
        { outcome: "accepted" },
      ]);

      await card.getByRole("button", { name: "Switch off" }).click();
      await card.getByText("Switched off").waitFor();
      await card.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("dialog").last().getByLabel("Name").fill("Renamed");
      await page.getByRole("button", { name: "Save" }).click();
      const renamed = page.locator(".credential", { hasText: "Renamed" });
      await renamed.getByRole("button", { name: "Switch on" }).click();
      await renamed.getByText("In use").waitFor();

      await renamed.getByRole("button", { name: "Delete" }).click();
      const remove = confirm(page).getByRole("button", { name: "Delete" });
      expect(await remove.isEnabled()).toBe(false);
      await confirm(page).getByLabel("Type Renamed").fill("Renamed");
      await remove.click();
      await page.getByText("the secret is wiped and cannot be recovered").waitFor();
      await renamed.waitFor({ state: "detached" });
      const left = (await askInPage<Listed>(page, "/byok")).body.data;
      expect(left.some((one) => one["id"] === id)).toBe(false);
      expect(await violations(page)).toEqual([]);
    });

    it("erases what one person asked, and then everything, by the workspace's name", async () => {
      if (place === "gateway") await logTwo(console);
      await using opened = await console.open("workspaces?workspace=default&tab=log");
      const { page, complaints } = opened;
      const name = place === "gateway" ? "Default" : "Production";
      const asked: (string | null)[] = [];
      page.on("request", (request) => {
        if (request.method() !== "DELETE") return;
        asked.push(new URL(request.url()).searchParams.get("user"));
      });
      const erase = async (verb: string) => {
        await page.getByRole("button", { name: verb }).click();
        const button = confirm(page).getByRole("button", { name: "Erase", exact: true });
        expect(await button.isEnabled()).toBe(false);
        await confirm(page).getByLabel(`Type ${name}`).fill(name);
        await button.click();
        await confirm(page).waitFor({ state: "detached" });
      };
      // The simulated gateway logs no content.
      const erased = place === "gateway" ? "One entry was erased." : "0 entries were erased.";
      await page.getByLabel("End user").fill("ada");
      await erase("Erase what ada asked");
      await page.getByText(erased).waitFor();
      await page.getByLabel("End user").fill("");
      await page.getByText(erased).waitFor({ state: "detached" });
      await erase("Erase the whole log");
      await page.getByText(erased).waitFor();
      expect(asked).toEqual(["ada", null]);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it("fits a phone, with its credentials open", async () => {
      await using opened = await console.open("workspaces?workspace=default&tab=byok", {
        viewport: { width: 360, height: 740 },
        colorScheme: "dark",
      });
      await settled(opened.page);
      expect(await overflow(opened.page)).toBe(0);
      expect(await violations(opened.page)).toEqual([]);
    });
  },
);

/** Two people's requests of the same workspace, whose content the gateway has kept. */
async function logTwo(console: OpenConsole): Promise<void> {
  const { api, keys } = console;
  await manage(console, "PATCH", "/workspaces/default", {
    is_observability_io_logging_enabled: true,
  });
  const headers = {
    authorization: `Bearer ${keys.ordinary}`,
    "content-type": "application/json",
  };
  for (const user of ["ada", "bob"]) {
    const body = JSON.stringify({ model: "sandbox/text", input: `I am ${user}`, user });
    const reply = await fetch(`${api}/responses`, { method: "POST", headers, body });
    await reply.text();
    await untilLogged(console, reply.headers.get("x-generation-id") ?? "", `I am ${user}`);
  }
}
