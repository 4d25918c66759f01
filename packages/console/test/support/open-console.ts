import { launchChromium } from "@portico/test-support/chromium";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { signedInKept } from "../../seed/people.ts";
import {
  type Keys,
  type Served,
  type ServedBy,
  serveGateway,
  serveHandlers,
} from "./serve-console.ts";

export { bothPlaces, places, type ServedBy } from "./serve-console.ts";

/** A name of this machine that browsers take for another one: by plain http they send less to it. */
export const otherHost = "gateway.test";

export interface OpenConsole extends Served {
  readonly browser: Browser;
  /** A window of its own, signed in, at a path such as `keys?search=a`. */
  open(path: string, options?: OpenOptions): Promise<Opened>;
  /** The one window for tests that need no other: nothing is left in it of the test before, but what the gateway knows. */
  show(path: string): Promise<Opened>;
}

interface OpenOptions extends BrowserContextOptions {
  readonly as?: keyof Keys | "nobody";
  /** The host in the address; this machine's own one unless said. The sign-in there is by the form. */
  readonly host?: string;
}

export interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** What a page should never do, written down as it happens: errors, warnings, requests elsewhere. */
  readonly complaints: string[];
  /** To another path of the console, as a link of the console would: the page is not loaded again. */
  go(path: string): Promise<void>;
}

export async function openConsole(place: ServedBy): Promise<OpenConsole> {
  return openServed(await (place === "handlers" ? serveHandlers() : serveGateway()));
}

export async function openServed(served: Served): Promise<OpenConsole> {
  const browser = await launchChromium([`--host-resolver-rules=MAP ${otherHost} 127.0.0.1`]);
  let shared: Opened | null = null;
  return {
    ...served,
    browser,
    open: (path, options) => open(browser, served, path, options),
    async show(path) {
      if (shared === null) shared = await open(browser, served, path);
      else await showAgain(shared, path);
      return { ...shared, [Symbol.asyncDispose]: async () => {} };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([browser.close(), served[Symbol.asyncDispose]()]);
    },
  };
}

async function showAgain({ page, complaints, go }: Opened, path: string): Promise<void> {
  await go(path);
  await forget(page);
  await page.mouse.move(0, 0);
  await page.locator("header.bar").waitFor();
  complaints.splice(0);
}

async function open(
  browser: Browser,
  served: Served,
  path: string,
  { as = "management", host, ...options }: OpenOptions = {},
): Promise<Opened> {
  const url = host === undefined ? served.url : served.url.replace("127.0.0.1", host);
  const context = await browser.newContext(options);
  if (as !== "nobody" && host === undefined) await signIn(context, served, as);
  const page = await context.newPage();
  const complaints = watch(page, new URL(url).origin);
  await page.goto(url + path);
  if (as !== "nobody") {
    if (host !== undefined) await signInByForm(page, served.keys[as]);
    // By its place: behind an open drawer it has no role. The bar itself stands there before the console does.
    await page.locator(".bar .account").waitFor();
  }
  return {
    page,
    complaints,
    go: (next) => go(page, url + next),
    async [Symbol.asyncDispose]() {
      await context.close();
    },
  };
}

/** Before the page is loaded, which saves it the form: `sign-in.test.ts` and `sessions.test.ts` try that. */
async function signIn(context: BrowserContext, served: Served, as: keyof Keys): Promise<void> {
  if (served.place === "handlers") {
    // Once only: who signs out in this window stays signed out.
    await context.addInitScript(`if (sessionStorage.getItem("opened") === null) {
      sessionStorage.setItem("opened", "yes");
      sessionStorage.setItem(${JSON.stringify(signedInKept)}, ${JSON.stringify(as)});
    }`);
    return;
  }
  const reply = await context.request.post(`${served.api}/session`, {
    data: { key: served.keys[as] },
    headers: { origin: new URL(served.url).origin },
  });
  if (!reply.ok()) throw new Error(`The sign-in was refused: ${await reply.text()}`);
}

async function signInByForm(page: Page, key: string): Promise<void> {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The router watches the history. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
  await page.waitForURL(address);
}

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Before the sign-in, the question who is signed in is answered with 401, which Chromium prints.
    const isUsual = message.text().includes("status of 401");
    if (["error", "warning"].includes(message.type()) && !isUsual)
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url().replace(/^blob:/, "");
    if (!url.startsWith(origin) && !url.startsWith("data:"))
      complaints.push(`outside request: ${url}`);
  });
  return complaints;
}

/** The query client of a page, which stands in the tree of React: JavaScript for the page. */
const queryClient = `(() => {
  const place = document.querySelector("#console");
  const name = Object.keys(place).find((key) => key.startsWith("__reactContainer"));
  const open = [place[name].stateNode.current];
  while (open.length > 0) {
    const fiber = open.pop();
    if (fiber === null) continue;
    const client = fiber.memoizedProps?.client;
    if (client?.getMutationCache) return client;
    open.push(fiber.sibling, fiber.child);
  }
  throw new Error("The page has no query client.");
})()`;

/**
 * Everything that a page keeps: its address, its document, its storages, and every answer and every sent body in the
 * caches of its query client.
 */
export function remembered(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const client = ${queryClient};
    return JSON.stringify([
      location.href,
      history.state,
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      client.getQueryCache().getAll().map(({ queryKey, state }) => [queryKey, state.data]),
      client.getMutationCache().getAll().map(({ state }) => state),
    ]);
  })()`);
}

/** The page begins again at its address, without being loaded: its answers, forms and drawers are gone. */
function forget(page: Page): Promise<void> {
  return page.evaluate(`(() => {
    const client = ${queryClient};
    client.getMutationCache().clear();
    return client.resetQueries().then(() => {});
  })()`);
}
