import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gatewayProgram } from "@portico/test-support/gateway-program";
import { expect, it } from "vitest";
import { answers, startChatUpstream } from "../responses/chat-upstream.ts";

const names = ["north", "east", "south"];

it("a session has one provider in all processes, which share nothing and start with nothing", async () => {
  const serve = answers(["Good ", "morning"]);
  const upstream = await startChatUpstream(Object.fromEntries(names.map((name) => [name, serve])));
  const folder = mkdtempSync(join(tmpdir(), "portico-sessions-"));
  writeFileSync(join(folder, "portico.yaml"), yamlFor(upstream.url));
  const child = spawn(process.execPath, [await gatewayProgram()], {
    env: {
      ...process.env,
      PORT: "0",
      PORTICO_DATA: folder,
      PORTICO_CONFIG: join(folder, "portico.yaml"),
      WORKERS: "2",
      PORTICO_LOG_LEVEL: "info",
    },
  });
  let printed = "";
  const seen = (chunk: Buffer): void => {
    printed += chunk;
  };
  child.stdout.on("data", seen);
  child.stderr.on("data", seen);
  const processes = () => new Set(printed.match(/"pid":\d+/g)).size;
  try {
    while (!/http:\/\/[\d.:]+/.test(printed)) await sleep(20);
    const [url = ""] = /http:\/\/[\d.:]+/.exec(printed) ?? [];
    const { api_key: key } = JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8"));
    const providers = new Map<number, Set<string | null>>();
    for (let turn = 0; turn < 4 || processes() < 2; turn += 1)
      await Promise.all(
        Array.from({ length: 16 }, async (_, session) => {
          const used = providers.get(session) ?? new Set();
          providers.set(session, used.add(await askAs(session, `${url}/api/v1`, key)));
        }),
      );
    expect([...providers.values()].map(({ size }) => size)).toEqual(Array(16).fill(1));
    const all = [...providers.values()].flatMap((used) => [...used]);
    expect(new Set(all).size).toBeGreaterThan(1);
  } finally {
    child.kill();
    await once(child, "exit");
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function askAs(session: number, api: string, key: string): Promise<string | null> {
  const response = await fetch(`${api}/responses`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      // Connections are given to the processes in turn.
      Connection: "close",
    },
    body: JSON.stringify({ model: "m", input: "Hi", session_id: `session-${session}` }),
  });
  expect(response.status, await response.text()).toBe(200);
  return response.headers.get("x-portico-provider");
}

function yamlFor(url: string): string {
  const price = '{ input: "1", output: "2" }';
  return [
    "providers:",
    ...names.map((name) => `  ${name}: { kind: openai-compatible, base_url: "${url}" }`),
    "models:",
    "  - id: m",
    "    kind: text",
    "    context_length: 1000",
    "    endpoints:",
    ...names.map(
      (name) => `      - { provider: ${name}, upstream_model: ${name}, price: ${price} }`,
    ),
  ].join("\n");
}
