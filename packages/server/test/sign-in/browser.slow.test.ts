import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignedInGateway, startSignedInGateway } from "./signed-in-gateway.ts";

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser["newPage"]>>;

/** The gateway is at `localhost` and the provider at `127.0.0.1`: two sites, as in life. */
let signedIn: SignedInGateway;
let browser: Browser;
let page: Page;
let origin: string;

interface Seen {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: string;
}

/** As text: these tests know no DOM. */
const sessionSeenBy = (somePage: Page) =>
  somePage.evaluate<Seen>(`fetch("/api/v1/session").then(async (reply) => (
    { status: reply.status, body: await reply.json(), cookies: document.cookie }))`);

describe.skipIf(!hasChromium)(`a sign-in in a real browser${withoutChromium}`, () => {
  beforeAll(async () => {
    signedIn = await startSignedInGateway();
    origin = signedIn.gateway.url.replace("127.0.0.1", "localhost");
    signedIn.provider.allow(`${origin}/console/sign-in/oidc/callback`, { hasForms: true });
    browser = await launchChromium();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await signedIn[Symbol.asyncDispose]();
  });

  it("leads over the provider's forms back to the console, with a session that counts at once", async () => {
    const visits: Record<string, string>[] = [];
    page.on("request", async (request) => {
      if (request.url() === `${origin}/console/keys`) visits.push(await request.allHeaders());
    });
    await page.goto(`${origin}/console/sign-in/oidc?return_to=/console/keys`);
    await page.fill('input[name="login"]', "ada");
    await page.fill('input[name="password"]', "any");
    await page.click('button[type="submit"]');
    await page.click('button[type="submit"]');
    await page.waitForURL(`${origin}/console/keys`);
    await expect.poll(() => visits.length).toBe(1);
    // A redirect from the provider's site would come without the cookie.
    expect(visits[0]?.["cookie"]).toMatch(/portico-session=/);
    expect(visits[0]?.["cookie"]).not.toContain("portico-sign-in");
    expect(visits[0]?.["sec-fetch-site"]).toBe("same-origin");
    expect(visits[0]?.["referer"]).toBeUndefined();
    const seen = await sessionSeenBy(page);
    expect(seen).toMatchObject({ status: 200, body: { data: { way: "oidc", subject: "ada" } } });
    expect(seen.cookies).toBe("");
  });

  it("is over after signing out, here and at the provider", async () => {
    await page.evaluate(`fetch("/api/v1/session", { method: "DELETE" })`);
    await page.evaluate(`location.assign("/console/sign-out/oidc")`);
    await page.click('button[value="yes"]');
    await page.waitForURL(`${origin}/console/`);
    expect(await sessionSeenBy(page)).toMatchObject({ status: 401 });
    // The provider asks who it is again.
    await page.goto(`${origin}/console/sign-in/oidc`);
    await page.waitForSelector('input[name="login"]');
  });
});
