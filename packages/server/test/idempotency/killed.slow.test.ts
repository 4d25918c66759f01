import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@portico/test-support/eventually";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { expect, it } from "vitest";
import { answers, startChatUpstream } from "../responses/chat-upstream.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";

const price = '{ input: "1", output: "2" }';
const yamlFor = (url: string) => `
providers: { fake: { kind: openai-compatible, base_url: "${url}" } }
models:
${["silent", "quick"].map((name) => `  - { id: ${name}, kind: text, context_length: 1000, endpoints: [ { provider: fake, upstream_model: ${name}, price: ${price} } ] }`).join("\n")}`;

/** A store that cannot keep an answer for now: so the process is killed between the booking and that. */
const keepNothing = {
  sqlite: [
    `create trigger keep_nothing before update of sealed on idempotent_requests
      when new.sealed is not null begin select raise(abort, 'no room'); end`,
  ],
  postgres: [
    "create function no_room() returns trigger as $$ begin raise exception 'no room'; end $$ language plpgsql",
    `create trigger keep_nothing before update on idempotent_requests for each row
      when (new.sealed is not null) execute function no_room()`,
  ],
} as const;
const keepAgain = {
  sqlite: "drop trigger keep_nothing",
  postgres: "drop trigger keep_nothing on idempotent_requests",
} as const;

const moments = [
  {
    moment: "while its provider answers",
    model: "silent",
    booked: "abandoned",
    says: /was abandoned: the process that served it has ended before it was answered/,
  },
  {
    moment: "after its booking, before its answer is kept",
    model: "quick",
    booked: "settled",
    says: /has ended, and its answer was not kept: the process that served it has ended/,
  },
];

it.concurrent.each(
  moments.flatMap((moment) => engines.map((engine) => ({ ...moment, ...engine }))),
)(
  "a named request whose gateway is killed $moment is paid once, and says so, on $engine",
  {
    timeout: 400_000,
  },
  async ({ model, booked, says, engine, makePlace }) => {
    await using stored = await makePlace();
    const { place } = stored;
    const folder =
      "dataFolder" in place ? place.dataFolder : await mkdtemp(join(tmpdir(), "portico-named-"));
    const upstream = await startChatUpstream({ silent: () => {}, quick: answers(["Hello"]) });
    const asked = () => upstream.asked.get(model) ?? 0;
    const ask = async (url: string) => {
      const kept = JSON.parse(await readFile(join(folder, "bootstrap.json"), "utf8"));
      const reply = await fetch(`${url}/api/v1/responses`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${kept.api_key}`,
          "content-type": "application/json",
          "idempotency-key": "once",
        },
        body: JSON.stringify({ model, input: "Hi" }),
      });
      return { status: reply.status, said: Object(await reply.json()) };
    };
    const books = () => rawSql(place, "select request_id, state, charged_nanousd from ledger");
    try {
      const configuration = join(folder, "portico.yaml");
      await writeFile(configuration, yamlFor(upstream.url));
      const environment = {
        ...{ PORTICO_CONFIG: configuration, PORTICO_LOG_LEVEL: "error" },
        ...("databaseUrl" in place && {
          ...{
            DATABASE_URL: place.databaseUrl,
            PORTICO_SECRET: randomBytes(32).toString("base64"),
          },
        }),
      };
      await using first = await startGatewayProcess(folder, environment);
      // Another node is there already when the first one dies; SQLite has one process at a time.
      await using other =
        engine === "postgres" ? await startGatewayProcess(folder, environment) : null;
      for (const sql of keepNothing[engine]) await rawSql(place, sql);
      const lost = ask(first.url);
      // Its connection may break with the process.
      lost.catch(() => {});
      await eventually(() => expect(asked()).toBe(1));
      if (booked === "settled") expect((await lost).status).toBe(200);
      await first.stop("SIGKILL");
      await rawSql(place, keepAgain[engine]);
      await using restarted =
        other === null ? await startGatewayProcess(folder, environment) : null;
      const second = other ?? restarted;
      if (second === null) throw new TypeError("One of them runs.");
      let again = await ask(second.url);
      // As long as the dead process may only be slow.
      while (again.said.error?.message.includes("still being answered")) {
        await sleep(200);
        again = await ask(second.url);
      }
      const [row, ...others] = await books();
      expect(others).toEqual([]);
      expect(row).toMatchObject({ state: booked });
      expect(Number(row?.["charged_nanousd"])).toBeGreaterThan(0);
      expect(again.status).toBe(409);
      expect(again.said.error.message).toMatch(says);
      expect(again.said.error.metadata.generation_id).toBe(row?.["request_id"]);
      expect((await ask(second.url)).said.error).toEqual(again.said.error);
      expect(asked()).toBe(1);
      expect(await books()).toHaveLength(1);
    } finally {
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
