import type { Output } from "@portico/contract";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { overflow, settled, violations } from "./support/examine.ts";
import { openConsole, openServed } from "./support/open-console.ts";
import { serveEmptyGateway } from "./support/serve-console.ts";

const textOf = (page: Page) => page.getByLabel("Its text", { exact: true });

async function planAndApply(page: Page, why: string): Promise<void> {
  await page.getByRole("button", { name: "See what would change" }).click();
  await page.getByRole("heading", { name: "What would change" }).waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Why (for the history)").fill(why);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("cell", { name: why }).waitFor();
  await settled(page);
}

describe.skipIf(!hasChromium)(`the configuration${withoutChromium}`, () => {
  it("leads a new operator from an empty installation to a first call, and back, without a file", {
    timeout: 600_000,
  }, async () => {
    const startedMs = performance.now();
    const served = await serveEmptyGateway();
    await using console = await openServed(served);
    await using opened = await console.open("configuration");
    const { page, complaints } = opened;
    await page.getByText("the presets", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a provider" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Kind").selectOption("openai-compatible");
    await form.getByLabel("Name").fill("own");
    await form.getByLabel("Credential").fill("sk-typed-here");
    await form.getByLabel("Address").fill(served.upstream);
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Add it to the text" }).click();
    await page.getByRole("button", { name: "Add a model" }).click();
    await form.getByLabel("Id", { exact: true }).fill("own/text");
    await form.getByLabel("Provider").fill("own");
    await form.getByLabel("Its name there").fill("text");
    await form.getByLabel("Input, US dollars").fill("0.1");
    await form.getByLabel("Output, US dollars").fill("0.4");
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Add it to the text" }).click();
    await planAndApply(page, "The first model");
    await page.getByRole("heading", { name: "Try the new provider" }).waitFor();
    const shown = await textOf(page).inputValue();
    expect(shown).toContain("api_key: sealed:1.1");
    expect(shown).not.toContain("sk-typed-here");
    const reply = await fetch(`${served.api}/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${served.keys.ordinary}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ model: "own/text", messages: [{ role: "user", content: "Hi" }] }),
    });
    expect(reply.status, await reply.text()).toBe(200);
    // Looking for faults of the page took its part of it.
    const tookMs = Math.round(performance.now() - startedMs);
    process.stdout.write(`first call after ${tookMs} ms, in the console\n`);

    await textOf(page).fill("sandbox: all\n");
    await planAndApply(page, "Back to the sandbox");
    await page
      .getByRole("row", { name: "The first model" })
      .getByRole("button", { name: "Take again" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take again" }).click();
    await page.getByRole("row", { name: "The first model" }).getByText("In use").waitFor();
    await expect.poll(() => textOf(page).inputValue()).toContain("own/text");
    expect(complaints).toEqual([]);
  });

  it("takes a vendor's models by pattern, a pool of keys that is tried first, and an alias, to a call in the playground", async () => {
    const served = await serveEmptyGateway();
    await using console = await openServed(served);
    await using opened = await console.open("configuration", { as: "nobody" });
    const { page, complaints } = opened;
    await page.getByLabel("Key", { exact: true }).fill(served.keys.management);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Add a provider" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Kind").selectOption("openai-compatible");
    await form.getByLabel("Name").fill("own");
    await form.getByLabel("Address").fill(served.upstream);
    await form.getByLabel("Credential", { exact: true }).fill("sk-typed-here");
    await form.getByRole("button", { name: "Another credential" }).click();
    await form.getByLabel("Credential 2", { exact: true }).fill("sk-refused-here");
    await form.getByLabel("Name of credential 2").fill("spare");
    await form.getByLabel("Share of credential 2").fill("3");
    await form.getByLabel("Models that it lists itself").fill("te*");
    await form.getByLabel("A model without a price").selectOption("Costs nothing");
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Add it to the text" }).click();
    await page.getByRole("button", { name: "Add an alias" }).click();
    await form.getByLabel("Alias", { exact: true }).fill("fast");
    await form.getByLabel("Model 1", { exact: true }).fill("own/text");
    await form.getByRole("button", { name: "Another model" }).click();
    await form.getByLabel("Model 2", { exact: true }).fill("sandbox/text");
    await form.getByLabel("Share of model 1").fill("1000000");
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Add it to the text" }).click();
    const plan = page.getByRole("button", { name: "See what would change" });
    const test = page.getByRole("button", { name: "Test own" });
    await plan.click();
    await test.click();
    await page.getByText("1 of 2 credentials are accepted. spare:").waitFor();
    expect(await violations(page)).toEqual([]);
    await textOf(page).fill((await textOf(page).inputValue()).replace("refused", "better"));
    await test.waitFor({ state: "detached" });
    await plan.click();
    await test.click();
    await page.getByText("accepts its 2 credentials").waitFor();
    await planAndApply(page, "The vendor");
    const shown = await textOf(page).inputValue();
    for (const secret of ["sk-typed-here", "sk-better-here"]) expect(shown).not.toContain(secret);
    await page.getByRole("link", { name: "Ask a model in the playground" }).click();
    await opened.go("playground?wire=chat&model=fast");
    await page.getByLabel("Ordinary key").fill(served.keys.ordinary);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("The answer is complete.").waitFor();
    const { body } = await askInPage<Output<"listGenerations">>(page, "/generations?limit=1");
    expect(body.data).toMatchObject([
      { provider_name: "own", configuration_version: 1, error: null },
    ]);
    expect(complaints).toEqual([]);
  });

  it("is changed entry by entry, with the difference before it counts, and loses nothing that a form does not know", async () => {
    const served = await serveEmptyGateway();
    await using console = await openServed(served);
    await using opened = await console.open("configuration");
    const { page, complaints } = opened;
    const written = [
      "# Ours",
      "providers:",
      "  own:",
      "    kind: openai-compatible   # since May",
      `    base_url: ${served.upstream}`,
      "    api_key: sk-typed-here",
      "    extra_body: { a: 1 }",
      "models:",
      "  - id: own/text",
      "    kind: text",
      "    context_length: 1000",
      "    deprecated: { use: own/other }",
      "    endpoints:",
      "      - provider: own",
      "        upstream_model: text",
      '        price: { input: "0.1", output: "0.4" }',
      "aliases: { fast: own/text }",
      "",
    ].join("\n");
    await textOf(page).fill(written);
    await planAndApply(page, "By hand");
    const kept = await textOf(page).inputValue();
    const entries = page.getByRole("table", { name: "Its entries" });
    await entries.getByRole("button", { name: "own/text", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Change own/text" });
    expect(new URL(page.url()).search).toBe("?entry=models%2Fown%2Ftext");
    await form.getByLabel("Input, US dollars").fill("0.2");
    await form.getByRole("button", { name: "Change the text" }).click();
    await page.getByRole("heading", { name: "What would change" }).waitFor();
    const difference = page.locator(".configuration-lines");
    expect(await difference.locator("del").textContent()).toContain('input: "0.1"');
    expect(await difference.locator("ins").textContent()).toContain('input: "0.2"');
    expect(await textOf(page).inputValue()).toBe(kept.replace('input: "0.1"', 'input: "0.2"'));
    await entries.getByRole("button", { name: "Remove fast" }).click();
    await expect.poll(() => difference.locator("del").textContent()).toContain("fast");
    await opened.go("configuration?entry=providers/own");
    await page.getByRole("dialog").getByLabel("Keeps what it is sent").selectOption("No");
    await page.getByRole("button", { name: "Change the text" }).click();
    await planAndApply(page, "By form");
    const { body } = await askInPage<Output<"getConfiguration">>(page, "/configuration");
    expect(body.data.yaml).toBe(
      kept
        .replace('input: "0.1"', 'input: "0.2"')
        .replace("extra_body: { a: 1 }\n", "extra_body: { a: 1 }\n    data_collection: deny\n")
        .replace("aliases: { fast: own/text }\n", "")
        .replace("sealed:1.1", "sealed:2.1"),
    );
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "has forms without faults for all kinds of entries, %s and narrow",
    async (colorScheme) => {
      const served = await serveEmptyGateway();
      await using console = await openServed(served);
      const viewport = { width: 360, height: 800 };
      await using opened = await console.open("configuration", { colorScheme, viewport });
      const { page, complaints } = opened;
      const named = ["providers", "models", "aliases", "canaries", "shadows", "guardrails"];
      for (const entry of [
        ...named.map((section) => `${section}/new`),
        "notifications",
        "alerts",
      ]) {
        await opened.go(`configuration?entry=${entry}`);
        await page
          .getByRole("dialog")
          .getByRole("button", { name: "Add it to the text" })
          .waitFor();
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      }
      expect(complaints).toEqual([]);
    },
  );

  it("shows every mistake of a text, and takes none of it", async () => {
    const served = await serveEmptyGateway();
    await using console = await openServed(served);
    await using opened = await console.open("configuration");
    const { page } = opened;
    await textOf(page).fill("providers: { openai: { api_kee: x } }\n");
    await page.getByRole("button", { name: "See what would change" }).click();
    await page.getByText('Unknown key "api_kee"').first().waitFor();
    expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
  });

  it("of a file is shown, and cannot be changed here", async () => {
    await using console = await openConsole("gateway");
    await using opened = await console.open("configuration");
    const { page, complaints } = opened;
    await page.getByText("portico.yaml decides here").waitFor();
    expect(await textOf(page).getAttribute("readonly")).not.toBeNull();
    expect(await textOf(page).inputValue()).not.toContain("sk-bench");
    for (const name of ["Add a provider", "See what would change", "Take again"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as file" }).click();
    expect((await download).suggestedFilename()).toBe("portico.yaml");
    expect(complaints).toEqual([]);
  });
});
