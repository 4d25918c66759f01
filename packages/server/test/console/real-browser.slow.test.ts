import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser["newPage"]>>;

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly credentials?: "include";
}

/** A request by the script of a page: its status, or 0 where the browser has refused it. */
function sendFrom(page: Page, url: string, { body, ...init }: Sent = {}): Promise<number> {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const options = JSON.stringify({ ...init, ...(body !== undefined && json) });
  return page.evaluate<number>(
    `fetch(${JSON.stringify(url)}, ${options}).then(({ status }) => status, () => 0)`,
  );
}

describe.runIf(hasChromium)(`sessions in a real browser${withoutChromium}`, () => {
  let gateway: TestGateway;
  let browser: Browser;
  let port: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ yaml: "cors: { origins: ['*'] }" });
    port = new URL(gateway.url).port;
    // Browsers trust the name localhost like https; these names are as plain as any by http.
    const rules = "MAP gateway.example 127.0.0.1, MAP evil.example 127.0.0.1";
    browser = await launchChromium([`--host-resolver-rules=${rules}`]);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway[Symbol.asyncDispose]();
  });

  const open = async (context: Awaited<ReturnType<Browser["newContext"]>>, origin: string) => {
    const page = await context.newPage();
    // Any page that the gateway serves, with the policy of the console's (http/console-site.ts).
    await page.goto(`${origin}/api/v1/session/ways`);
    await page.setContent('<meta name="referrer" content="same-origin"><p>A page');
    return page;
  };

  it.each(["localhost", "gateway.example"])(
    "count on pages of http://%s, and not on another site's",
    async (host) => {
      const origin = `http://${host}:${port}`;
      const api = `${origin}/api/v1`;
      const context = await browser.newContext();
      const own = await open(context, origin);
      expect(await sendFrom(own, `${api}/session`)).toBe(401);
      const body = { key: gateway.own.management };
      expect(await sendFrom(own, `${api}/session`, { method: "POST", body })).toBe(201);
      expect(await sendFrom(own, `${api}/session`)).toBe(200);
      const workspace = { method: "POST", body: { name: "By a page" } };
      expect(await sendFrom(own, `${api}/workspaces`, workspace)).toBe(201);
      expect(await own.evaluate("document.cookie")).toBe("");

      const evil = await open(context, `http://evil.example:${port}`);
      const withCookie = { credentials: "include" } as const;
      expect(await sendFrom(evil, `${api}/keys`, withCookie)).toBe(0);
      expect(await sendFrom(evil, `${api}/workspaces`, { ...workspace, ...withCookie })).toBe(0);
      const form = `<form method="post" enctype="text/plain" action="${api}/workspaces">
        <input name='{"name":"forged","x":"' value='"}'></form>`;
      await evil.setContent(form);
      const [answer] = await Promise.all([
        evil.waitForResponse(`${api}/workspaces`),
        evil.evaluate("document.forms[0].submit()"),
      ]);
      expect(answer.status()).toBe(401);

      expect(await sendFrom(own, `${api}/session`, { method: "DELETE" })).toBe(200);
      expect(await sendFrom(own, `${api}/session`)).toBe(401);
      expect(await context.cookies()).toEqual([]);
      await context.close();
    },
  );
});
