import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { absentId, good, refusedWith } from "./ask.ts";

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
      const { data } = good(await bench.send("getSession", own)) as Output<"getSession">;
      const listed = good(await bench.send("listSessions", own)) as Output<"listSessions">;
      assert.equal(listed.data.find(({ is_current: isCurrent }) => isCurrent)?.id, data.id);
      good(await bench.send("listEmbeddingModels", own));
      good(await bench.send("deleteSession", own));
      const refused = await bench.send("getSession", own);
      refusedWith(refused, 401);
      assert.match(refused.headers.getSetCookie()[0] ?? "", /^\S*portico-session=; Max-Age=0;/);
      refusedWith(await bench.send("revokeSession", { params: { id: data.id ?? "" } }), 404);
    },
  },
  {
    title: "takes a session from pages of the gateway alone",
    clauses: [],
    async run(bench) {
      const { cookie = "" } = await beginSession(bench);
      const foreign = [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }, {}];
      for (const headers of foreign)
        refusedWith(
          await bench.send("getSession", { key: "none", headers: { cookie, ...headers } }),
          401,
        );
    },
  },
  {
    title: "ends one session, and all of a key, at once",
    clauses: [],
    async run(bench) {
      const one = { key: "none", headers: await beginSession(bench) } as const;
      const { data } = good(await bench.send("getSession", one)) as Output<"getSession">;
      good(await bench.send("revokeSession", { params: { id: data.id ?? "" }, key: "ordinary" }));
      refusedWith(await bench.send("getSession", one), 401);
      const other = { key: "none", headers: await beginSession(bench) } as const;
      good(await bench.send("revokeSessions", { key: "ordinary" }));
      refusedWith(await bench.send("getSession", other), 401);
    },
  },
  {
    title: "begins no session without a key, and has none where a key is sent",
    clauses: [],
    async run(bench) {
      refusedWith(await bench.send("deleteSession"), 404);
      refusedWith(await bench.send("revokeSession", { params: { id: absentId } }), 404);
      // A rehearsal takes any key.
      if (bench.target.abilities.prefersStatus) return;
      const body = { key: "ptc_unknown" };
      refusedWith(await bench.send("createSession", { key: "none", headers: ownPage, body }), 401);
    },
  },
  {
    title: "lists the ways to sign in without a key",
    clauses: [],
    async run(bench) {
      const { data } = good(
        await bench.send("listSignInWays", { key: "none" }),
      ) as Output<"listSignInWays">;
      assert.ok(data.some(({ way }) => way === "key"));
      if (bench.target.abilities.prefersStatus) return;
      const headers = { "X-Large": "x".repeat(64 * 1024) };
      refusedWith(await bench.send("listSignInWays", { key: "none", headers }), 431);
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
