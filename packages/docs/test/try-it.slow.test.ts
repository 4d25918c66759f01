import { loadDocument } from "@portico/contract";
import { startMock } from "@portico/mock";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import axe from "axe-core";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultOutput, writeSite } from "../src/site.ts";
import type { SiteFile } from "../src/site-file.ts";
import { type StaticServer, serveFolder } from "../src/static-server.ts";
import { tryItFacts } from "../src/try-it/facts.ts";
import { builtSite } from "./built-site.ts";
import { startHostileService } from "./hostile-service.ts";
import { gatewayTarget, type SampleTarget } from "./sample-target.ts";

let files: readonly SiteFile[];
let gateway: SampleTarget;
let docs: string;

beforeAll(async () => {
  ({ files } = await builtSite());
  // Where a gateway looks for it: what it sends with the pages is a part of what is tested.
  writeSite(files, defaultOutput);
  gateway = await gatewayTarget();
  docs = gateway.environment["PORTICO_BASE_URL"]?.replace("/api/v1", "/docs/") ?? "";
});
afterAll(() => gateway[Symbol.asyncDispose]());

const key = (kind = "PORTICO_API_KEY"): string => gateway.environment[kind] ?? "";

it("every example of a model's operation is answered by the sandbox as the panel sends it", async () => {
  const operations = Object.entries(tryItFacts(loadDocument()).operations);
  for (const [id, { method, path, examples, models }] of operations) {
    for (const { name, value } of models.length > 0 ? (examples ?? []) : []) {
      const reply = await fetch(`${gateway.environment["PORTICO_BASE_URL"]}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key()}`, "Content-Type": "application/json" },
        body: JSON.stringify(value),
      });
      expect(reply.status, `${id} ${name}: ${await reply.text()}`).toBe(200);
    }
    for (const model of models) {
      const reply = await fetch(`${gateway.environment["PORTICO_BASE_URL"]}/model/${model}`, {
        headers: { Authorization: `Bearer ${key()}` },
      });
      expect(reply.status, model).toBe(200);
    }
  }
});

