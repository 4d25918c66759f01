import { createServer, type ServerResponse } from "node:http";

export interface HostileService extends AsyncDisposable {
  /** The address of one kind of reply: `stream`, `csv` or `error`. */
  baseUrl(kind: string): string;
}

const allowed = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "*",
};

/** A service whose replies hold a text that would run if a page read it as HTML. */
export async function startHostileService(payload: string): Promise<HostileService> {
  const text = JSON.stringify(payload);
  const replies: Readonly<Record<string, (reply: ServerResponse) => void>> = {
    stream: (reply) => {
      reply.writeHead(200, { ...allowed, "content-type": "text/event-stream" });
      reply.write(`data: {"type":"response.output_text.delta","delta":${text}}\n\n`);
      reply.end(`data: {"type":${text}}\n\ndata: ${payload}\n\n`);
    },
    csv: (reply) => {
      reply.writeHead(200, { ...allowed, "content-type": "text/csv" });
      reply.end(`"${payload.replaceAll('"', '""')}",b\n${payload},2\n`);
    },
    error: (reply) => {
      const notice = { "x-portico-notice": "<b>x</b>", "content-type": "application/json" };
      const metadata = { kind: payload, field: payload };
      reply.writeHead(400, { ...allowed, ...notice });
      reply.end(JSON.stringify({ error: { code: 400, message: payload, metadata } }));
    },
  };
  const server = createServer((request, reply) => {
    const kind = request.url?.split("/")[1] ?? "";
    const answer = request.method === "POST" ? replies[kind] : undefined;
    if (answer === undefined) reply.writeHead(204, allowed).end();
    else answer(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    baseUrl: (kind) => `http://127.0.0.1:${port}/${kind}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
