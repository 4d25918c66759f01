import type { AddressInfo } from "node:net";
import { loadDocument } from "@portico/contract";
import express from "express";
import { middleware } from "express-openapi-validator";
import { Pool } from "undici";
import { claudeModel } from "./workloads.ts";

/**
 * The second reference: Express 5 that checks requests with express-openapi-validator, and parses and writes JSON again, as
 * most gateways do; it checks no reply, and streams are piped. It knows no keys, no limits and no ledger.
 */
const pool = new Pool(process.argv[2] ?? "", { connections: 256, pipelining: 1 });
const app = express();
app.disable("x-powered-by").disable("etag");
app.use(express.json({ limit: "20mb" }));
const apiSpec = loadDocument() as unknown as Parameters<typeof middleware>[0]["apiSpec"];
app.use(middleware({ apiSpec, validateSecurity: false, validateResponses: false }));
app.post("/api/v1/*operation", async (request, response) => {
  const isEmbeddings = request.path.endsWith("/embeddings");
  const textPath = request.body.model === claudeModel ? "/v1/messages" : "/chat/completions";
  const reply = await pool.request({
    path: isEmbeddings ? "/embeddings" : textPath,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request.body),
  });
  if (String(reply.headers["content-type"]).startsWith("text/event-stream")) {
    response.writeHead(reply.statusCode, { "content-type": "text/event-stream" });
    reply.body.pipe(response);
  } else response.status(reply.statusCode).json(await reply.body.json());
});
const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
server.keepAliveTimeout = 60_000;
