import assert from "node:assert/strict";
import type { Case } from "../suite/case.ts";
import { good, read, refused, refusedWith } from "./ask.ts";
import { requireState, validRequest, withKey } from "./provoke.ts";

/** Keys that are handed out: what they may do, how they read themselves, and how their secrets change. */
export const ownKeyCases: readonly Case[] = [
  {
    title: "tells a key about itself, with what it has spent by now",
    clauses: ["5.2", "8.credit-limit"],
    async run(bench) {
      await read(bench, "getCurrentKey");
      await withKey(bench, { limit: 1 }, async ({ key }) => {
        const { data: before } = await read(bench, "getCurrentKey", { key });
        assert.deepEqual([before.limit, before.usage, before.held], [1, 0, 0]);
        assert.equal(
          before.budgets.find(({ limit_source }) => limit_source === "key_limit")?.limit,
          1,
        );
        const sending = validRequest(bench, "createEmbeddings");
        good(await bench.send("createEmbeddings", { ...sending, key }));
        const { data: after } = await read(bench, "getCurrentKey", { key });
        assert.ok(after.usage > 0, "the request is not booked yet");
        assert.ok((after.limit_remaining ?? 1) < 1, "the limit is as it was");
      });
    },
  },
  {
    title: "rotates a key: both secrets work in the overlap, and none but the last without one",
    clauses: ["5.4", "5.6"],
    async run(bench) {
      requireState(bench);
      await refused(bench, 404, "rotateApiKey", validRequest(bench, "rotateApiKey"));
      await withKey(bench, {}, async ({ secret: original, data, params }) => {
        const rotate = (body: object) => bench.send("rotateApiKey", { params, body });
        const use = (value: string) => bench.send("listEmbeddingModels", { key: { value } });
        const first = await read(bench, "rotateApiKey", { params, body: {} });
        assert.equal(first.data.id, data.id);
        for (const secret of [original, first.key]) good(await use(secret));
        for (let more = 0; more < 9; more += 1) good(await rotate({}));
        refusedWith(await rotate({}), 409);
        const last = await read(bench, "rotateApiKey", { params, body: { overlap_seconds: 0 } });
        for (const secret of [original, first.key]) refusedWith(await use(secret), 401);
        good(await use(last.key));
      });
    },
  },
  {
    title: "refuses what the rights of a key do not allow, and allows it when they change",
    clauses: ["5.2"],
    async run(bench) {
      await withKey(bench, { allowed_models: ["no/such-*"] }, async ({ key, params }) => {
        const sending = { ...validRequest(bench, "createEmbeddings"), key };
        await refused(bench, 403, "createEmbeddings", sending);
        good(await bench.send("updateApiKey", { params, body: { allowed_models: null } }));
        good(await bench.send("createEmbeddings", sending));
      });
    },
  },
  {
    title: "refuses what names no end user where a key requires one",
    clauses: ["5.2"],
    async run(bench) {
      const fields = {
        createResponse: ["user", "safety_identifier"],
        createChatCompletion: ["user", "safety_identifier"],
        createEmbeddings: ["user"],
        createRerank: ["user"],
      } as const;
      await withKey(bench, { requires_end_user: true }, async ({ key, data }) => {
        assert.equal(data.requires_end_user, true);
        for (const id of Object.keys(fields) as (keyof typeof fields)[]) {
          const { body, ...sending } = validRequest(bench, id);
          const ask = (named: object) =>
            bench.send(id, {
              ...sending,
              key,
              body: { ...Object(body), user: null, stream: false, ...named },
            });
          const { error } = refusedWith(await ask({ user: " " }), 400);
          assert.deepEqual(error.metadata?.["field"], "user");
          for (const field of fields[id]) good(await ask({ [field]: "ann" }));
        }
      });
    },
  },
];
