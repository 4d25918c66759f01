import { serveHandler } from "@portico/test-support/serve-handler";
import { expect, it } from "vitest";
import { createTelemetry } from "./telemetry.ts";

const trace = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  parentId: null,
  flags: "01",
  spans: { request: "b7ad6b7169203331", generation: "00f067aa0ba902b7" },
};

it("a collector that refuses the last spans does not make the end of the gateway fail", async () => {
  await using collector = await serveHandler(async () => new Response("no", { status: 400 }));
  const lost: unknown[] = [];
  const telemetry = await createTelemetry(collector.url, "portico", (error) => lost.push(error));
  const now = Date.now();
  telemetry.request({
    record: {
      ...{ operation: "createEmbeddings", requestId: "req-1", receivedAtMs: now },
      ...{ generation: null, trace },
    },
    ...{ method: "POST", status: 200, endedAtMs: now },
  });
  await telemetry.close();
  expect(lost).toEqual([expect.any(Error)]);
});
