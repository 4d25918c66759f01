import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Case } from "../suite/case.ts";
import { good, refusedWith } from "./ask.ts";
import { newKey, requireState, validRequest } from "./provoke.ts";

/** Keys that are handed out: what they may do, how they read themselves, and how their secrets change. */
export const ownKeyCases: readonly Case[] = [
  {
    title: "tells a key about itself, with what it has spent by now",
    clauses: ["5.2", "8.credit-limit"],
    async run(bench) {
      const read = async (key?: string) =>
        (
          good(
            await bench.send("getCurrentKey", key === undefined ? {} : { key: { value: key } }),
          ) as Output<"getCurrentKey">
        ).data;
      await read();
      requireState(bench);
      const { key, data } = await newKey(bench, { limit: 1 });
      try {
        const before = await read(key);
        assert.deepEqual([before.limit, before.usage, before.held], [1, 0, 0]);
        assert.equal(
          before.budgets.find(({ limit_source }) => limit_source === "key_limit")?.limit,
          1,
        );
        const sending = validRequest(bench, "createEmbeddings");
        good(await bench.send("createEmbeddings", { ...sending, key: { value: key } }));
        const after = await read(key);
        assert.ok(after.usage > 0, "the request is not booked yet");
        assert.ok((after.limit_remaining ?? 1) < 1, "the limit is as it was");
      } finally {
        await bench.send("deleteApiKey", { params: { hash: data.hash } });
      }
    },
  },
  {
    title: "rotates a key: both secrets work in the overlap, and none but the last without one",
    clauses: ["5.4", "5.6"],
    async run(bench) {
      requireState(bench);
      refusedWith(await bench.send("rotateApiKey", validRequest(bench, "rotateApiKey")), 404);
      const { key, data } = await newKey(bench);
      const params = { hash: data.hash };
      const rotate = (body: object) => bench.send("rotateApiKey", { params, body });
      const use = (value: string) => bench.send("listEmbeddingModels", { key: { value } });
      try {
        const first = good(await rotate({})) as Output<"rotateApiKey">;
        assert.equal(first.data.id, data.id);
        for (const secret of [key, first.key]) good(await use(secret));
        for (let more = 0; more < 9; more += 1) good(await rotate({}));
        refusedWith(await rotate({}), 409);
        const last = good(await rotate({ overlap_seconds: 0 })) as Output<"rotateApiKey">;
        for (const secret of [key, first.key]) refusedWith(await use(secret), 401);
        good(await use(last.key));
      } finally {
        await bench.send("deleteApiKey", { params });
      }
    },
  },
  {
    title: "refuses what the rights of a key do not allow, and allows it when they change",
    clauses: ["5.2"],
    async run(bench) {
      requireState(bench);
      const { key, data } = await newKey(bench, { allowed_models: ["no/such-*"] });
      const params = { hash: data.hash };
      const sending = validRequest(bench, "createEmbeddings");
      const ask = () => bench.send("createEmbeddings", { ...sending, key: { value: key } });
      try {
        refusedWith(await ask(), 403);
        good(await bench.send("updateApiKey", { params, body: { allowed_models: null } }));
        good(await ask());
      } finally {
        await bench.send("deleteApiKey", { params });
      }
    },
  },
  {
    title: "refuses what names no end user where a key requires one",
    clauses: ["5.2"],
    async run(bench) {
      requireState(bench);
      const { key, data } = await newKey(bench, { requires_end_user: true });
      const params = { hash: data.hash };
      const fields = {
        createResponse: ["user", "safety_identifier"],
        createChatCompletion: ["user", "safety_identifier"],
        createEmbeddings: ["user"],
        createRerank: ["user"],
      } as const;
      try {
        assert.equal(data.requires_end_user, true);
        for (const id of Object.keys(fields) as (keyof typeof fields)[]) {
          const { body, ...sending } = validRequest(bench, id);
          const ask = (named: object) =>
            bench.send(id, {
              ...sending,
              key: { value: key },
              body: { ...Object(body), user: null, stream: false, ...named },
            });
          const refused = refusedWith(await ask({ user: " " }), 400);
          assert.deepEqual(refused.error.metadata?.["field"], "user");
          for (const field of fields[id]) good(await ask({ [field]: "ann" }));
        }
      } finally {
        await bench.send("deleteApiKey", { params });
      }
    },
  },
];
