import {
  entriesLike,
  type JournalEntry,
  type Like,
  type Rule,
  type Script,
} from "../gateway/script/index.ts";
import { type MockOptions, startMock } from "../mock.ts";
import type { ScenarioName } from "../scenarios/index.ts";

/** The mock, as a test of Playwright has it: with a state, a script and a journal of its own. */
export interface PorticoFixture {
  /** For programs beside the page, which send `headers` too. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  script(rules: Script | readonly Rule[]): Promise<void>;
  scenario(name: ScenarioName | null): Promise<void>;
  /** To a date, past a key's end for instance, or to the "next month". */
  travel(to: string | null): Promise<void>;
  /** What came in: all of it, or what is like this. */
  journal(like?: Like): Promise<readonly JournalEntry[]>;
}

export interface FixtureOptions extends Partial<Omit<MockOptions, "port" | "host">> {
  /** The addresses of the page's requests that go to the mock. */
  readonly match?: string | RegExp;
}

/** The parts of Playwright's page that are used. */
interface RoutedPage {
  route(
    match: string | RegExp,
    handle: (route: PageRoute, request: PageRequest) => Promise<void>,
  ): Promise<unknown>;
}

interface PageRoute {
  continue(changes: { url: string; headers: Record<string, string> }): Promise<void>;
  fulfill(reply: { status: number; headers: Record<string, string>; json: object }): Promise<void>;
}

interface PageRequest {
  url(): string;
  headers(): Record<string, string>;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Fixtures for `test.extend`: `porticoMock`, a mock for each worker, and `portico`, its face in a test. A page's requests
 * go on to it by the browser itself, so that streams come event by event.
 * @example export const test = base.extend(porticoFixtures());
 */
export function porticoFixtures({ match = /\/api\/v1\//, ...options }: FixtureOptions = {}) {
  return {
    porticoMock: [
      // Playwright reads from the parameter which fixtures it needs, and takes no other form.
      // biome-ignore lint/correctness/noEmptyPattern: it needs none.
      async ({}: object, use: Use<{ readonly url: string }>) => {
        const mock = await startMock(options);
        await use(mock);
        await mock.close();
      },
      { scope: "worker" },
    ],
    portico: async (
      { page, porticoMock }: { page: RoutedPage; porticoMock: { readonly url: string } },
      use: Use<PorticoFixture>,
    ) => {
      const fixture = fixtureOf(porticoMock.url);
      await page.route(match, (route, request) =>
        request.url().startsWith("http:")
          ? route.continue({
              url: addressIn(request.url(), porticoMock.url),
              headers: { ...request.headers(), ...fixture.headers },
            })
          : route.fulfill(overTls),
      );
      await use(fixture);
    },
  } as const;
}

/** A browser passes a request on to another address only by the protocol that it had. */
const overTls = {
  status: 502,
  // A page of another address could not read it otherwise.
  headers: { "Access-Control-Allow-Origin": "*" },
  json: {
    error: {
      code: 502,
      message: "The mock has no TLS: in this test, give the page a base URL that begins with http:",
    },
  },
};

/** The same operation at the mock. */
function addressIn(asked: string, base: string): string {
  const [, below = ""] = /\/api\/v1(\/.*)$/.exec(asked) ?? [];
  return base + below;
}

function fixtureOf(url: string): PorticoFixture {
  const headers = { "Portico-Session": crypto.randomUUID() };
  const ask = async <Said>(path: string, body?: object): Promise<Said> => {
    const reply = await fetch(new URL(`/_mock/${path}`, url), {
      method: body === undefined ? "GET" : "PUT",
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    // Its own words, which the types of the mock's addresses would only repeat.
    const said = (await reply.json()) as Said & { readonly error: { readonly message: string } };
    if (!reply.ok) throw new Error(said.error.message);
    return said;
  };
  return {
    url,
    headers,
    script: (rules) => ask("script", Array.isArray(rules) ? { rules } : rules),
    scenario: (scenario) => ask("scenario", { scenario }),
    travel: (to) => ask("clock", { to }),
    journal: async (like = {}) =>
      entriesLike(
        (await ask<{ readonly requests: readonly JournalEntry[] }>("journal")).requests,
        like,
      ),
  };
}
