import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@portico/test-support/eventually";
import { afterEach, describe, expect, it } from "vitest";
import { exchangeFromText } from "../../src/record/exchange.ts";
import { newSetting, send } from "./setting.ts";
import { answerJson, startUpstream } from "./upstream.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

const recordings = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".yaml"));

/** Starts the command, with words in front of it; `printed` grows. */
function start({ before = [process.execPath] }: { before?: readonly string[] }, ...args: string[]) {
  const [program = process.execPath, ...words] = before;
  const child = spawn(program, [...words, main, "--port", "0", ...args]);
  children.push(child);
  const output = { printed: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output.printed += chunk;
    });
  const urlIn = (pattern: RegExp) =>
    eventually(() => {
      const [, url] = pattern.exec(output.printed) ?? [];
      if (url === undefined) throw new Error(output.printed);
      return url;
    });
  return { child, output, urlIn };
}

describe("npm run mock", () => {
  it("records into a folder, of which a killed process leaves only whole files", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) =>
      answerJson(reply, 200, { data: "x".repeat(200_000) }),
    );
    const { child, urlIn } = start({}, "--record", upstream.url, "--into", setting.folder);
    const url = await urlIn(/requests from (\S+) on to/);
    const asking = Array.from({ length: 40 }, () =>
      send(url, "/models")
        .then((reply) => reply.text())
        .catch(String),
    );
    await eventually(() => expect(recordings(setting.folder).length).toBeGreaterThan(3), 1);
    child.kill("SIGKILL");
    await Promise.all(asking);
    for (const name of recordings(setting.folder)) {
      const { reply } = exchangeFromText(readFileSync(join(setting.folder, name), "utf8"), name);
      expect(reply.body).toEqual({ data: "x".repeat(200_000) });
    }
  });

  it("gives a file that cannot be written to its end no name", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply, { url }) =>
      answerJson(reply, 200, { data: "x".repeat(url?.endsWith("/models") ? 200_000 : 2) }),
    );
    // No file of this process may grow beyond 64 blocks, which is less than the first reply.
    const limited = ["sh", "-c", 'ulimit -f 64 && exec "$0" "$@"', process.execPath];
    const { urlIn, output } = start(
      { before: limited },
      ...["--record", upstream.url, "--into", setting.folder],
    );
    const url = await urlIn(/requests from (\S+) on to/);
    expect((await (await send(url, "/models")).text()).length).toBeGreaterThan(200_000);
    await (await send(url, "/providers")).text();
    expect(recordings(setting.folder)).toEqual([expect.stringMatching(/-listProviders\.yaml$/)]);
    expect(output.printed).toContain("The exchange is not kept: EFBIG");
  });

  it("replays a folder, and simulates the rest where that is asked for", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) => answerJson(reply, 200, { recorded: 1 }));
    const recorder = await setting.record(upstream.url);
    await (await send(recorder.url, "/models")).text();
    const { urlIn } = start({}, "--replay", setting.folder, "--else", "simulate", "--pace", "0");
    const url = await urlIn(/the recordings of \S+ at (\S+)\./);
    expect(await (await send(url, "/models")).json()).toEqual({ recorded: 1 });
    const simulated = await send(url, "/embeddings", {
      body: { model: "sandbox/embed", input: "x" },
    });
    expect(await simulated.json()).toMatchObject({ object: "list" });
  });

  it.each([
    [["--record", "http://127.0.0.1:1", "--replay", "."], "exclude each other"],
    [["--record", "nowhere"], 'takes an http or https address, not "nowhere"'],
    [["--replay", "no-such-folder"], "There is no folder no-such-folder."],
    [["--replay", ".", "--else", "guess"], 'refuse or simulate, not "guess"'],
  ])("refuses %s", async (args, message) => {
    const { child, output } = start({}, ...args);
    await once(child, "close");
    expect([child.exitCode, output.printed]).toEqual([1, expect.stringContaining(message)]);
  });
});
