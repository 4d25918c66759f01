import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { maxHeaderSize } from "./max-header-size.ts";

export interface RoundRobin extends AsyncDisposable {
  readonly url: string;
  /** How many requests each node was given. */
  readonly shares: readonly number[];
}

/** One address in front of several: each request goes to the next, as in front of a fleet. */
export async function startRoundRobin(nodes: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const shares = nodes.map(() => 0);
  let turn = 0;
  const server = createServer({ maxHeaderSize }, (incoming, outgoing) => {
    const chosen = turn % nodes.length;
    turn += 1;
    shares[chosen] = (shares[chosen] ?? 0) + 1;
    const { method = "GET", headers, url = "/" } = incoming;
    const onward = request(new URL(url, nodes[chosen]), { method, headers, agent }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shares,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      agent.destroy();
    },
  };
}
