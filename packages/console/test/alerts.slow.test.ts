import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { violations } from "./support/examine.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";

interface Delivery {
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

interface Alerts {
  readonly data: readonly {
    readonly id: string;
    readonly subject: string;
    readonly subject_name: string;
    readonly state: string;
    readonly deliveries: readonly Delivery[];
  }[];
}

interface Events {
  readonly data: readonly {
    readonly id: number;
    readonly created_at: string;
    readonly workspace_id: string | null;
    readonly target: { readonly type: string; readonly id: string };
  }[];
}

interface Budgets {
  readonly data: readonly {
    readonly id: string;
    readonly workspace_id: string;
    readonly end_user: string | null;
  }[];
}

interface Named {
  readonly data: { readonly name: string };
}

/**
 * The gateway of the tests has no channel; `budgets.test.ts` shows what its alerts say of that. The seeded world has alerts and
 * events of each kind.
 */
describe.skipIf(!hasChromium)(`alerts and events on the handlers${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("handlers");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("alerts tell of every channel whether it was reached, and why it was not", async () => {
    await using opened = await console.open("budgets?tab=alerts");
    const { page, complaints } = opened;
    const { data } = (await askInPage<Alerts>(page, "/alerts?limit=1000")).body;
    const isMissed = ({ last_error: error }: Delivery) => error !== null;
    const chosen = data.find(({ deliveries }) => deliveries.some(isMissed)) ?? data[0];
    const { id = "", state = "", deliveries = [] } = chosen ?? {};
    expect(deliveries.length).toBeGreaterThan(0);
    await page.getByLabel("Deliveries").selectOption(state);
    await expect.poll(() => new URL(page.url()).search).toBe(`?tab=alerts&state=${state}`);
    const count = data.filter((alert) => alert.state === state).length + 1;
    const table = page.locator("table[aria-label=Alerts]");
    await expect.poll(() => table.getAttribute("aria-rowcount")).toBe(String(count));
    await opened.go(`budgets?tab=alerts&state=${state}&alert=${id}`);
    const cards = page.getByRole("dialog").locator("article");
    await expect.poll(() => cards.count()).toBe(deliveries.length);
    for (const [index, { state: reached, attempts, last_error: error }] of deliveries.entries()) {
      const card = cards.nth(index);
      const badge = card.locator("h3").getByText(new RegExp(`^${reached}$`, "i"));
      expect(await badge.count()).toBe(1);
      expect(await card.locator("dd", { hasText: `${attempts}` }).count()).toBeGreaterThan(0);
      if (error !== null) expect(await card.getByText(error).count()).toBe(1);
    }
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  /** Follows a link of the drawer: the address there, after the drawer with this title, or a screen without one, is shown. */
  const follow = async ({ page }: Opened, name: string | RegExp, title: string | null) => {
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("link", { name }).first().click();
    if (title === null) await drawer.waitFor({ state: "detached" });
    else await page.getByRole("dialog", { name: title }).waitFor();
    return page.url().slice(console.url.length);
  };

  it("alerts lead to what they are about", async () => {
    const opened = await console.show("budgets?tab=alerts");
    const { data } = (await askInPage<Alerts>(opened.page, "/alerts?limit=1000")).body;
    for (const kind of ["key", "budget", "provider", "unbilled"]) {
      const alert = data.find(({ subject }) => subject.split(":")[0] === kind);
      if (alert === undefined) throw new Error(`There is no alert about a ${kind}.`);
      const { id, subject, subject_name: name } = alert;
      await opened.go(`budgets?tab=alerts&alert=${id}`);
      const thing = subject.split(":")[1];
      const there = thing === undefined ? "ledger" : `${kind}s?${kind}=${thing}`;
      expect(await follow(opened, subject, thing === undefined ? null : name)).toBe(there);
    }
    expect(opened.complaints).toEqual([]);
  });

  it("events lead to what was changed", async () => {
    const opened = await console.show("audit");
    const { data } = (await askInPage<Events>(opened.page, "/audit?limit=1000")).body;
    const nameOf = async (path: string) =>
      (await askInPage<Named>(opened.page, path)).body.data.name;
    const places = {
      api_key: (id) => [`keys?key=${id}`, nameOf(`/keys/${id}`)],
      workspace: (id) => [`workspaces?workspace=${id}`, nameOf(`/workspaces/${id}`)],
      budget: (id) => [`budgets?budget=${id}`, nameOf(`/budgets/${id}`)],
      provider: (id) => [`providers?provider=${id}`, id],
      generation: (id) => [`requests?id=${id}`, "Request"],
      byok_credential: (_, workspace) => [
        `workspaces?workspace=${workspace}&tab=byok`,
        nameOf(`/workspaces/${workspace}`),
      ],
    } satisfies Record<
      string,
      (id: string, workspace: string | null) => [string, string | Promise<string>]
    >;
    for (const [type, place] of Object.entries(places)) {
      const event = data.find(({ target }) => target.type === type);
      if (event === undefined) throw new Error(`There is no event of a ${type}.`);
      const { id, created_at: at, workspace_id: workspace, target } = event;
      await opened.go(`audit?event=${id}&at=${at}`);
      const [there, title] = place(target.id, workspace);
      const name = new RegExp(target.id.slice(0, 8));
      expect(await follow(opened, name, await title)).toBe(there);
    }
    expect(opened.complaints).toEqual([]);
  });

  it("providers and budgets lead to their requests, models and spending", async () => {
    const opened = await console.show("budgets");
    const { page } = opened;
    const { body } = await askInPage<Budgets>(page, "/budgets");
    const budget = body.data.find((one) => one.end_user !== null);
    const { id, workspace_id: workspace, end_user: user } = budget ?? {};
    await opened.go(`budgets?budget=${id}`);
    expect(await follow(opened, "Its requests", null)).toBe(
      `requests?workspace=${workspace}&user=${user}`,
    );
    await opened.go("providers?provider=mistral");
    expect(await follow(opened, "All requests", null)).toBe("requests?provider=mistral");
    await opened.go("providers?provider=mistral");
    const model = "mistral/mistral-large";
    const there = `models?${new URLSearchParams({ model })}`;
    expect(await follow(opened, model, model)).toBe(there);
    await opened.go("providers?provider=mistral");
    expect(await follow(opened, /^(Served by|Not served)/, "Request")).toMatch(/^requests\?id=/);
    expect(opened.complaints).toEqual([]);
  });
});
