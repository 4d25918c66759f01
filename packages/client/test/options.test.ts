import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ConfigurationError,
  createPortico,
  PorticoError,
  type PorticoOptions,
} from "../src/index.ts";
import { finished, message } from "./sample-events.ts";
import { json, scriptedServer } from "./scripted-server.ts";

const baseUrl = "http://127.0.0.1:8787";
const request = { model: "sandbox/text", input: "Hello" };
const answer = finished([message("hi")]);

/** As JavaScript, and what came out of a settings file, hand them over. */
const thrown = (options: unknown): unknown => {
  try {
    return createPortico(options as PorticoOptions);
  } catch (error) {
    return error;
  }
};

describe("options", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    [undefined, "apiKey is missing"],
    [{ baseUrl }, "apiKey is missing: pass it, or set PORTICO_API_KEY."],
    [{ baseUrl, apiKey: undefined }, "apiKey is missing"],
    [{ baseUrl, apiKey: "" }, "apiKey must be a key"],
    [{ baseUrl, apiKey: 7 }, "apiKey must be a key"],
    [{ baseUrl, apiKey: "ptc_…" }, "apiKey has characters that no key has"],
    [{ baseUrl, apiKey: "ptc_a ptc_b" }, "apiKey has characters that no key has"],
    [{ apiKey: "ptc_x" }, "baseUrl is missing: pass it, or set PORTICO_BASE_URL."],
    [{ apiKey: "ptc_x", baseUrl: "" }, "baseUrl must be an address"],
    [{ apiKey: "ptc_x", baseUrl: "localhost:8787" }, 'not "localhost:8787".'],
    [{ apiKey: "ptc_x", baseUrl: "/api/v1" }, 'not "/api/v1".'],
  ])("that cannot be used are refused before anything is sent: %j", (options, said) => {
    vi.stubEnv("PORTICO_API_KEY", undefined);
    vi.stubEnv("PORTICO_BASE_URL", "");
    const error = thrown(options);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toBeInstanceOf(PorticoError);
    expect(error).toMatchObject({ kind: "configuration" });
    expect((error as Error).message).toContain(said);
  });

  it("send no key where the browser's session counts, also beside a key in the environment", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    vi.stubEnv("PORTICO_API_KEY", "ptc_from_environment");
    await createPortico({ baseUrl: server.url, apiKey: null }).responses.create(request);
    expect(server.seen.map(({ headers }) => headers["authorization"])).toEqual([undefined]);
  });

  it("are taken from the environment where they are left out", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    vi.stubEnv("PORTICO_BASE_URL", server.url);
    vi.stubEnv("PORTICO_API_KEY", "ptc_from_environment\n");
    await createPortico().responses.create(request);
    await createPortico({ apiKey: "ptc_given" }).responses.create(request);
    expect(server.seen.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer ptc_from_environment",
      "Bearer ptc_given",
    ]);
  });

  it("let a key that is renewed fail as a PorticoError too", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    const renewed = (async () => undefined) as unknown as () => Promise<string>;
    const portico = createPortico({ baseUrl: server.url, apiKey: renewed });
    await expect(portico.responses.create(request)).rejects.toBeInstanceOf(ConfigurationError);
    expect(server.seen).toEqual([]);
  });
});
