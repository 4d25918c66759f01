import assert from "node:assert/strict";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { absentId, good, read, refused, refusedWith } from "./ask.ts";

/** What a page of the gateway itself sends. */
const ownPage = { "Sec-Fetch-Site": "same-origin" };

/** Sessions of the console: additions to the interface. */
export const sessionCases: readonly Case[] = [
  {
    title: "exchanges a key for a session, which goes by its cookie until it is signed out of",
    clauses: [],
    async run(bench) {
      const headers = await beginSession(bench);
      const own = { key: "none", headers } as const;
      const { data } = await read(bench, "getSession", own);
      const listed = await read(bench, "listSessions", own);
      assert.equal(listed.data.find(({ is_current: isCurrent }) => isCurrent)?.id, data.id);
      good(await bench.send("listEmbeddingModels", own));
      good(await bench.send("deleteSession", own));
      const ended = await bench.send("getSession", own);
      refusedWith(ended, 401);
      assert.match(ended.headers.getSetCookie()[0] ?? "", /^\S*portico-session=; Max-Age=0;/);
      await refused(bench, 404, "revokeSession", { params: { id: data.id ?? "" } });
    },
  },
  {
    title: "takes a session from pages of the gateway alone",
    clauses: [],
    async run(bench) {
      const { cookie = "" } = await beginSession(bench);
      const foreign = [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }, {}];
      for (const headers of foreign)
        await refused(bench, 401, "getSession", { key: "none", headers: { cookie, ...headers } });
    },
  },
  {
    title: "ends one session, and all of a key, at once",
    clauses: [],
    async run(bench) {
      const one = { key: "none", headers: await beginSession(bench) } as const;
      const { data } = await read(bench, "getSession", one);
      good(await bench.send("revokeSession", { params: { id: data.id ?? "" }, key: "ordinary" }));
      await refused(bench, 401, "getSession", one);
      const other = { key: "none", headers: await beginSession(bench) } as const;
      good(await bench.send("revokeSessions", { key: "ordinary" }));
      await refused(bench, 401, "getSession", other);
    },
  },
  {
    title: "begins no session without a key, and has none where a key is sent",
    clauses: [],
    async run(bench) {
      await refused(bench, 404, "deleteSession");
      await refused(bench, 404, "revokeSession", { params: { id: absentId } });
      // A rehearsal takes any key.
      if (bench.target.abilities.prefersStatus) return;
      const body = { key: "ptc_unknown" };
      await refused(bench, 401, "createSession", { key: "none", headers: ownPage, body });
    },
  },
  {
    title: "lists the ways to sign in without a key",
    clauses: [],
    async run(bench) {
      const { data } = await read(bench, "listSignInWays", { key: "none" });
      assert.ok(data.some(({ way }) => way === "key"));
      if (bench.target.abilities.prefersStatus) return;
      const headers = { "X-Large": "x".repeat(64 * 1024) };
      await refused(bench, 431, "listSignInWays", { key: "none", headers });
    },
  },
];

/** The headers of a page that has signed in with the target's ordinary key. */
async function beginSession(bench: Bench): Promise<Readonly<Record<string, string>>> {
  const reply = await bench.send("createSession", {
    key: "none",
    headers: ownPage,
    body: { key: bench.target.apiKey },
  });
  assert.equal(reply.status, 201, reply.text);
  const cookie = reply.headers.getSetCookie()[0]?.split(";")[0];
  assert.ok(cookie, "the reply sets no cookie");
  return { ...ownPage, cookie };
}
