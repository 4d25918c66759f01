import type { Schema } from "@portico/client";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage, askModel, manage, untilLogged } from "./support/ask.ts";
import { overflow, violations } from "./support/examine.ts";
import { bothPlaces, type OpenConsole, openConsole } from "./support/open-console.ts";

/** One event of each wire that brings text, and the last one, by the contract's names. */
const wires = [
  ["responses", "response.output_text.delta", "response.done"],
  ["chat", "delta.content", "[DONE]"],
  ["messages", "content_block_delta", "message_stop"],
] as const;

async function ask(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}

async function giveKey(page: Page, { keys }: OpenConsole): Promise<void> {
  await page.getByLabel("Ordinary key").fill(keys.ordinary);
}

const stored = (page: Page) =>
  page.evaluate<string>(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie])",
  );

type Made = Pick<Schema<"ApiKey">, "name" | "limit" | "expires_at">;

const answer = (page: Page) => page.getByRole("region", { name: "Answer" });

describe.skipIf(!hasChromium).each(bothPlaces)(
  `the playground on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    // The gateway of the tests has models of a provider too.
    const simulated = place === "gateway" ? "&model=sandbox/text" : "";
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it.each(wires)("asks on the wire %s, and names its events", async (wire, piece, last) => {
      await using opened = await console.show(`playground?wire=${wire}${simulated}`);
      const { page, complaints } = opened;
      await giveKey(page, console);
      await page.getByLabel("Question").fill("Count from 1 to 5");
      await ask(page);
      await page.getByText("The answer is complete.").waitFor();
      expect(await answer(page).textContent()).toBe("1, 2, 3, 4, 5");
      const names = await page.locator(".events code").allTextContents();
      expect(names).toContain(piece);
      expect(names).toContain(last);
      await page.getByRole("tab", { name: "Raw frames" }).click();
      expect(await page.locator(".frames").textContent()).toContain("data: {");
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it("links to the request, whose drawer shows what was charged", async () => {
      await using opened = await console.show("playground");
      const { page } = opened;
      await giveKey(page, console);
      await ask(page);
      await page.getByText("The answer is complete.").waitFor();
      const cost = page.locator('[data-figure="answer-cost"][data-value]');
      await cost.waitFor();
      const charged = await cost.getAttribute("data-value");
      await page.locator('.answer a[href*="requests?id="]').click();
      const figure = page.getByRole("dialog").locator('[data-figure="request-charged"]');
      expect(await figure.getAttribute("data-value")).toBe(charged);
    });

    it("keeps the key out of the browser's storage and of the code", async () => {
      await using opened = await console.show("playground");
      const { page } = opened;
      await giveKey(page, console);
      await page.getByRole("tab", { name: "Code" }).click();
      for (const kind of ["curl", "Python", "@portico/client", "openai", "fetch"]) {
        await page.getByLabel("Copy as").selectOption(kind);
        const code = (await page.locator(".code-block code").textContent()) ?? "";
        expect(code).toContain("PORTICO_API_KEY");
        expect(code).not.toContain(console.keys.ordinary);
      }
      expect(await stored(page)).not.toContain(console.keys.ordinary);
    });

    it("makes a key of its own in one click, which can spend little and ends soon", async () => {
      await using opened = await console.open(`playground?wire=responses${simulated}`);
      const { page, complaints } = opened;
      expect(await page.getByRole("button", { name: "Ask", exact: true }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Make a key for this" }).click();
      await page
        .getByRole("button", { name: "Make a key for this" })
        .waitFor({ state: "detached" });
      const secret = await page.getByLabel("Ordinary key").inputValue();
      await ask(page);
      await page.getByText("The answer is complete.").waitFor();
      const { body } = await askInPage<{ data: readonly Made[] }>(page, "/keys?search=Playground");
      const [made] = body.data;
      expect(body.data).toHaveLength(1);
      expect(made).toMatchObject({ name: "Playground", limit: 1 });
      expect(Date.parse(made?.expires_at ?? "")).toBeLessThanOrEqual(Date.now() + 86_400_000);
      expect(await stored(page)).not.toContain(secret);
      expect(complaints).toEqual([]);
    });

    it("takes the body as it is written by hand, and says where it is no JSON", async () => {
      await using opened = await console.show(`playground?wire=responses${simulated}`);
      const { page } = opened;
      await giveKey(page, console);
      await page.getByRole("tab", { name: "JSON" }).click();
      const body = page.getByLabel("Body");
      const written = await body.inputValue();
      await body.fill(`${written},`);
      await page.getByText("This is no JSON object.").waitFor();
      expect(await page.getByRole("button", { name: "Ask", exact: true }).isDisabled()).toBe(true);
      await body.fill(written.replace("Count from 1 to 10", "Count from 1 to 3"));
      await ask(page);
      await expect.poll(() => answer(page).textContent()).toBe("1, 2, 3");
    });
  },
);

describe.skipIf(!hasChromium)(`the playground of a gateway${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("asks with the session of an ordinary key, without another key", async () => {
    await using opened = await console.open("playground?model=sandbox/text", { as: "ordinary" });
    const { page } = opened;
    await page.getByLabel("Question").fill("Repeat: by my own key");
    expect(await page.getByLabel("Ordinary key").count()).toBe(0);
    await ask(page);
    await expect.poll(() => answer(page).textContent()).toBe("by my own key");
  });

  it.each([1024, 1280, 1440])("fits a window of %i pixels with a long answer", async (width) => {
    await using opened = await console.open("playground?wire=chat&model=sandbox/text", {
      viewport: { width, height: 900 },
    });
    const { page } = opened;
    // Providers send more at once than simulated models do.
    const content = "many words ".repeat(40);
    const piece = JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
    await page.route("**/api/v1/chat/completions", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        body: `data: ${piece}\n\ndata: [DONE]\n\n`,
      }),
    );
    await giveKey(page, console);
    await ask(page);
    await expect.poll(() => page.locator(".events li").count()).toBe(2);
    expect(await overflow(page)).toBe(0);
  });

  it("shows how a rehearsed failure looks, and where it is explained", async () => {
    await using opened = await console.show("playground?model=sandbox/fail-429");
    const { page } = opened;
    await giveKey(page, console);
    await ask(page);
    await page.getByText("There is no whole answer. (429)").waitFor();
    const link = page.getByRole("link", { name: "What to do" });
    expect(await link.getAttribute("href")).toContain("/docs/errors/rate_limited.html");
  });

  it("stops a stream, and keeps what had come", async () => {
    await using opened = await console.show("playground?model=sandbox/stall");
    const { page } = opened;
    await giveKey(page, console);
    await ask(page);
    await expect.poll(() => page.locator(".events li").count()).toBeGreaterThan(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. What had come stays.").waitFor();
    expect(await page.locator(".events li").count()).toBeGreaterThan(1);
  });

  it("asks a logged request again, with its wire, its model and its words", async () => {
    const { data }: { data: { id: string }[] } = JSON.parse(
      JSON.stringify(await manage(console, "GET", "/workspaces")),
    );
    for (const { id } of data)
      await manage(console, "PATCH", `/workspaces/${id}`, {
        is_observability_io_logging_enabled: true,
      });
    const id = await askModel(console, {
      model: "sandbox/think",
      input: "Repeat: <b>once</b> more",
    });
    await untilLogged(console, id, "Repeat: <b>once</b> more");
    await using opened = await console.show(`requests?id=${id}`);
    const { page } = opened;
    await page.getByRole("button", { name: "Show what was asked and answered" }).click();
    const turns = page.getByRole("list", { name: "Conversation" }).getByRole("listitem");
    await turns.getByText("Repeat: <b>once</b> more", { exact: true }).waitFor();
    expect(await turns.locator("strong").allTextContents()).toEqual(["User", "Model"]);
    await turns.getByText("<b>once</b> more", { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText("As JSON").click();
    await page.getByRole("dialog").getByText('"Repeat: <b>once</b> more"').first().waitFor();
    await page.getByRole("link", { name: "Ask again" }).click();
    await expect
      .poll(() => page.getByLabel("Question").inputValue())
      .toBe("Repeat: <b>once</b> more");
    expect(await page.getByLabel("Model").inputValue()).toBe("sandbox/think");
    await giveKey(page, console);
    await ask(page);
    await expect.poll(() => answer(page).textContent()).toBe("<b>once</b> more");
  });
});
