import assert from "node:assert/strict";
import { loadDocument } from "@portico/contract";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { good, refused, refusedWith, workspace } from "./ask.ts";
import { newKey, provoke, validRequest } from "./provoke.ts";

const invalidKeys = ["nonsense", "ptc_short", "' OR 1=1 --", "sk-or-v1-0000"];

export const accessCases: readonly Case[] = [
  {
    title: "takes an API key as bearer token and refuses invalid ones",
    clauses: ["1.bearer", "4.authorization", "5.1", "5.4", "7.401"],
    async run(bench) {
      good(await bench.send("listEmbeddingModels"));
      await refused(bench, 401, "listEmbeddingModels", { key: "none" });
      // Even a valid key is refused in another scheme than Bearer.
      for (const scheme of ["Basic", "Token", ""]) {
        const headers = { Authorization: `${scheme} ${bench.target.apiKey}`.trim() };
        await refused(bench, 401, "listEmbeddingModels", { key: "none", headers });
      }
      if (bench.target.abilities.prefersStatus) return;
      for (const value of invalidKeys)
        await refused(bench, 401, "listEmbeddingModels", { key: { value } });
    },
  },
  {
    title: "asks for a key before it reads the body",
    clauses: ["5.4"],
    async run(bench) {
      await refused(bench, 401, "createEmbeddings", { raw: "{", key: "none" });
    },
  },
  {
    title:
      "gives a workspace to a management key only, and the other operations to an ordinary key",
    clauses: ["4.1", "4.2", "4.3", "4.4", "4.5", "5.3"],
    async run(bench) {
      await workspace(bench);
      if (!bench.target.abilities.prefersStatus)
        await refused(bench, 401, "getWorkspace", {
          params: { id: bench.target.workspace },
          key: "ordinary",
        });
      for (const id of ["createEmbeddings", "createResponse", "listEmbeddingModels"] as const)
        good(await bench.send(id, validRequest(bench, id)));
      const deletion = await bench.send("deleteByokCredential", {
        ...validRequest(bench, "deleteByokCredential"),
        key: "ordinary",
      });
      assert.ok([200, 404].includes(deletion.status), deletion.text);
    },
  },
  {
    title: "makes a key with a name, and with a credit limit where one is given",
    clauses: ["1.key-limit", "5.2", "8.credit-limit"],
    async run(bench) {
      const limited = await newKey(bench, { name: "limited", limit: 1.5 });
      const free = await newKey(bench, { name: "free" });
      try {
        assert.deepEqual([limited.data.name, limited.data.limit], ["limited", 1.5]);
        assert.deepEqual([free.data.name, free.data.limit], ["free", null]);
        for (const { key } of [limited, free])
          good(await bench.send("listEmbeddingModels", { key: { value: key } }));
      } finally {
        for (const { data } of [limited, free])
          await bench.send("deleteApiKey", { params: { hash: data.hash } });
      }
    },
  },
  {
    title: "refuses a key that was deleted, on the next request",
    clauses: ["5.6", "5.4"],
    async run(bench) {
      const { key, data } = await newKey(bench);
      good(
        await bench.send("createEmbeddings", {
          ...validRequest(bench, "createEmbeddings"),
          key: { value: key },
        }),
      );
      await bench.send("deleteApiKey", { params: { hash: data.hash } });
      for (const id of ["createEmbeddings", "createResponse", "listEmbeddingModels"] as const)
        await refused(bench, 401, id, { ...validRequest(bench, id), key: { value: key } });
    },
  },
  {
    title: "takes the headers that name the calling application, and does without them",
    clauses: ["5.5"],
    async run(bench) {
      const named = { "HTTP-Referer": "https://app.example", "X-Service-Title": "Conformance" };
      for (const headers of [{}, named, { "HTTP-Referer": "https://app.example" }])
        good(
          await bench.send("createEmbeddings", {
            ...validRequest(bench, "createEmbeddings"),
            headers,
          }),
        );
    },
  },
  {
    title: "answers an exhausted credit limit with 402",
    clauses: ["7.402", "8.credit-limit"],
    async run(bench) {
      refusedWith(await provoke(bench, "createEmbeddings", 402), 402);
    },
  },
  {
    title: "serves version 1.0.0 below /api/v1 and marks the Responses API as beta",
    clauses: ["9.1", "9.2", "9.3"],
    async run(bench) {
      assert.match(bench.target.baseUrl, /\/api\/v1$/);
      const document = loadDocument();
      assert.equal(document.info.version, "1.0.0");
      assert.equal(document.paths["/responses"]?.post?.["x-stage"], "beta");
      const below = await bench.sendTo("GET", "/../v2/embeddings/models");
      if (below.status === 200) throw new NotApplicable("Another version is served beside it.");
      assert.equal(below.status, 404);
    },
  },
];
