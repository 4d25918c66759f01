import { connect } from "node:net";
import { expect, it } from "vitest";
import type { AdmitRequest } from "../../src/store/ports/money.ts";
import { embedded } from "../store/engines.ts";
import { startTestGateway } from "../support/gateway.ts";

/** The first bytes of the reply. */
function send(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.once("data", (bytes) => {
      resolve(bytes.toString("latin1"));
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

it("asks the store once about a request whose small body comes with its head", async () => {
  await using place = await embedded.makePlace();
  const store = await place.open();
  const asked: AdmitRequest[] = [];
  const money = {
    ...store.money,
    admit: (batch: readonly AdmitRequest[]) => {
      asked.push(...batch);
      return store.money.admit(batch);
    },
  };
  await using gateway = await startTestGateway({ store: { ...store, money } });
  const body = JSON.stringify({ model: "sandbox/embed", input: "a" });
  const text = [
    "POST /api/v1/embeddings HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${gateway.own.ordinary}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
  for (let request = 1; request <= 3; request += 1) {
    expect(await send(gateway.url, text)).toMatch(/^HTTP\/1\.1 200 /);
    expect(asked).toHaveLength(request);
  }
});
