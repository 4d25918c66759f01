import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";
import "./global-setup.ts";

export interface TemporaryDatabase extends AsyncDisposable {
  readonly url: string;
  /** Drops it, and closes every connection to it. */
  drop(): Promise<void>;
}

/**
 * A fresh database on the run's own PostgreSQL server, empty or a copy, which starts when it is first asked for. Where it
 * cannot start this rejects, and the tests that need it fail: they are never skipped.
 *
 * For tests of any package: `globalSetup` of its project must name `global-setup.ts` beside this file.
 */
export async function temporaryDatabase({
  name = `test_${randomBytes(8).toString("hex")}`,
  template = "template1",
} = {}): Promise<TemporaryDatabase> {
  const server = await postgresUrl();
  await administer(server, `create database ${name} template ${template}`);
  const drop = () => administer(server, `drop database if exists ${name} with (force)`);
  return { url: `${server}/${name}`, drop, [Symbol.asyncDispose]: drop };
}

async function postgresUrl(): Promise<string> {
  const answer = await text(connect(inject("postgresBrokerPort"), "127.0.0.1"));
  if (!answer.startsWith("postgres://")) throw new Error(`There is no PostgreSQL: ${answer}`);
  return answer;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
