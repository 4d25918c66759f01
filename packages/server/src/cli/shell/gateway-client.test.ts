import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { run } from "../program.ts";

interface Answering extends AsyncDisposable {
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly seen: string[];
}

async function answering(listener: RequestListener): Promise<Answering> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function command(words: string, url: string, managementKey = "ptcm_y") {
  const terminal = fakeTerminal();
  const exitCode = await run(words.split(" "), {
    terminal,
    environment: { url, managementKey, dataFolder: "/nowhere", host: "", port: 0 },
  });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

const credits = '{"data":{"total_credits":1,"total_usage":0,"remaining":1,"enforced":true}}';

describe("a command that asks a gateway", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["", "/api/v1/credits"],
    ["/", "/api/v1/credits"],
    ["/api/v1/", "/api/v1/credits"],
    ["/behind/a/proxy", "/behind/a/proxy/api/v1/credits"],
  ])("takes an address that ends in %j", async (ending, path) => {
    await using server = await answering((_, response) => response.end(credits));
    expect(await command("credits show", server.url + ending)).toMatchObject({ exitCode: 0 });
    expect(server.seen).toEqual([`GET ${path}`]);
  });

  it.each([
    [429, "Try again in 17 s."],
    [503, "Try again in 17 s."],
  ])("sends a request once, and says after a %i how long to wait", async (status, wait) => {
    await using server = await answering((_, response) => {
      response.writeHead(status, { "retry-after": "17", "x-request-id": "req-7" });
      response.end(JSON.stringify({ error: { code: status, message: "Not now." } }));
    });
    expect(await command("keys create --name ci", server.url)).toEqual({
      exitCode: 1,
      out: "",
      err: `portico: Not now. ${wait} (${status} from ${server.url}, request req-7)`,
    });
    expect(server.seen).toEqual(["POST /api/v1/keys"]);
  });

  it("sends a request once where the connection breaks", async () => {
    await using server = await answering((request) => request.socket.destroy());
    const { exitCode, err } = await command("keys create --name ci", server.url);
    expect(exitCode).toBe(3);
    expect(err).toContain(`No gateway answers at ${server.url}`);
    expect(server.seen).toEqual(["POST /api/v1/keys"]);
  });

  it("sends its key only to the given address", async () => {
    await using stranger = await answering((_, response) => response.end(credits));
    await using server = await answering((_, response) => {
      response.writeHead(307, { location: `${stranger.url}/api/v1/credits` });
      response.end();
    });
    expect(await command("credits show", server.url)).toMatchObject({ exitCode: 3 });
    expect([server.seen.length, stranger.seen]).toEqual([1, []]);
  });

  it("shows the status of an answer without a message", async () => {
    await using server = await answering((_, response) => {
      response.writeHead(502);
      response.end("<html>Bad gateway</html>");
    });
    const { exitCode, err } = await command("credits show", server.url);
    expect(exitCode).toBe(1);
    expect(err).toContain(`(502 from ${server.url}, request without an id)`);
  });

  it("reports that no gateway answers where a web page does", async () => {
    await using server = await answering((_, response) => response.end("<html>Welcome</html>"));
    const { exitCode, err } = await command("credits show", server.url);
    expect(exitCode).toBe(3);
    expect(err).toContain(`No gateway answers at ${server.url}`);
  });

  it("gives up on an answer that does not end", async () => {
    const short = AbortSignal.timeout(100);
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(short);
    await using server = await answering((_, response) => response.write('{"data":'));
    const { exitCode, err } = await command("credits show", server.url);
    expect(exitCode).toBe(3);
    expect(err).toContain(`No gateway answers at ${server.url}`);
  });

  it.each([
    ["localhost:8787", "ptcm_y", 'not "localhost:8787/api/v1"'],
    ["http://127.0.0.1:1", "ptcm_…", "characters that no key has"],
  ])("refuses the address %s with the key %s as written wrongly", async (url, key, said) => {
    const { exitCode, err } = await command("credits show", url, key);
    expect(exitCode).toBe(2);
    expect(err).toContain(said);
    expect(err).toContain("--url or PORTICO_URL");
  });
});
