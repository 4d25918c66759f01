import { afterAll, beforeAll, expect, it } from "vitest";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
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
  const { questions } = terminal;
  return { exitCode, questions, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

async function json(words: string) {
  const { exitCode, out, err } = await portico(`${words} --json`);
  if (exitCode !== 0) throw new Error(`portico ${words}: ${err}`);
  return JSON.parse(out);
}

it("creates, lists, shows, updates and removes a budget", async () => {
  const { workspaceId } = await gateway.own.neighbour();
  const created = await portico(
    `budgets create --workspace ${workspaceId} --limit 2.5 --limit-reset monthly --name Team`,
  );
  const id = /^The budget "Team" is created: (\S+)$/.exec(created.out)?.[1];
  const { out: list } = await portico(`budgets list --workspace ${workspaceId}`);
  expect(list).toMatch(/^NAME +FOR +LIMIT +RESET +SPENT +HELD +REMAINING +RAISED UNTIL +ID$/m);
  expect(list).toMatch(new RegExp(`^Team +workspace +2\\.5 +monthly +0 +0 +2\\.5 +- +${id}$`, "m"));
  const others: readonly { id: string }[] = await json(
    `budgets list --workspace ${gateway.own.workspaceId}`,
  );
  expect(others.map((budget) => budget.id)).not.toContain(id);

  const until = "2126-01-01T00:00:00.000Z";
  const raise = `--limit 4 --limit-reset none --raise 1 --until ${until}`;
  expect(await portico(`budgets update ${id} --name Lab ${raise}`)).toMatchObject({
    ...{ exitCode: 0, out: 'The budget "Lab" is changed.' },
  });
  const { out: shown } = await portico(`budgets show ${id}`);
  for (const line of [/^limit +4$/m, /^raise +1$/m, /^remaining +5$/m, /^raise_until +2126-/m])
    expect(shown).toMatch(line);
  expect(await json(`budgets update ${id} --end-raise`)).toMatchObject({
    ...{ limit: 4, limit_reset: null, raise: null, raise_until: null, state: { remaining: 4 } },
  });
  expect(await portico(`budgets update ${id}`)).toMatchObject({
    ...{ exitCode: 2, err: expect.stringContaining("Name at least one thing to change.") },
  });

  const kept = await portico(`budgets remove ${id}`, "no");
  expect(kept.questions).toEqual([expect.stringContaining(`Delete the budget ${id}?`)]);
  expect((await json(`budgets show ${id}`)).data.name).toBe("Lab");
  expect(await json(`budgets remove ${id} --yes`)).toEqual({ id, deleted: true });
  expect(await portico(`budgets show ${id}`)).toMatchObject({
    ...{ exitCode: 1, err: expect.stringContaining("404") },
  });
});

it("limits one end user, or each, and shows who has spent most", async () => {
  const one = await json("budgets create --end-user ada --limit 5");
  expect(one).toMatchObject({ scope: "end_user", end_user: "ada", name: "ada" });
  const each = await json("budgets create --each-end-user --limit 2 --limit-reset daily");
  expect(each).toMatchObject({ scope: "end_user", end_user: null, limit_reset: "daily" });
  const { out } = await portico("budgets list");
  expect(out).toMatch(/^ada +ada +5 /m);
  expect(out).toMatch(/^Each end user +each end user +2 +daily /m);
  const body = JSON.stringify({ model: "sandbox/embed", input: "Hello", user: "bo" });
  const headers = {
    authorization: `Bearer ${gateway.own.ordinary}`,
    "content-type": "application/json",
  };
  const reply = await fetch(`${gateway.api}/embeddings`, { method: "POST", headers, body });
  expect(reply.status).toBe(200);
  const shown = await portico(`budgets show ${each.id}`);
  expect(shown.out).toMatch(/^END USER +SPENT +HELD +REMAINING\nbo +0\.\d+ +0 +1\.9\d+$/m);
  expect(await portico("budgets create --limit 1 --end-user x --each-end-user")).toMatchObject({
    exitCode: 2,
  });
});
