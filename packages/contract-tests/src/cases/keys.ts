import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { absentId, good, read, refused, refusedWith } from "./ask.ts";
import { newKey, requireState, validRequest, withKey } from "./provoke.ts";

const absentHash = "0".repeat(64);

/** Keys are administered by additions to the interface; the interface says what they permit. */
export const keyCases: readonly Case[] = [
  {
    title: "shows a key, changes it, switches it off and on, and forgets its secret",
    clauses: ["5.2", "5.4"],
    async run(bench) {
      requireState(bench);
      const { key, data } = await newKey(bench, { name: "before", limit: 2 });
      const params = { hash: data.hash };
      const ask = () => bench.send("listEmbeddingModels", { key: { value: key } });
      const change = async (body: object) =>
        (await read(bench, "updateApiKey", { params, body })).data;
      try {
        const shown = await bench.send("getApiKey", { params });
        assert.deepEqual((good(shown) as Output<"getApiKey">).data, data);
        assert.ok(!shown.text.includes(key), "the secret is shown again");
        assert.equal((await change({ name: "after", limit: null })).name, "after");
        assert.equal((await change({ limit: 0.5 })).limit, 0.5);
        good(await ask());
        assert.equal((await change({ disabled: true })).disabled, true);
        refusedWith(await ask(), 401);
        await change({ disabled: false });
        good(await ask());
        await change({ expires_at: "2001-01-01T00:00:00Z" });
        refusedWith(await ask(), 401);
      } finally {
        assert.deepEqual(await read(bench, "deleteApiKey", { params }), { deleted: true });
      }
      await refused(bench, 404, "getApiKey", { params });
      await refused(bench, 404, "deleteApiKey", { params });
    },
  },
  {
    title: "lists the keys, newest first, page by page, those that are switched off on request",
    clauses: ["5.2"],
    async run(bench) {
      const list = (query: Record<string, string | number>) =>
        read(bench, "listApiKeys", { query });
      await list({});
      requireState(bench);
      const made = [await newKey(bench, { name: "one" }), await newKey(bench, { name: "two" })];
      const hashes = made.map(({ data }) => data.hash);
      try {
        const newest = await list({ limit: 1, offset: 0 });
        const second = await list({ limit: 1, offset: 1 });
        assert.deepEqual([newest.data[0]?.hash, second.data[0]?.hash], [hashes[1], hashes[0]]);
        assert.match(newest.links.next ?? "", /[?&]cursor=/);
        const behind = await list({ limit: 1, cursor: newest.next_cursor ?? "" });
        assert.equal(behind.data[0]?.hash, hashes[0], "the cursor leads elsewhere");
        const all = await list({ limit: 1000 });
        const last = await list({ limit: all.total_count });
        assert.deepEqual([all.data.length, last.links.next], [all.total_count, null]);
        const params = { hash: hashes[0] ?? "" };
        await bench.send("updateApiKey", { params, body: { disabled: true } });
        for (const isShown of [true, false]) {
          const { data } = await list({ include_disabled: String(isShown), limit: 1000 });
          assert.equal(
            data.some(({ hash }) => hash === hashes[0]),
            isShown,
          );
        }
      } finally {
        for (const hash of hashes) await bench.send("deleteApiKey", { params: { hash } });
      }
    },
  },
  {
    title: "takes what a key spends from its limit, and stops it at the end",
    clauses: ["1.key-limit", "8.credit-limit", "7.402"],
    async run(bench) {
      await withKey(bench, { limit: 0.000_05 }, async ({ key, params }) => {
        let spent = 0;
        for (let asked = 0; asked < 100; asked += 1) {
          const body = {
            model: bench.target.textModel,
            input: "word ".repeat(200),
            max_output_tokens: 500,
          };
          const reply = await bench.send("createResponse", { body, key });
          const { usage } = (await read(bench, "getApiKey", { params })).data;
          assert.ok(usage >= spent, "usage has shrunk");
          assert.ok(usage <= 0.000_05, `the limit is exceeded: ${usage}`);
          spent = usage;
          if (reply.status === 402) return;
          good(reply);
        }
        assert.fail("the limit was never reached");
      });
    },
  },
  {
    title: "labels the keys that are reported as exposed, and shows where each was found",
    clauses: ["5.6"],
    async run(bench) {
      const report = (body: unknown) => read(bench, "reportExposedKeys", { body });
      assert.ok((await report([{ token: "ptc_absent", type: "t", url: "" }])).length > 0);
      const owner = { owner_email: "owner@example.com" };
      const key = await withKey(bench, owner, async ({ secret, data, params }) => {
        assert.deepEqual([data.owner_email, data.exposed_at], ["owner@example.com", null]);
        const matches = [
          { token: secret, type: "mine", url: "https://found.example", source: "commit" },
          { token: `${secret}0`, type: "mine", url: "", source: "commit" },
        ];
        for (const body of [matches, { keys: [secret, `${secret}0`] }])
          assert.deepEqual(
            (await report(body)).map(({ label }) => label),
            ["true_positive", "false_positive"],
          );
        const shown = await read(bench, "getApiKey", { params });
        assert.match(shown.data.exposed_at ?? "", /^\d{4}-/);
        assert.equal(shown.data.exposed_url, "https://found.example");
        const [label] = await report(matches);
        assert.deepEqual([label?.token_hash, label?.token_type], [data.hash, "mine"]);
        return secret;
      });
      assert.equal((await report({ keys: [key] }))[0]?.label, "false_positive");
    },
  },
  {
    title: "knows no key that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const params = { hash: absentHash };
      await refused(bench, 404, "getApiKey", { params });
      await refused(bench, 404, "deleteApiKey", { params });
      await refused(bench, 404, "updateApiKey", { params, body: { name: "x" } });
      const body = { name: "x", workspace_id: absentId };
      await refused(bench, 404, "createApiKey", { body });
    },
  },
  {
    title: "books each request, and shows it by its id and in the activity",
    clauses: ["5.5"],
    async run(bench) {
      await read(bench, "getCredits");
      await read(bench, "listActivity", { query: { group_by: "model,app" } });
      requireState(bench);
      const headers = {
        "HTTP-Referer": "https://conformance.example",
        "X-Service-Title": "Conformance",
      };
      const sending = { ...validRequest(bench, "createResponse"), headers };
      const { id, model, usage } = await read(bench, "createResponse", sending);
      const { data } = await read(bench, "getGeneration", { query: { id } });
      assert.deepEqual([data.id, data.model, data.state], [id, model, "settled"]);
      assert.deepEqual(
        [data.tokens_prompt, data.tokens_completion],
        [usage?.input_tokens, usage?.output_tokens],
      );
      assert.deepEqual([data.http_referer, data.app_title], Object.values(headers));
      await refused(bench, 409, "refundGeneration", { body: { id } });
      const activity = await read(bench, "listActivity", { query: { group_by: "app" } });
      assert.ok(activity.data.some(({ app_title }) => app_title === "Conformance"));
    },
  },
  {
    title: "shows and gives back no generation that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      const refund = await bench.send("refundGeneration", validRequest(bench, "refundGeneration"));
      if (!bench.target.abilities.stateful) {
        good(refund);
        return;
      }
      refusedWith(refund, 404);
      await refused(bench, 404, "getGeneration", { query: { id: "gen-absent" } });
    },
  },
  {
    title: "grants credits",
    clauses: [],
    async run(bench) {
      const before = (await read(bench, "getCredits")).data;
      const reply = await bench.send("grantCredits", { body: { amount: 1.25, note: "test" } });
      if (reply.status === 401)
        throw new NotApplicable("Only the operator grants credits at this target.");
      assert.equal(reply.status, 201, reply.text);
      const { data } = reply.body as Output<"grantCredits">;
      if (bench.target.abilities.stateful)
        assert.equal(data.total_credits, before.total_credits + 1.25);
    },
  },
];
