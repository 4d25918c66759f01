import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cannot } from "./cannot.ts";
import { capabilities } from "./capabilities.ts";
import type { Client } from "./client.ts";
import { clients } from "./clients/index.ts";
import { type Gateway, startGateway } from "./gateway.ts";

/** One test for each cell of the table, against one gateway. */
export function describeClients(wire: Client["wire"]): void {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ofWire = clients.filter((client) => client.wire === wire);
  describe.each(ofWire.map((client) => [client.name, client] as const))("%s", (name, client) => {
    for (const [capability, prove] of Object.entries(capabilities)) {
      const reason = cannot[name]?.[capability];
      if (reason === undefined) it(capability, () => prove(client, gateway, true));
      // Once it can, the table is out of date.
      else
        it(`${capability}: cannot, because ${reason}`, () =>
          expect(prove(client, gateway, false)).rejects.toThrow());
    }
  });
}
