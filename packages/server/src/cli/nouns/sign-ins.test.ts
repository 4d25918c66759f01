import { afterAll, beforeAll, expect, it } from "vitest";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { signIn } from "../../../test/console/browser.ts";
import { startTestGateway, type TestGateway } from "../../../test/support/gateway.ts";
import { run } from "../program.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function portico(words: string, answer?: string) {
  const terminal = fakeTerminal(answer === undefined ? {} : { answer });
  const environment = {
    ...{ url: gateway.url, managementKey: gateway.own.management, dataFolder: "/nowhere" },
    ...{ host: "", port: 0 },
  };
  const exitCode = await run(words.split(" "), { terminal, environment });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

it("lists sessions, and ends one of them or all", async () => {
  const [one, other] = [
    await signIn(gateway.api, gateway.own.management),
    await signIn(gateway.api, gateway.own.ordinary),
  ];
  const { out: list } = await portico("sign-ins list");
  expect(list).toMatch(/^NAME +WAY +ROLE +SUBJECT +ADDRESS +LAST SEEN +ENDS +ID$/m);
  expect(list).toMatch(
    new RegExp(`^test +key +admin +key:\\d+ +127\\.0\\.0\\.1 .*${one.id}$`, "m"),
  );
  expect(list).toMatch(new RegExp(`^test +key +holder .*${other.id}$`, "m"));
  expect(await portico(`sign-ins revoke ${one.id}`)).toMatchObject({
    ...{ exitCode: 0, out: `The session ${one.id} has ended.` },
  });
  expect((await one.send("getSession")).status).toBe(401);
  expect(await portico(`sign-ins revoke ${one.id}`)).toMatchObject({
    ...{ exitCode: 1, err: expect.stringContaining("404") },
  });
  await portico("sign-ins revoke-all", "no");
  expect((await other.send("getSession")).status).toBe(200);
  expect(JSON.parse((await portico("sign-ins revoke-all --yes --json")).out)).toEqual({ count: 1 });
  expect((await other.send("getSession")).status).toBe(401);
});
