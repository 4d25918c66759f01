import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FakeGateway, startFakeGateway } from "../../../test/cli/fake-gateway.ts";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { run } from "../program.ts";

const example = new URL(
  "../../../../../spec/examples/getCurrentKey/current-key.json",
  import.meta.url,
);
const { value } = JSON.parse(readFileSync(example, "utf8"));

let gateway: FakeGateway;
beforeEach(async () => {
  gateway = await startFakeGateway();
  gateway.answers.set("GET /api/v1/key", { status: 200, body: value });
});
afterEach(() => gateway.close());

async function portico(words: string, keys: { apiKey?: string; managementKey?: string }) {
  const terminal = fakeTerminal();
  const exitCode = await run(words.split(" "), {
    terminal,
    environment: {
      ...{ url: gateway.url, managementKey: undefined, dataFolder: "/nowhere", ...keys },
      ...{ host: "", port: 0 },
    },
  });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}
const sentKey = () => gateway.seen.at(-1)?.authorization;

it("shows a developer what the one key may do and what will stop it next", async () => {
  const { exitCode, out } = await portico("key", { apiKey: "ptc_mine", managementKey: "ptcm_y" });
  expect(exitCode).toBe(0);
  expect(sentKey()).toBe("Bearer ptc_mine");
  expect(out).toMatch(/limit_remaining +18\.2213/);
  expect(out).toMatch(/allowed_models +openai\/\*, acme\/embed/);
  expect(out).toMatch(/workspace_budget +Research in November +100 .* binds next/);
  expect(out).toMatch(/requests +60 +57/);
  expect(out).not.toContain("is_free_tier");
});

it("takes a given key before the environment's, and the management key where there is no other", async () => {
  await portico("key --key ptc_given --json", { apiKey: "ptc_mine" });
  expect(sentKey()).toBe("Bearer ptc_given");
  await portico("key --json", { managementKey: "ptcm_y" });
  expect(sentKey()).toBe("Bearer ptcm_y");
});