describe.skipIf(!hasChromium)(`the panel in a browser${withoutChromium}`, () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let panel: Locator;
  const requests: { url: string; headers: Record<string, string> }[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    page = await context.newPage();
    panel = page.locator("dialog.try");
    page.on("request", (request) =>
      requests.push({ url: request.url(), headers: request.headers() }),
    );
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      // A refused request is written down by the browser itself.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
  });
  afterAll(() => browser.close());

  async function open(path: string, at = docs): Promise<void> {
    await page.goto(at + path);
    await page.locator(".try-open:visible").first().click();
    await panel.waitFor();
  }

  async function send(): Promise<void> {
    await panel.getByRole("button", { name: "Send", exact: true }).click();
  }

  const said = () => panel.locator(".try-said");
  const body = () => panel.getByLabel("Body (JSON)");
  const stop = () => panel.getByRole("button", { name: "Stop" });
  /** Of a reply that is there as a whole: what it says is shown after its status. */
  const status = async (pattern: RegExp) => {
    await expect.poll(() => panel.locator(".try-status").textContent()).toMatch(pattern);
    await expect.poll(() => stop().isDisabled()).toBe(true);
  };
  const apiKey = (name = "API key") => panel.getByLabel(name);

  async function findings(): Promise<string[]> {
    await page.evaluate(axe.source);
    return page.evaluate<string[]>(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ').slice(0, 400)))",
    );
  }

  it("loads nothing of itself before it is wanted, and asks only the gateway that serves it", async () => {
    requests.length = 0;
    await page.goto(`${docs}first-call.html`);
    expect(requests.filter(({ url }) => url.includes("try-it."))).toEqual([]);
    await page.locator(".try-open:visible").first().click();
    await panel.waitFor();
    await expect.poll(() => requests.filter(({ url }) => url.includes("try-it."))).toHaveLength(3);
    expect(await panel.getByLabel(/^Address/).inputValue()).toBe(key("PORTICO_BASE_URL"));
    expect(await body().inputValue()).toContain("What is a portico?");
    expect(requests.filter(({ url }) => !url.startsWith(new URL(docs).origin))).toEqual([]);
  });

  it("says 401 at the key's field, and answers with a key that stays in the tab alone", async () => {
    await open("first-call.html");
    await send();
    await status(/^401/);
    expect(await panel.locator(".try-place").textContent()).toContain("No API key was sent");
    const about = await panel
      .locator(".try-refusal a")
      .evaluate((link) => link.getAttribute("href"));
    expect(about).toMatch(/\/docs\/errors\/[\w-]+\.html$/);
    expect((await page.request.get(about ?? "")).status()).toBe(200);
    await apiKey().fill(key());
    await send();
    await status(/^200/);
    expect(await panel.locator(".try-body").textContent()).toContain('"output"');
    expect(await panel.locator(".try-headers").textContent()).toContain("Identifies this request");
    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, location.href, document.cookie])",
    );
    expect(kept).not.toContain(key());
    expect(await page.evaluate<string>("sessionStorage.getItem('portico.try')")).toContain(key());
    expect(await panel.textContent()).not.toContain(key());
    expect(requests.filter(({ url }) => url.includes(key()))).toEqual([]);
    const [sent] = requests.filter(({ url }) => url.includes("/responses")).slice(-1);
    expect(sent?.headers["authorization"]).toBe(`Bearer ${key()}`);
  });

  it("finds the key again on another page, and forgets it when asked to", async () => {
    await open("reference/listModels.html");
    expect(await apiKey().inputValue()).toBe(key());
    await panel.getByRole("button", { name: "Forget my keys" }).click();
    expect(await page.evaluate<string>("sessionStorage.getItem('portico.try')")).not.toContain(
      key(),
    );
    await apiKey().fill(key());
    const other = await context.newPage();
    await other.goto(`${docs}first-call.html`);
    expect(await other.evaluate("sessionStorage.getItem('portico.try')")).toBeNull();
    await other.close();
  });

  it.each([
    {
      operation: "createResponse",
      events: ["response.created", "response.output_text.delta", "response.completed", "[DONE]"],
    },
    {
      operation: "createChatCompletion",
      events: ["delta.role", "delta.content", "finish_reason", "[DONE]"],
    },
    {
      operation: "createMessage",
      events: ["message_start", "content_block_delta", "message_stop"],
    },
  ])(
    "shows the stream of $operation event by event, beside the contract's words",
    async ({ operation, events }) => {
      await open(`reference/${operation}.html`);
      const request = JSON.parse(await body().inputValue());
      await body().fill(JSON.stringify({ ...request, model: "sandbox/text", stream: true }));
      await send();
      await expect.poll(() => said().textContent()).toMatch(/^The stream ended after \d+ events/);
      const names = await panel.locator(".try-event-name code").allTextContents();
      expect(names.filter((name, index) => names.indexOf(name) === index)).toEqual(
        expect.arrayContaining(events),
      );
      const first = panel.locator(".try-events li").first();
      expect((await first.locator(".try-meaning").textContent())?.length).toBeGreaterThan(10);
      await first.locator("summary").click();
      expect(await first.locator("pre").textContent()).toContain('"');
    },
  );

  it("shows events while the stream still runs, and stops it", async () => {
    await open("reference/createResponse.html");
    await body().fill(
      '{"model": "sandbox/slow", "input": "Tell me a long story.", "stream": true}',
    );
    await send();
    await panel.locator(".try-events li").nth(4).waitFor();
    expect(await stop().isEnabled()).toBe(true);
    await stop().click();
    await expect.poll(() => said().textContent()).toMatch(/^Stopped after \d+ events/);
    await expect.poll(() => stop().isEnabled()).toBe(false);
    expect(await panel.locator(".try-events").textContent()).not.toContain("response.completed");
  });

  it("shows 400 at the field that it is about: in the body and among the parameters", async () => {
    await open("reference/createResponse.html");
    const text =
      '{"model": "sandbox/text", "input": [{"type": "message", "role": "user", "content": 5}]}';
    await body().fill(text);
    await send();
    await status(/^400/);
    expect(await body().getAttribute("aria-invalid")).toBe("true");
    await panel.getByRole("button", { name: "Show the place" }).click();
    const chosen = await body().evaluate((area) =>
      area instanceof HTMLTextAreaElement
        ? area.value.slice(area.selectionStart, area.selectionEnd)
        : "",
    );
    expect(text).toContain(chosen);
    expect(chosen).not.toBe(text);
    await open("reference/listModels.html");
    await panel.getByText(/^Optional parameters/).click();
    await panel.getByLabel(/^limit/).fill("-1");
    await send();
    await status(/^400/);
    expect(await panel.getByLabel(/^limit/).getAttribute("aria-invalid")).toBe("true");
    expect(
      await panel.getByLabel(/^limit/).evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  it("runs a management operation with the management key, and hides the new key until it is asked for", async () => {
    await open("reference/createApiKey.html");
    expect(await apiKey("Management key").inputValue()).toBe("");
    await apiKey("Management key").fill(key("PORTICO_MANAGEMENT_KEY"));
    await send();
    await status(/^201/);
    const shown = panel.locator(".try-body");
    expect(await shown.textContent()).toMatch(/ptcm?_••••/);
    await panel.getByRole("button", { name: "Show the keys" }).click();
    expect(await shown.textContent()).toMatch(/"ptcm?_\w{20,}/);
  });

  it("shows a list as a table if CSV is asked for", async () => {
    await open("reference/listApiKeys.html");
    await panel.getByLabel("as CSV").check();
    await send();
    await status(/^200/);
    expect(await panel.locator("table th").count()).toBeGreaterThan(5);
    expect(await panel.locator("table tbody tr").count()).toBeGreaterThan(0);
  });

  it("copies the request in each kind of code, and the key only if it is asked to", async () => {
    await open("reference/createResponse.html");
    for (const kind of ["curl", "Python", "@portico/client", "openai", "fetch"]) {
      await panel.getByLabel("Copy as").selectOption(kind);
      await panel.getByRole("button", { name: "Copy", exact: true }).click();
      await panel.getByText("Copied.").waitFor();
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toContain("sandbox/text");
      expect(copied).toContain("PORTICO_API_KEY");
      expect(copied).not.toContain(key());
    }
    await panel.getByLabel("with my key in it").check();
    await panel.getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toContain(key());
    expect(await panel.locator(".try-code").textContent()).not.toContain(key());
  });

  it("offers every operation of the reference, and of its pages", async () => {
    await page.goto(`${docs}reference.html#/models-(preview)/getmodel`);
    const section = page.locator('[data-section-id="/models-(preview)/getmodel"]');
    await section.getByRole("button", { name: /^Try it/ }).click();
    await panel.waitFor();
    expect(await panel.locator("header code").textContent()).toBe("GET /model/{author}/{slug}");
    await send();
    await status(/^200/);
    for (const id of Object.keys(tryItFacts(loadDocument()).operations))
      expect(files.find(({ path }) => path === `reference/${id}.html`)?.content, id).toContain(
        `data-try="{&quot;operationId&quot;:&quot;${id}&quot;}"`,
      );
  });

  it("can be used by keyboard, and by everyone, wide and narrow, light and dark", async () => {
    for (const view of [
      { width: 1280, height: 900, colorScheme: "light" as const },
      { width: 360, height: 800, colorScheme: "dark" as const },
    ]) {
      await page.setViewportSize(view);
      await page.emulateMedia({ colorScheme: view.colorScheme });
      await page.goto(`${docs}reference/createChatCompletion.html`);
      await page.locator(".try-open:visible").first().press("Enter");
      await panel.waitFor();
      await panel.getByText(/^Optional parameters/).click();
      await body().fill(
        '{"model": "sandbox/text", "messages": [{"role": "user", "content": "Hi"}], "stream": true}',
      );
      await body().press("Control+Enter");
      await expect.poll(() => said().textContent()).toMatch(/^The stream ended/);
      expect(await findings()).toEqual([]);
      await body().fill("{");
      await send();
      await status(/^400/);
      expect(await findings()).toEqual([]);
      expect(await panel.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
        view.width,
      );
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      const focused = await page.evaluate<string>("document.activeElement.className");
      expect(focused).toBe("try-open");
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("asks no other address from a gateway's pages", async () => {
    await open("reference/listModels.html");
    await panel.getByLabel(/^Address/).fill("http://127.0.0.1:1/api/v1");
    requests.length = 0;
    await send();
    await expect
      .poll(() => panel.locator(".try-place").textContent())
      .toContain("ask that gateway alone");
    const refused = await page.evaluate<string>(
      "fetch('http://127.0.0.1:1/').then(() => 'asked', () => new Promise((resolve) => setTimeout(resolve, 0, 'refused')))",
    );
    expect(refused).toBe("refused");
    expect(requests).toEqual([]);
    complaints.length = 0;
  });

  describe("on pages that no gateway serves", () => {
    let site: StaticServer;
    let mock: Awaited<ReturnType<typeof startMock>>;
    beforeAll(async () => {
      site = await serveFolder(defaultOutput, { prefix: "/docs/" });
      mock = await startMock({ rehearsal: { paceMs: 0 } });
    });
    afterAll(async () => {
      await mock.close();
      await site.close();
    });

    it("asks the mock that the reader names, warns of it, and rehearses a fault", async () => {
      await open("reference/createResponse.html", site.url);
      await send();
      expect(await panel.locator(".try-place").textContent()).toContain("Name the address");
      for (const wrong of [
        "javascript:alert(1)",
        "ftp://x/",
        "http://user:secret@x/",
        "nonsense",
      ]) {
        await panel.getByLabel(/^Address/).fill(wrong);
        await send();
        expect(await panel.getByLabel(/^Address/).getAttribute("aria-invalid"), wrong).toBe("true");
      }
      await panel.getByLabel(/^Address/).fill(mock.url);
      await panel.getByLabel(/^Address/).press("Tab");
      expect(await panel.locator(".try-place").textContent()).toContain(
        "not where this page comes from",
      );
      await panel.getByLabel("Fault to rehearse").selectOption("overload");
      expect(await body().inputValue()).toContain('"mock/text"');
      await apiKey().fill("ptc_any");
      await send();
      await status(/^529/);
      expect(await panel.locator(".try-code code").textContent()).toContain(
        "Prefer: fault=overload",
      );
      await panel.getByLabel("Fault to rehearse").selectOption("cut");
      await body().fill('{"model": "mock/text", "input": "Hello", "stream": true}');
      await send();
      await expect
        .poll(() => said().textContent())
        .toMatch(/^The connection broke after \d+ events/);
    });

    it("puts nothing that a reply says on the page as HTML", async () => {
      const payload = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script></textarea>`;
      await using hostile = await startHostileService(payload);
      for (const kind of ["stream", "csv", "error"]) {
        await open("reference/createResponse.html", site.url);
        await panel.getByLabel(/^Address/).fill(hostile.baseUrl(kind));
        await send();
        await panel.locator(".try-status").waitFor();
        await expect.poll(() => panel.locator(".try-output").textContent()).toContain("<img src=x");
        const read = panel.locator(".try-output :is(img, script, b)");
        expect(await read.count(), kind).toBe(0);
        expect(await page.evaluate("window.hurt"), kind).toBeUndefined();
      }
    });
  });

  it("meets no error on its way", () => {
    expect(complaints).toEqual([]);
  });
});
