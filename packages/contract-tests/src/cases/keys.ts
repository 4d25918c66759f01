import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../suite/case-errors.ts";
import { absentId, good, refusedWith } from "./ask.ts";
import { newKey, requireState, validRequest } from "./provoke.ts";

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
        (good(await bench.send("updateApiKey", { params, body })) as Output<"updateApiKey">).data;
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
        const deleted = good(await bench.send("deleteApiKey", { params }));
        assert.deepEqual(deleted, { deleted: true });
      }
      refusedWith(await bench.send("getApiKey", { params }), 404);
      refusedWith(await bench.send("deleteApiKey", { params }), 404);
    },
  },
  {
    title: "lists the keys, newest first, page by page, those that are switched off on request",
    clauses: ["5.2"],
    async run(bench) {
      const list = async (query: Record<string, string | number>) =>
        good(await bench.send("listApiKeys", { query })) as Output<"listApiKeys">;
      await list({});
      requireState(bench);
      const made = [await newKey(bench, { name: "one" }), await newKey(bench, { name: "two" })];
      const hashes = made.map(({ data }) => data.hash);
      try {
        const [newest, second] = [
          await list({ limit: 1, offset: 0 }),
          await list({ limit: 1, offset: 1 }),
        ];
        assert.deepEqual([newest.data[0]?.hash, second.data[0]?.hash], [hashes[1], hashes[0]]);
        assert.match(newest.links.next ?? "", /[?&]cursor=/);
        const behind = await list({ limit: 1, cursor: newest.next_cursor ?? "" });
        assert.equal(behind.data[0]?.hash, hashes[0], "the cursor leads elsewhere");
        const all = await list({ limit: 1000 });
        const last = await list({ limit: all.total_count });
        assert.deepEqual([all.data.length, last.links.next], [all.total_count, null]);
        const params = { hash: hashes[0] ?? "" };
        await bench.send("updateApiKey", { params, body: { disabled: true } });
        const seen = async (include_disabled: string) =>
          (await list({ include_disabled, limit: 1000 })).data.some(
            ({ hash }) => hash === hashes[0],
          );
        assert.deepEqual([await seen("true"), await seen("false")], [true, false]);
      } finally {
        for (const hash of hashes) await bench.send("deleteApiKey", { params: { hash } });
      }
    },
  },
  {
    title: "takes what a key spends from its limit, and stops it at the end",
    clauses: ["1.key-limit", "8.credit-limit", "7.402"],
    async run(bench) {
      requireState(bench);
      const { key, data } = await newKey(bench, { limit: 0.000_05 });
      const params = { hash: data.hash };
      try {
        let spent = 0;
        for (let asked = 0; asked < 100; asked += 1) {
          const body = {
            model: bench.target.textModel,
            input: "word ".repeat(200),
            max_output_tokens: 500,
          };
          const reply = await bench.send("createResponse", { body, key: { value: key } });
          const shown = (good(await bench.send("getApiKey", { params })) as Output<"getApiKey">)
            .data;
          assert.ok(shown.usage >= spent, "usage has shrunk");
          assert.ok(shown.usage <= 0.000_05, `the limit is exceeded: ${shown.usage}`);
          spent = shown.usage;
          if (reply.status === 402) return;
          good(reply);
        }
        assert.fail("the limit was never reached");
      } finally {
        await bench.send("deleteApiKey", { params });
      }
    },
  },
  {
    title: "labels the keys that are reported as exposed, and shows where each was found",
    clauses: ["5.6"],
    async run(bench) {
      const report = async (body: unknown) =>
        good(await bench.send("reportExposedKeys", { body })) as Output<"reportExposedKeys">;
      assert.ok((await report([{ token: "ptc_absent", type: "t", url: "" }])).length > 0);
      requireState(bench);
      const { key, data } = await newKey(bench, { owner_email: "owner@example.com" });
      const params = { hash: data.hash };
      try {
        assert.deepEqual([data.owner_email, data.exposed_at], ["owner@example.com", null]);
        const matches = [
          { token: key, type: "mine", url: "https://found.example", source: "commit" },
          { token: `${key}0`, type: "mine", url: "", source: "commit" },
        ];
        for (const body of [matches, { keys: [key, `${key}0`] }])
          assert.deepEqual(
            (await report(body)).map(({ label }) => label),
            ["true_positive", "false_positive"],
          );
        const shown = good(await bench.send("getApiKey", { params })) as Output<"getApiKey">;
        assert.match(shown.data.exposed_at ?? "", /^\d{4}-/);
        assert.equal(shown.data.exposed_url, "https://found.example");
        const [label] = await report(matches);
        assert.deepEqual([label?.token_hash, label?.token_type], [data.hash, "mine"]);
      } finally {
        await bench.send("deleteApiKey", { params });
      }
      assert.equal((await report({ keys: [key] }))[0]?.label, "false_positive");
    },
  },
  {
    title: "knows no key that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const params = { hash: absentHash };
      refusedWith(await bench.send("getApiKey", { params }), 404);
      refusedWith(await bench.send("deleteApiKey", { params }), 404);
      refusedWith(await bench.send("updateApiKey", { params, body: { name: "x" } }), 404);
      const body = { name: "x", workspace_id: absentId };
      refusedWith(await bench.send("createApiKey", { body }), 404);
    },
  },
  {
    title: "books each request, and shows it by its id and in the activity",
    clauses: ["5.5"],
    async run(bench) {
      good(await bench.send("getCredits"));
      good(await bench.send("listActivity", { query: { group_by: "model,app" } }));
      requireState(bench);
      const headers = {
        "HTTP-Referer": "https://conformance.example",
        "X-Service-Title": "Conformance",
      };
      const reply = await bench.send("createResponse", {
        ...validRequest(bench, "createResponse"),
        headers,
      });
      const { id, model, usage } = good(reply) as Output<"createResponse">;
      const shown = await bench.send("getGeneration", { query: { id } });
      const { data } = good(shown) as Output<"getGeneration">;
      assert.deepEqual([data.id, data.model, data.state], [id, model, "settled"]);
      assert.deepEqual(
        [data.tokens_prompt, data.tokens_completion],
        [usage?.input_tokens, usage?.output_tokens],
      );
      assert.deepEqual(
        [data.http_referer, data.app_title],
        [headers["HTTP-Referer"], headers["X-Service-Title"]],
      );
      refusedWith(await bench.send("refundGeneration", { body: { id } }), 409);
      const activity = good(
        await bench.send("listActivity", { query: { group_by: "app" } }),
      ) as Output<"listActivity">;
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
      refusedWith(await bench.send("getGeneration", { query: { id: "gen-absent" } }), 404);
    },
  },
  {
    title: "grants credits",
    clauses: [],
    async run(bench) {
      const before = (good(await bench.send("getCredits")) as Output<"getCredits">).data;
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
