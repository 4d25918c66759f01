import { startGateway } from "./test-gateway.ts";

/** A gateway in a process of its own, so that its memory can be measured: told its configuration, tells its figures. */
process.once("message", async (yaml: string) => {
  const gateway = await startGateway(yaml);
  process.on("message", (asked) => {
    if (asked === "figures after a collection") global.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ rss, heapUsed, external, openHolds: gateway.openHolds() });
  });
  process.send?.({ url: gateway.url, key: gateway.key });
});
