import { startPostgresProxy } from "@portico/test-support/postgres/postgres-proxy";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { describe, expect, it } from "vitest";
import { hostsBefore } from "../../../test/store/hosts-before.ts";
import { admitRequest, firstTenant } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";
import { DatabaseHosts, problemOfHosts } from "./database-hosts.ts";

const example = "postgres://user:password@db-a:5432,db-b:5432/database";

describe("the hosts of a URL", () => {
  it.each([
    ["postgres://a/db", ["a:5432"], ["postgres://a/db"]],
    ["postgres://u:a,b@c:1/db", ["c:1"], ["postgres://u:a,b@c:1/db"]],
    [
      "postgresql://u:p@a:1,b,[::1]:3/db?sslmode=require",
      ["a:1", "b:5432", "[::1]:3"],
      [
        "postgresql://u:p@a:1/db?sslmode=require",
        "postgresql://u:p@b/db?sslmode=require",
        "postgresql://u:p@[::1]:3/db?sslmode=require",
      ],
    ],
    ["postgres://u:p@x@a,b", ["a:5432", "b:5432"], ["postgres://u:p@x@a", "postgres://u:p@x@b"]],
    ["postgres:///db?host=/run", ["/run:5432"], ["postgres:///db?host=/run"]],
  ])("of %s are %j", (url, names, urls) => {
    expect(problemOfHosts(url)).toBeNull();
    const { all } = new DatabaseHosts(url);
    expect(all.map(({ name }) => name)).toEqual(names);
    expect(all.map((host) => host.url)).toEqual(urls);
  });

  it.each([
    ["postgres://u:secret@a:1,b:x/db", "names 2 hosts, but number 2 is no host with a port"],
    ["postgres://u:secret@a,,c/db", "names 3 hosts, but number 2 is no host"],
    ["postgres://u:secret@a,b,/db", "names 3 hosts, but number 3 is no host"],
    ["postgres://u:secret@a,b:70000/db", "names 2 hosts, but number 2 is no host"],
    ["postgres://u:secret@a,b c/db", "names 2 hosts, but number 2 is no host"],
    ["postgres://u:sec/ret@a,b/db", "must be a URL like postgres://"],
    ["postgres://u:secret@a,b/db?host=c", "has hosts in two places"],
    ["mysql://u:secret@a,b/db", "must be a URL like postgres://"],
  ])("are refused in %s with words, but without its password", (url, words) => {
    const problem = problemOfHosts(url);
    expect(problem).toContain(words);
    expect(problem?.replace(example, "")).not.toMatch(/secret|ret@/);
  });
});

describe("a store whose URL has several hosts", () => {
  it("goes on at the next host when one refuses or does not answer, and names it", async () => {
    await using database = await temporaryDatabase();
    await using first = await startPostgresProxy(database.url);
    await using second = await startPostgresProxy(database.url);
    const warnings: string[] = [];
    const store = await openStore(
      { databaseUrl: hostsBefore(first.url, second.url) },
      {
        ...{ connectTimeoutMs: 2000, statementTimeoutMs: 500, maxConnections: 4 },
        onWarning: (message) => warnings.push(message),
      },
    );
    const key = await (await firstTenant(store)).key({});
    /** One connection at most is lost of each pool. */
    const admitted = async () => {
      for (let tries = 1; ; tries += 1)
        try {
          return await store.money.admit([admitRequest(key)]);
        } catch (error) {
          if (tries === 6) throw error;
        }
    };
    const [one, other] = [first, second].map(({ url }) => new URL(url).host);
    expect(await admitted()).toMatchObject([{ outcome: "admitted" }]);
    expect(warnings).toEqual([]);
    await first.stop();
    expect(await admitted()).toMatchObject([{ outcome: "admitted" }]);
    expect(warnings).toEqual([expect.stringContaining(`go to ${other} now, not to ${one}.`)]);
    await first.resume();
    second.stall();
    expect(await admitted()).toMatchObject([{ outcome: "admitted" }]);
    expect(warnings.at(-1)).toContain(`go to ${one} now, not to ${other}.`);
    await first.stop();
    await second.stop();
    for (const name of [one, other])
      await expect(admitted()).rejects.toThrow(
        new RegExp(`No host of the database can be used.*${name}: PostgreSQL cannot be used now`),
      );
    await store.close();
  });

  it("opens while its first host is away", async () => {
    await using database = await temporaryDatabase();
    await using away = await startPostgresProxy(database.url);
    await away.stop();
    const store = await openStore({ databaseUrl: hostsBefore(away.url, database.url) });
    await store.ping();
    await store.close();
  });
});
